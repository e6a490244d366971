// A cursor over documents that are in memory already: collections, indexes.
#pragma once

#include "engine/read/batch_cursor.h"

#include <sheaf/bson/document.h>

#include <string>
#include <vector>

namespace sheaf::engine {

class ListCursor final : public BatchCursor {
public:
    ListCursor(std::string ns, std::vector<bson::Document> documents)
        : ns_(std::move(ns)), documents_(std::move(documents)) {}

    std::string_view ns() const override { return ns_; }
    void fill(Operation& operation, const BatchLimits& limits, BatchSink& sink) override;
    bool isAtEnd() const override { return next_ == documents_.size(); }

private:
    std::string ns_;
    std::vector<bson::Document> documents_;
    std::size_t next_ = 0;
};

}  // namespace sheaf::engine
