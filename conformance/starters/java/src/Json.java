import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonNull;
import com.google.gson.JsonObject;
import java.util.OptionalLong;
import java.util.stream.LongStream;

/** What the library leaves open: values that may be of any kind, or not there. */
final class Json {
    private Json() {}

    /** The member of an object; null as JSON has it if there is none. */
    static JsonElement get(JsonElement value, String key) {
        JsonElement member = value.isJsonObject() ? value.getAsJsonObject().get(key) : null;
        return member == null ? JsonNull.INSTANCE : member;
    }

    static boolean isText(JsonElement value) {
        return value.isJsonPrimitive() && value.getAsJsonPrimitive().isString();
    }

    /** The text; empty for anything else. */
    static String text(JsonElement value) {
        return isText(value) ? value.getAsString() : "";
    }

    /** A whole number; nothing for one that is written with a fraction. */
    static OptionalLong whole(JsonElement value) {
        boolean isWhole = value.isJsonPrimitive() && value.getAsJsonPrimitive().isNumber()
                && value.getAsString().matches("-?\\d{1,18}");
        return isWhole ? OptionalLong.of(value.getAsLong()) : OptionalLong.empty();
    }

    static boolean isWhole(JsonElement value) {
        return whole(value).isPresent();
    }

    /** The items of an array; none of anything else. */
    static JsonArray items(JsonElement value) {
        return value.isJsonArray() ? value.getAsJsonArray() : new JsonArray();
    }

    static JsonArray array(LongStream numbers) {
        JsonArray array = new JsonArray();
        numbers.forEach(array::add);
        return array;
    }

    static JsonObject span(long low, Long high) {
        JsonObject span = new JsonObject();
        span.addProperty("min", low);
        span.addProperty("max", high);
        return span;
    }
}
