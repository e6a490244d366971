// Options that several commands have, and that can only be had in one way so far.
#pragma once

#include "engine/commands/fields.h"

namespace sheaf::engine {

// {locale: "simple"} or {}. NotImplemented (238) for any other collation.
void requireSimpleCollation(bson::ValueView collation, std::string_view command);
inline void requireSimpleCollation(const CommandFields& fields) {
    requireSimpleCollation(fields.document().asValue(), fields.command());
}

}  // namespace sheaf::engine
