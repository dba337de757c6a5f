// The kinds of refusal. Any other exception means that this program broke.
#pragma once

#include <stdexcept>
#include <string>
#include <utility>

// The rules forbid it, and nothing has changed. The code is one of the protocol's words.
struct Rejected : std::runtime_error {
    explicit Rejected(std::string reason, const std::string& message = "")
        : std::runtime_error(message.empty() ? reason : message), code(std::move(reason)) {}
    std::string code;
};

// A method, a rule set, an option's value or a number of seats that hello does not claim.
struct Unsupported : std::runtime_error {
    using std::runtime_error::runtime_error;
};
