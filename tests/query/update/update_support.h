// What the tests of updates share: one document, one update, and what comes of it as text.
#pragma once

#include "query/logical_bytes.h"
#include "query/update/update.h"

#include <sheaf/bson/json.h>
#include <sheaf/bson/validate.h>
#include <sheaf/error.h>

#include <doctest/doctest.h>

#include <string>

namespace sheaf::query::test {

struct UpdateCase {
    std::string what;
    std::string document;
    std::string update;
    std::string outcome;  // the new document, "same" when nothing changes, or the error's codeName
};

inline std::string canonical(DocumentView document) { return document.toJson(bson::JsonMode::Canonical); }

// Applies and checks what every application promises: the result is valid, `out` is appended to or untouched, and the
// operators' count of changed bytes is that of a comparison.
inline std::string applyOnce(DocumentView document, const Update& update, const UpdateContext& context = {}) {
    bson::Buffer out;
    out.append(std::uint8_t{'x'});  // what stands in the buffer before must stay
    try {
        const UpdateResult result = update.apply(document, context, out);
        CHECK(out.data()[0] == 'x');
        CHECK(result.isChanged == (out.size() > 1));
        CHECK(result.isChanged == (result.touched != 0));
        if (!result.isChanged) return "same";
        CHECK(bool(bson::validate({out.data() + 1, out.size() - 1}, bson::kStoredLimits)));
        const DocumentView changed(out.data() + 1, out.size() - 1);
        CHECK(canonical(changed) != canonical(document));
        if (!context.isUpsertInsert) CHECK(result.logicalBytes == logicalBytes(document, changed));
        return canonical(changed);
    } catch (const Error& error) {
        CHECK(out.size() == 1);
        return error.codeName();
    }
}

inline std::string outcomeOf(const std::string& document, const std::string& update, const UpdateContext& context = {},
                             const UpdateOptions& options = {}) {
    try {
        const bson::Document parsed = parse(update);
        return applyOnce(parse(document), Update::parse(parsed.view().asValue(), options), context);
    } catch (const Error& error) {
        return error.codeName();
    }
}

// Canonical text of an expected document; other words as they are.
inline std::string expected(const std::string& outcome) {
    return outcome[0] == '{' ? canonical(parse(outcome)) : outcome;
}

template <std::size_t count>
void checkAll(const UpdateCase (&cases)[count], const UpdateContext& context = {}) {
    for (const UpdateCase& c : cases) {
        CAPTURE(c.what);
        CAPTURE(c.document);
        CAPTURE(c.update);
        CHECK(outcomeOf(c.document, c.update, context) == expected(c.outcome));
    }
}

}  // namespace sheaf::query::test
