import com.google.gson.Gson;
import com.google.gson.GsonBuilder;
import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonNull;
import com.google.gson.JsonObject;
import com.google.gson.JsonParseException;
import com.google.gson.JsonPrimitive;
import com.google.gson.TypeAdapter;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The wire: JSON-RPC 2.0, one message a line, on standard input and output.
 *
 * <p>Only replies go to standard output; System.err is for everything else, and the kit shows it when something
 * fails.
 */
public final class Adapter {
    /** What is not claimed is not compared. Left to claim: events, rank, carry. */
    private static final List<String> CAPABILITIES = List.of(
            "play", "menu", "codes", "pot", "stacks", "actor", "phase", "last_hand", "details", "seat_view");

    private final Gson gson = new GsonBuilder().serializeNulls().disableHtmlEscaping().create();
    private final TypeAdapter<JsonElement> reader = gson.getAdapter(JsonElement.class);
    private final Map<String, Session> sessions = new HashMap<>();
    private boolean isDone;

    /** Answers until bye or the end of input. */
    public static void main(String[] arguments) throws IOException {
        Adapter adapter = new Adapter();
        PrintStream replies = new PrintStream(System.out, false, StandardCharsets.UTF_8);
        System.setOut(System.err); // so that a println() cannot be taken for a reply
        try (var lines = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8))) {
            String line;
            while (!adapter.isDone && (line = lines.readLine()) != null) {
                if (!line.isBlank()) {
                    replies.print(adapter.gson.toJson(adapter.answer(line)) + "\n");
                    replies.flush();
                }
            }
        }
    }

    /** The reply to a line. Whatever is thrown becomes one of three kinds of error, never a crash. */
    private JsonObject answer(String line) {
        JsonElement request;
        try {
            request = reader.fromJson(line);
        } catch (IOException | JsonParseException | StackOverflowError error) {
            return failure(JsonNull.INSTANCE, -32700, "not JSON: " + error.getMessage(), null);
        }
        JsonElement id = Json.get(request, "id");
        String method = Json.text(Json.get(request, "method"));
        JsonElement params = Json.get(request, "params");
        if (method.isEmpty()) {
            return failure(id, -32600, "not a request", null);
        }
        if (!params.isJsonObject() && !params.isJsonNull()) {
            return failure(id, -32602, "params is an object", null);
        }
        try {
            JsonObject reply = reply(id);
            reply.add("result", call(method, params.isJsonNull() ? new JsonObject() : params.getAsJsonObject()));
            return reply;
        } catch (Rejected refusal) {
            return failure(id, -32001, refusal.getMessage(), refusal.code);
        } catch (Unsupported missing) {
            return failure(id, -32601, missing.getMessage(), null);
        } catch (RuntimeException | StackOverflowError error) {
            error.printStackTrace();
            return failure(id, -32603, error.toString(), null);
        }
    }

    private JsonObject call(String method, JsonObject params) {
        switch (method) {
            case "hello":
                return hello(params);
            case "new":
                return begin(params);
            case "act": {
                Session playing = find(params);
                playing.act(Json.get(params, "actor"), Json.get(params, "action"));
                return playing.view(JsonNull.INSTANCE);
            }
            case "view":
                return find(params).view(Json.get(params, "seat"));
            case "end":
                find(params);
                sessions.remove(Json.text(Json.get(params, "session")));
                return new JsonObject();
            case "bye":
                isDone = true;
                return new JsonObject();
            default:
                throw new Unsupported("there is no method " + method);
        }
    }

    private static JsonObject hello(JsonObject params) {
        if (!Json.items(Json.get(params, "protocol")).contains(new JsonPrimitive(1))) {
            throw new Unsupported("this adapter speaks protocol 1");
        }
        JsonObject rules = new JsonObject();
        rules.add(Session.RULES, Session.CLAIM);
        JsonArray capabilities = new JsonArray();
        CAPABILITIES.forEach(capabilities::add);
        JsonObject hello = new JsonObject();
        hello.addProperty("protocol", 1);
        hello.addProperty("name", "my-adapter");
        hello.addProperty("version", "0.1.0");
        hello.addProperty("language", "Java");
        hello.add("rules", rules);
        hello.add("capabilities", capabilities);
        return hello;
    }

    private JsonObject begin(JsonObject params) {
        String name = Json.text(Json.get(params, "session"));
        if (sessions.containsKey(name)) {
            throw new IllegalArgumentException("there is a session " + name + " already");
        }
        if (!Json.text(Json.get(params, "rules")).equals(Session.RULES)) {
            throw new Unsupported(Json.get(params, "rules") + " is not played here");
        }
        Session playing = new Session(params);
        sessions.put(name, playing);
        return playing.view(JsonNull.INSTANCE);
    }

    private Session find(JsonObject params) {
        Session playing = sessions.get(Json.text(Json.get(params, "session")));
        if (playing == null) {
            throw new IllegalArgumentException("there is no session " + Json.get(params, "session"));
        }
        return playing;
    }

    private static JsonObject reply(JsonElement id) {
        JsonObject reply = new JsonObject();
        reply.addProperty("jsonrpc", "2.0");
        reply.add("id", id);
        return reply;
    }

    /** An error as a reply; the reason is null where the rules have nothing to do with it. */
    private static JsonObject failure(JsonElement id, int code, String message, String reason) {
        JsonObject error = new JsonObject();
        error.addProperty("code", code);
        error.addProperty("message", message);
        if (reason != null) {
            JsonObject data = new JsonObject();
            data.addProperty("code", reason);
            error.add("data", data);
        }
        JsonObject reply = reply(id);
        reply.add("error", error);
        return reply;
    }
}
