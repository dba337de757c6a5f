// The wire: JSON-RPC 2.0, one message a line, on standard input and output.
//
// Only replies go to standard output; std::cerr is for everything else, and the kit shows it when something
// fails.

#include <algorithm>
#include <exception>
#include <iostream>
#include <map>
#include <stdexcept>
#include <string>

#include "refusals.hpp"
#include "session.hpp"

namespace {

class Adapter {
public:
    // The reply to a line. Whatever is thrown becomes one of three kinds of error, never a crash.
    Json answer(const std::string& line) {
        Json request = Json::parse(line, nullptr, false);
        if (request.is_discarded()) return failure(nullptr, -32700, "not JSON");
        const Json& id = get(request, "id");
        const Json& method = get(request, "method");
        const Json& params = get(request, "params");
        if (!method.is_string()) return failure(id, -32600, "not a request");
        if (!params.is_object() && !params.is_null()) return failure(id, -32602, "params is an object");
        try {
            return {{"jsonrpc", "2.0"}, {"id", id}, {"result", call(method.get<std::string>(), params)}};
        } catch (const Rejected& refusal) {
            return failure(id, -32001, refusal.what(), {{"code", refusal.code}});
        } catch (const Unsupported& missing) {
            return failure(id, -32601, missing.what());
        } catch (const std::exception& error) {
            std::cerr << error.what() << std::endl;
            return failure(id, -32603, error.what());
        }
    }

    bool is_done() const { return is_done_; }

private:
    Json call(const std::string& method, const Json& params) {
        if (method == "hello") return hello(params);
        if (method == "new") return begin(params);
        if (method == "act") {
            Session& playing = find(params);
            playing.act(get(params, "actor"), get(params, "action"));
            return playing.view(nullptr);
        }
        if (method == "view") return find(params).view(get(params, "seat"));
        if (method == "end") {
            find(params);
            sessions_.erase(name_of(params));
            return Json::object();
        }
        if (method == "bye") {
            is_done_ = true;
            return Json::object();
        }
        throw Unsupported("there is no method " + method);
    }

    static Json hello(const Json& params) {
        const Json& spoken = get(params, "protocol");
        if (std::find(spoken.begin(), spoken.end(), 1) == spoken.end()) {
            throw Unsupported("this adapter speaks protocol 1");
        }
        return {
            {"protocol", 1},
            {"name", "my-adapter"},
            {"version", "0.1.0"},
            {"language", "C++"},
            {"rules", {{rules, claim}}},
            // What is not claimed is not compared. Left to claim: events, rank, carry.
            {"capabilities",
             {"play", "menu", "codes", "pot", "stacks", "actor", "phase", "last_hand", "details",
              "seat_view"}},
        };
    }

    Json begin(const Json& params) {
        const std::string& name = name_of(params);
        if (sessions_.count(name) > 0) throw std::invalid_argument("there is a session " + name + " already");
        if (get(params, "rules") != rules) {
            throw Unsupported(get(params, "rules").dump() + " is not played here");
        }
        return sessions_.emplace(name, Session(params)).first->second.view(nullptr);
    }

    Session& find(const Json& params) {
        auto found = sessions_.find(name_of(params));
        if (found == sessions_.end()) throw std::invalid_argument("there is no session " + name_of(params));
        return found->second;
    }

    static std::string name_of(const Json& params) { return params.at("session").get<std::string>(); }

    static Json failure(const Json& id, int code, const std::string& message, const Json& data = nullptr) {
        Json error = {{"code", code}, {"message", message}};
        if (!data.is_null()) error["data"] = data;
        return {{"jsonrpc", "2.0"}, {"id", id}, {"error", error}};
    }

    std::map<std::string, Session> sessions_;
    bool is_done_ = false;
};

}  // namespace

int main() {
    std::ios::sync_with_stdio(false);
    Adapter adapter;
    std::string line;
    while (!adapter.is_done() && std::getline(std::cin, line)) {
        if (line.find_first_not_of(" \t\r") == std::string::npos) continue;
        Json reply = adapter.answer(line);
        std::cout << reply.dump(-1, ' ', false, Json::error_handler_t::replace) << std::endl;
    }
}
