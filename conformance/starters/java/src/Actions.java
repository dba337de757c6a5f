import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonPrimitive;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.LongStream;
import java.util.stream.StreamSupport;

/** Actions: which arguments every type takes, and whether a menu admits an action. */
final class Actions {
    static final JsonElement TABLE = new JsonPrimitive("table");

    private static final Predicate<JsonElement> WHOLE = Json::isWhole;
    private static final Predicate<JsonElement> CARD = value -> Cards.isCard(Json.text(value));

    /** Every type of action of every rule set, with what its arguments must be. */
    private static final Map<String, Map<String, Predicate<JsonElement>>> ARGUMENTS = new HashMap<>();

    static {
        put(Map.of("cards", listOf(CARD)), "shuffle draw_dealer discard");
        put(Map.of("seats", listOf(WHOLE)), "draw_seats");
        put(Map.of("hands", WHOLE, "agreed", listOf(WHOLE)), "extend");
        put(Map.of("keep", CARD), "exchange");
        put(Map.of("card", CARD), "take_trump play");
        put(Map.of("amount", WHOLE), "blind counter_blind invite integrate cip forfeit open bet call raise");
        put(Map.of(), "next_hand divide_pot end_session fold pass check parola stand think decline sit_out");
        put(Map.of(), "announce stay mark_plus write_off");
    }

    private Actions() {}

    private static void put(Map<String, Predicate<JsonElement>> arguments, String types) {
        for (String type : types.split(" ")) {
            ARGUMENTS.put(type, arguments);
        }
    }

    private static Predicate<JsonElement> listOf(Predicate<JsonElement> isItem) {
        return value -> value.isJsonArray()
                && StreamSupport.stream(value.getAsJsonArray().spliterator(), false).allMatch(isItem);
    }

    /**
     * The type of an action that the menu of the actor whose turn it is admits; throws its refusal else. The
     * order of the checks is the protocol's.
     *
     * @param turn null once the session is over
     */
    static String admit(JsonArray menu, JsonElement turn, JsonElement actor, JsonElement action, int seats) {
        String type = Json.text(Json.get(action, "type"));
        if (!isWellFormed(actor, action, type, seats)) {
            throw new Rejected("malformed", "no actor, no type of action, or not its arguments");
        }
        if (turn == null) {
            throw new Rejected("session_over", "the session is over");
        }
        if (!turn.equals(actor)) {
            throw new Rejected("not_your_turn", "it is the turn of " + turn);
        }
        List<JsonElement> patterns = StreamSupport.stream(menu.spliterator(), false)
                .filter(pattern -> type.equals(Json.text(Json.get(pattern, "type")))).toList();
        if (patterns.isEmpty()) {
            // Two codes say more, where that is the reason: openers_required and raise_forbidden.
            throw new Rejected("not_available", type + " is not legal now");
        }
        for (String name : ARGUMENTS.get(type).keySet()) {
            JsonElement value = Json.get(action, name);
            if (patterns.stream().noneMatch(pattern -> admits(Json.get(pattern, name), value))) {
                throw new Rejected(codeFor(name), type + " with another " + name);
            }
        }
        return type;
    }

    private static boolean isWellFormed(JsonElement actor, JsonElement action, String type, int seats) {
        Map<String, Predicate<JsonElement>> arguments = ARGUMENTS.get(type);
        if (arguments == null || !(actor.equals(TABLE) || Json.isWhole(actor))) {
            return false;
        }
        if (!arguments.entrySet().stream().allMatch(one -> one.getValue().test(Json.get(action, one.getKey())))) {
            return false;
        }
        JsonArray order = Json.items(Json.get(action, "seats"));
        boolean isSeating = order.size() == seats && areDifferent(order, Json.array(LongStream.range(0, seats)));
        return !type.equals("draw_seats") || isSeating;
    }

    private static String codeFor(String argument) {
        return switch (argument) {
            case "amount", "hands" -> "bad_amount";
            case "agreed" -> "consent_required";
            default -> "bad_cards";
        };
    }

    /** Whether a pattern of a menu (a constant, a range, one of, from, or an order) admits a value. */
    private static boolean admits(JsonElement pattern, JsonElement value) {
        long low = Json.whole(Json.get(pattern, "min")).orElse(0);
        long high = Json.whole(Json.get(pattern, "max")).orElse(Long.MAX_VALUE);
        JsonArray items = Json.items(value);
        if (!pattern.isJsonObject()) {
            return pattern.equals(value);
        }
        if (pattern.getAsJsonObject().has("from")) {
            boolean isSoMany = low <= items.size() && items.size() <= high;
            return isSoMany && areDifferent(items, Json.items(Json.get(pattern, "from")));
        }
        if (pattern.getAsJsonObject().has("order_of")) {
            JsonArray pool = Json.items(Json.get(pattern, "order_of"));
            return items.size() == pool.size() && areDifferent(items, pool);
        }
        if (pattern.getAsJsonObject().has("one_of")) {
            return Json.items(Json.get(pattern, "one_of")).contains(value);
        }
        return Json.isWhole(value) && low <= value.getAsLong() && value.getAsLong() <= high;
    }

    private static boolean areDifferent(JsonArray items, JsonArray pool) {
        Set<JsonElement> found = new HashSet<>();
        items.forEach(found::add);
        return found.size() == items.size() && found.stream().allMatch(pool::contains);
    }
}
