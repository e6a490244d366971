// What the write commands' requests and replies have in common.
#pragma once

#include "engine/commands/command.h"

#include <vector>

namespace sheaf::engine {

inline constexpr std::size_t kMaxWriteBatch = 100'000;

// The statements of a write command: from inside the command (null: none there) or from the sequence of that name.
// Throws 40414 when neither is there, 40413 for both, InvalidLength (16) for none or more than kMaxWriteBatch.
std::span<const bson::DocumentView> oneSourceOf(const CommandCall& call, const CommandFields& fields, std::string_view name,
                                                const std::vector<bson::DocumentView>* inside);

// Takes over what the generic arguments say. Throws BadValue (2) for `pages` without `metered`.
void finishSettings(const CommandCall& call, WriteSettings& settings);

// writeErrors, when there are any.
void appendWriteErrors(bson::Builder& reply, const std::vector<WriteError>& errors);

}  // namespace sheaf::engine
