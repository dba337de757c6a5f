// Cards: two characters, rank then suit.
#pragma once

#include <string>
#include <vector>

using Card = std::string;

// All cards from the lowest rank on, by rank ascending, then by suit.
std::vector<Card> pack_from(int lowest);

bool is_card(const std::string& text);

// By rank descending, then by suit: how a hand is shown.
std::vector<Card> sorted_hand(std::vector<Card> cards);
