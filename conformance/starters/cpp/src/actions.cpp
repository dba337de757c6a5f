#include "actions.hpp"

#include <algorithm>
#include <iterator>
#include <limits>
#include <map>
#include <string>
#include <vector>

#include "cards.hpp"
#include "refusals.hpp"

namespace {

enum class Kind { whole, card, cards, seats };

using Arguments = std::map<std::string, Kind>;

const Arguments nothing;
const Arguments amount = {{"amount", Kind::whole}};
const Arguments card = {{"card", Kind::card}};
const Arguments cards = {{"cards", Kind::cards}};

// Every type of action of every rule set, with what its arguments must be.
const std::map<std::string, Arguments> types = {
    {"shuffle", cards},     {"draw_dealer", cards},    {"discard", cards},
    {"take_trump", card},   {"play", card},            {"exchange", {{"keep", Kind::card}}},
    {"blind", amount},      {"counter_blind", amount}, {"invite", amount},
    {"integrate", amount},  {"cip", amount},           {"forfeit", amount},
    {"open", amount},       {"bet", amount},           {"call", amount},
    {"raise", amount},      {"next_hand", nothing},    {"divide_pot", nothing},
    {"fold", nothing},      {"pass", nothing},         {"end_session", nothing},
    {"check", nothing},     {"parola", nothing},       {"stand", nothing},
    {"think", nothing},     {"decline", nothing},      {"sit_out", nothing},
    {"announce", nothing},  {"stay", nothing},         {"mark_plus", nothing},
    {"write_off", nothing}, {"draw_seats", {{"seats", Kind::seats}}},
    {"extend", {{"hands", Kind::whole}, {"agreed", Kind::seats}}},
};

bool is_of(Kind kind, const Json& value) {
    auto all = [&](Kind item_kind) {
        return value.is_array() &&
               std::all_of(value.begin(), value.end(), [&](const Json& item) { return is_of(item_kind, item); });
    };
    switch (kind) {
        case Kind::whole: return value.is_number_integer();
        case Kind::card: return value.is_string() && is_card(value.get<std::string>());
        case Kind::cards: return all(Kind::card);
        case Kind::seats: return all(Kind::whole);
    }
    return false;
}

bool are_different(const Json& items, const Json& pool) {
    for (auto item = items.begin(); item != items.end(); ++item) {
        if (std::find(items.begin(), item, *item) != item) return false;
        if (std::find(pool.begin(), pool.end(), *item) == pool.end()) return false;
    }
    return true;
}

// Whether a pattern of a menu (a constant, a range, one of, from, or an order) admits a value.
bool admits(const Json& pattern, const Json& value) {
    if (!pattern.is_object()) return pattern == value;
    if (const Json& pool = get(pattern, "order_of"); pool.is_array()) {
        return value.size() == pool.size() && are_different(value, pool);
    }
    if (const Json& values = get(pattern, "one_of"); values.is_array()) {
        return std::find(values.begin(), values.end(), value) != values.end();
    }
    auto low = get(pattern, "min").get<std::int64_t>();
    auto high = get(pattern, "max").is_null() ? std::numeric_limits<std::int64_t>::max()
                                              : get(pattern, "max").get<std::int64_t>();
    if (const Json& pool = get(pattern, "from"); pool.is_array()) {
        auto number = static_cast<std::int64_t>(value.size());
        return low <= number && number <= high && are_different(value, pool);
    }
    return low <= value.get<std::int64_t>() && value.get<std::int64_t>() <= high;
}

// Whether the seats of a draw_seats are all there, once.
bool is_seating(const Json& action, std::size_t seats) {
    Json all = Json::array();
    for (std::size_t seat = 0; seat < seats; ++seat) all.push_back(seat);
    const Json& order = get(action, "seats");
    return order.size() == seats && are_different(order, all);
}

bool is_well_formed(const Json& actor, const Json& action, std::size_t seats) {
    if (actor != "table" && !actor.is_number_integer()) return false;
    const Json& type = get(action, "type");
    auto found = type.is_string() ? types.find(type.get<std::string>()) : types.end();
    if (found == types.end()) return false;
    for (const auto& [name, kind] : found->second) {
        if (!is_of(kind, get(action, name))) return false;
    }
    return type != "draw_seats" || is_seating(action, seats);
}

std::string code_for(const std::string& argument) {
    if (argument == "amount" || argument == "hands") return "bad_amount";
    return argument == "agreed" ? "consent_required" : "bad_cards";
}

}  // namespace

const Json& get(const Json& value, const std::string& key) {
    static const Json null;
    auto found = value.find(key);  // at the end for what is no object
    return found == value.end() ? null : *found;
}

void admit(const Json& menu, const Json& turn, const Json& actor, const Json& action, std::size_t seats) {
    // The order of the checks is the protocol's.
    if (!is_well_formed(actor, action, seats)) throw Rejected("malformed");
    if (turn.is_null()) throw Rejected("session_over");
    if (actor != turn) throw Rejected("not_your_turn");
    std::vector<Json> patterns;
    std::copy_if(menu.begin(), menu.end(), std::back_inserter(patterns),
                 [&](const Json& pattern) { return pattern.at("type") == action.at("type"); });
    // Two codes say more, where that is the reason: openers_required and raise_forbidden.
    if (patterns.empty()) throw Rejected("not_available");
    for (const auto& [name, kind] : types.at(action.at("type").get<std::string>())) {
        auto is_admitted = [&, &name = name](const Json& pattern) {
            return admits(pattern.at(name), action.at(name));
        };
        if (std::none_of(patterns.begin(), patterns.end(), is_admitted)) throw Rejected(code_for(name));
    }
}
