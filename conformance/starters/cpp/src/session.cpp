#include "session.hpp"

#include <algorithm>
#include <numeric>
#include <stdexcept>

#include "refusals.hpp"

const std::string rules = "brazilian-pingo";

const Json claim = Json::parse(R"({
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
})");

namespace {

// What the rules know; from a numeric option null is left out.
const Json options_known = Json::parse(R"({
  "pingo": {"min": 1, "max": null},
  "bet_min": {"min": 1, "max": null},
  "bet_max": {"min": 1, "max": null},
  "four_card_draw": ["anyone", "first", "nobody"],
  "stakes": ["table", "credit"],
  "deck": ["stripped", "full"],
  "ranking": ["standard", "flush_over_full"],
  "ties": ["suits", "split"],
  "straight_flushes": ["linear", "circular"]
})");

std::logic_error not_written(const std::string& what) {
    return std::logic_error("not written yet: " + what);
}

bool is_at_least(const Json& value, std::int64_t low) {
    return value.is_number_integer() && value.get<std::int64_t>() >= low;
}

bool holds(const Json& values, const Json& value) {
    if (values.is_array()) return std::find(values.begin(), values.end(), value) != values.end();
    return is_at_least(value, values.at("min").get<std::int64_t>());
}

// What the rules do not know is forbidden; what they know and hello does not claim is unsupported.
void check_options(const Json& options) {
    for (const auto& [name, value] : options.items()) {
        if (!options_known.contains(name)) throw Rejected("bad_setup", "there is no option " + name);
        if (holds(claim.at("options").at(name), value)) continue;
        if (holds(options_known.at(name), value)) {
            throw Unsupported(name + " cannot be " + value.dump() + " here");
        }
        throw Rejected("bad_setup", name + " cannot be " + value.dump());
    }
}

void check_table(const Json& seats, const Json& stacks, const Json& dealer) {
    const Json& span = claim.at("seats");
    if (!is_at_least(seats, span.at("min").get<int>()) || seats > span.at("max")) {
        throw Rejected("bad_setup", seats.dump() + " seats cannot play");
    }
    auto is_stack = [](const Json& stack) { return is_at_least(stack, 0); };
    if (!stacks.is_array() || stacks.size() != seats || !std::all_of(stacks.begin(), stacks.end(), is_stack)) {
        throw Rejected("bad_setup", "one stack for every seat, of 0 or more whole chips");
    }
    if (!is_at_least(dealer, 0) || dealer >= seats) throw Rejected("bad_setup", "the first dealer is a seat");
}

}  // namespace

Session::Session(const Json& params) {
    const Json& options = get(params, "options");
    check_options(options);
    check_table(get(params, "seats"), get(params, "stacks"), get(params, "dealer"));
    dealer_ = params.at("dealer").get<std::size_t>();
    stacks_ = params.at("stacks").get<std::vector<std::int64_t>>();
    std::int64_t pingo = get(options, "pingo").is_null() ? 1 : options.at("pingo").get<std::int64_t>();
    for (auto& stack : stacks_) {
        if (stack <= pingo) throw not_written("seats that are short of chips (DRW-12, DRW-13)");
        stack -= pingo;  // PIN-1
        pot_ += pingo;
    }
    pack_ = pack_from(std::min(7, 11 - static_cast<int>(stacks_.size())));  // DRW-16
    hands_.resize(stacks_.size());
}

// Exactly what the actor may do.
Json Session::menu() const {
    if (phase_ == "shuffle") return {{{"type", "shuffle"}, {"cards", {{"order_of", pack_}}}}};
    auto stack = stacks_.at(actor_.get<std::size_t>());
    return {
        {{"type", "fold"}},  // PIN-3
        {{"type", "check"}},
        {{"type", "bet"}, {"amount", {{"min", 1}, {"max", stack}}}},  // PIN-4, DRW-6
    };
}

void Session::act(const Json& actor, const Json& action) {
    admit(menu(), actor_, actor, action, stacks_.size());
    auto type = action.at("type").get<std::string>();
    if (type == "shuffle") {
        deal(action.at("cards").get<std::vector<Card>>());
    } else {
        throw not_written("what comes of " + type + " in the phase " + phase_);
    }
}

// Five cards each, one at a time, from the dealer's left (DRW-4).
void Session::deal(const std::vector<Card>& order) {
    auto first = (dealer_ + 1) % stacks_.size();
    for (std::size_t place = 0; place < 5 * stacks_.size(); ++place) {
        hands_[(first + place) % stacks_.size()].push_back(order.at(place));
    }
    phase_ = "opening";
    actor_ = first;  // PIN-2
}

Json Session::view(const Json& viewer) const {
    if (!viewer.is_null() && (!is_at_least(viewer, 0) || viewer >= stacks_.size())) {
        throw std::out_of_range("there is no seat " + viewer.dump());
    }
    std::vector<std::size_t> seats_in(stacks_.size());
    std::iota(seats_in.begin(), seats_in.end(), std::size_t{0});
    Json view = {
        {"phase", phase_},
        {"actor", actor_},
        {"dealer", dealer_},
        {"hand_number", 1},
        {"pot", pot_},
        {"stacks", stacks_},
        {"seats_in", seats_in},
        {"owes", 0},
        {"last_hand", nullptr},
        {"over", false},
        {"opener", nullptr},
        {"carried", false},
    };
    if (viewer.is_null() || viewer == actor_) view["menu"] = menu();
    if (!viewer.is_null()) view["hand"] = sorted_hand(hands_.at(viewer.get<std::size_t>()));
    return view;
}
