// Actions: which arguments every type takes, and whether a menu admits an action.
#pragma once

#include <nlohmann/json.hpp>

using Json = nlohmann::json;

// The member of an object; null if there is none, as in a request that leaves it out.
const Json& get(const Json& value, const std::string& key);

// Throws the refusal of an action that `menu`, the menu of the actor `turn`, does not admit. The turn is null
// once the session is over.
void admit(const Json& menu, const Json& turn, const Json& actor, const Json& action, std::size_t seats);
