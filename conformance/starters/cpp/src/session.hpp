// One session: here your own engine takes over. What is written is the beginning of brazilian-pingo, up to the
// first turn: the pingos, the shuffle, the deal.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "actions.hpp"
#include "cards.hpp"

extern const std::string rules;

// What hello says of the rule set: an option that is not named could be played with any value.
extern const Json claim;

class Session {
public:
    // Begins a session from the parameters of new.
    explicit Session(const Json& params);

    // Carries out an action, or throws and changes nothing.
    void act(const Json& actor, const Json& action);

    // What a seat may know, or the referee (null).
    Json view(const Json& viewer) const;

private:
    Json menu() const;
    void deal(const std::vector<Card>& order);

    std::string phase_ = "shuffle";
    Json actor_ = "table";
    std::size_t dealer_ = 0;
    std::int64_t pot_ = 0;
    std::vector<std::int64_t> stacks_;
    std::vector<Card> pack_;
    std::vector<std::vector<Card>> hands_;
};
