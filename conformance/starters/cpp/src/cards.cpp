#include "cards.hpp"

#include <algorithm>

namespace {
const std::string ranks = "23456789TJQKA";
const std::string suits = "cdhs";
}  // namespace

std::vector<Card> pack_from(int lowest) {
    std::vector<Card> pack;
    for (char rank : ranks.substr(lowest - 2)) {
        for (char suit : suits) pack.push_back({rank, suit});
    }
    return pack;
}

bool is_card(const std::string& text) {
    return text.size() == 2 && ranks.find(text[0]) != std::string::npos &&
           suits.find(text[1]) != std::string::npos;
}

std::vector<Card> sorted_hand(std::vector<Card> cards) {
    std::sort(cards.begin(), cards.end(), [](const Card& one, const Card& other) {
        auto rank = ranks.find(one[0]), other_rank = ranks.find(other[0]);
        return rank != other_rank ? rank > other_rank : suits.find(one[1]) < suits.find(other[1]);
    });
    return cards;
}
