import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonNull;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import com.google.gson.JsonPrimitive;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.LongStream;
import java.util.stream.StreamSupport;

/**
 * One session: here your own engine takes over. What is written is the beginning of brazilian-pingo, up to the
 * first turn: the pingos, the shuffle, the deal.
 */
final class Session {
    static final String RULES = "brazilian-pingo";

    /** What hello says of the rule set: an option that is not named could be played with any value. */
    static final JsonObject CLAIM = JsonParser.parseString("""
            {
              "seats": {"min": 2, "max": 9},
              "options": {
                "pingo": {"min": 1, "max": null},
                "bet_min": [1],
                "bet_max": [null],
                "four_card_draw": ["anyone"],
                "stakes": ["table"],
                "deck": ["stripped"],
                "ranking": ["flush_over_full"],
                "ties": ["split"],
                "straight_flushes": ["linear"]
              }
            }
            """).getAsJsonObject();

    /** What the rules know; from a numeric option null is left out. */
    private static final JsonObject OPTIONS = JsonParser.parseString("""
            {
              "pingo": {"min": 1, "max": null},
              "bet_min": {"min": 1, "max": null},
              "bet_max": {"min": 1, "max": null},
              "four_card_draw": ["anyone", "first", "nobody"],
              "stakes": ["table", "credit"],
              "deck": ["stripped", "full"],
              "ranking": ["standard", "flush_over_full"],
              "ties": ["suits", "split"],
              "straight_flushes": ["linear", "circular"]
            }
            """).getAsJsonObject();

    private enum Phase { SHUFFLE, OPENING }

    private final int dealer;
    private final long pot;
    private final long[] stacks;
    private final List<String> pack;
    private final List<List<String>> hands = new ArrayList<>();
    private Phase phase = Phase.SHUFFLE;
    private JsonElement actor = Actions.TABLE;

    /** Begins a session from the parameters of new. */
    Session(JsonObject params) {
        checkOptions(Json.get(params, "options"));
        long[] given = readStacks(params);
        long pingo = Json.whole(Json.get(Json.get(params, "options"), "pingo")).orElse(1);
        dealer = (int) readDealer(params, given.length);
        if (Arrays.stream(given).anyMatch(stack -> stack <= pingo)) {
            throw notWritten("seats that are short of chips (DRW-12, DRW-13)");
        }
        stacks = Arrays.stream(given).map(stack -> stack - pingo).toArray(); // PIN-1
        pot = pingo * stacks.length;
        pack = Cards.packFrom(Math.min(7, 11 - stacks.length)); // DRW-16
        for (int seat = 0; seat < stacks.length; seat++) {
            hands.add(new ArrayList<>());
        }
    }

    /** Exactly what the actor may do. */
    private JsonArray menu() {
        JsonArray menu = new JsonArray();
        if (phase == Phase.SHUFFLE) {
            JsonObject order = new JsonObject();
            order.add("order_of", Cards.toJson(pack));
            menu.add(pattern("shuffle", "cards", order));
        } else {
            menu.add(pattern("fold", null, null)); // PIN-3
            menu.add(pattern("check", null, null));
            menu.add(pattern("bet", "amount", Json.span(1, stacks[actor.getAsInt()]))); // PIN-4, DRW-6
        }
        return menu;
    }

    private static JsonObject pattern(String type, String argument, JsonObject values) {
        JsonObject pattern = new JsonObject();
        pattern.addProperty("type", type);
        if (argument != null) {
            pattern.add(argument, values);
        }
        return pattern;
    }

    /** Carries out an action, or throws and changes nothing. */
    void act(JsonElement who, JsonElement action) {
        String type = Actions.admit(menu(), actor, who, action, stacks.length);
        switch (type) {
            case "shuffle" -> deal(action.getAsJsonObject().getAsJsonArray("cards"));
            default -> throw notWritten("what comes of " + type + " in the phase " + phaseName());
        }
    }

    /** Five cards each, one at a time, from the dealer's left (DRW-4). */
    private void deal(JsonArray cards) {
        int first = (dealer + 1) % stacks.length;
        for (int place = 0; place < 5 * stacks.length; place++) {
            hands.get((first + place) % stacks.length).add(cards.get(place).getAsString());
        }
        phase = Phase.OPENING;
        actor = new JsonPrimitive((long) first); // PIN-2
    }

    /** What a seat may know, or the referee (null). */
    JsonObject view(JsonElement viewer) {
        boolean isReferee = viewer.isJsonNull();
        if (!isReferee && !isSeat(viewer, stacks.length)) {
            throw new IllegalArgumentException("there is no seat " + viewer);
        }
        JsonObject view = new JsonObject();
        view.addProperty("phase", phaseName());
        view.add("actor", actor);
        view.addProperty("dealer", dealer);
        view.addProperty("hand_number", 1);
        view.addProperty("pot", pot);
        view.add("stacks", Json.array(Arrays.stream(stacks)));
        view.add("seats_in", Json.array(LongStream.range(0, stacks.length)));
        view.addProperty("owes", 0);
        view.add("last_hand", JsonNull.INSTANCE);
        view.addProperty("over", false);
        view.add("opener", JsonNull.INSTANCE);
        view.addProperty("carried", false);
        if (isReferee || viewer.equals(actor)) {
            view.add("menu", menu());
        }
        if (!isReferee) {
            view.add("hand", Cards.toJson(Cards.sortedHand(hands.get(viewer.getAsInt()))));
        }
        return view;
    }

    private String phaseName() {
        return phase.name().toLowerCase(java.util.Locale.ROOT);
    }

    /** What the rules do not know is forbidden; what they know and hello does not claim is unsupported. */
    private static void checkOptions(JsonElement options) {
        if (!options.isJsonObject()) {
            return;
        }
        for (var option : options.getAsJsonObject().entrySet()) {
            String name = option.getKey();
            JsonElement value = option.getValue();
            if (!OPTIONS.has(name)) {
                throw new Rejected("bad_setup", "there is no option " + name);
            }
            if (holds(CLAIM.getAsJsonObject("options").get(name), value)) {
                continue;
            }
            if (holds(OPTIONS.get(name), value)) {
                throw new Unsupported(name + " cannot be " + value + " here");
            }
            throw new Rejected("bad_setup", name + " cannot be " + value);
        }
    }

    private static boolean holds(JsonElement values, JsonElement value) {
        if (values.isJsonArray()) {
            return values.getAsJsonArray().contains(value);
        }
        return Json.whole(value).orElse(0) >= Json.get(values, "min").getAsLong();
    }

    private static long[] readStacks(JsonObject params) {
        JsonObject span = CLAIM.getAsJsonObject("seats");
        long seats = Json.whole(Json.get(params, "seats")).orElse(-1);
        if (seats < span.get("min").getAsLong() || seats > span.get("max").getAsLong()) {
            throw new Rejected("bad_setup", Json.get(params, "seats") + " seats cannot play");
        }
        JsonArray given = Json.items(Json.get(params, "stacks"));
        long[] stacks = StreamSupport.stream(given.spliterator(), false)
                .mapToLong(stack -> Json.whole(stack).orElse(-1)).toArray();
        if (stacks.length != seats || Arrays.stream(stacks).anyMatch(stack -> stack < 0)) {
            throw new Rejected("bad_setup", "one stack for every seat, of 0 or more whole chips");
        }
        return stacks;
    }

    private static long readDealer(JsonObject params, int seats) {
        JsonElement dealer = Json.get(params, "dealer");
        if (!isSeat(dealer, seats)) {
            throw new Rejected("bad_setup", "the first dealer is a seat");
        }
        return dealer.getAsLong();
    }

    private static boolean isSeat(JsonElement value, int seats) {
        long seat = Json.whole(value).orElse(-1);
        return seat >= 0 && seat < seats;
    }

    private static RuntimeException notWritten(String what) {
        return new UnsupportedOperationException("not written yet: " + what);
    }
}
