// A cursor over the documents of a find, an aggregation or a listing.
#pragma once

#include <sheaf/bson/document.h>

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

namespace sheaf {

// Walks the documents that match, in plan order.
//
// Holds a snapshot only while it fills a batch: between batches it remembers its position, so an idle cursor pins no
// old pages, and a later batch sees later writes. For one state throughout, use a snapshot Session.
// Threads: one at a time; may move between threads. Must not outlive its Store. Closing is automatic.
class Cursor {
public:
    struct Impl;
    explicit Cursor(std::unique_ptr<Impl> impl);
    Cursor(Cursor&&) noexcept;
    Cursor& operator=(Cursor&&) noexcept;
    ~Cursor();

    // The next document, or none at the end. The view is valid until the next call here; copy() keeps it.
    // Throws the plan's errors (see Collection::find); the cursor is then closed.
    std::optional<bson::DocumentView> next();

    // All documents that are left.
    std::vector<bson::Document> toVector();

    // for (DocumentView document : collection.find(…)) …
    class Iterator {
    public:
        using value_type = bson::DocumentView;
        using difference_type = std::ptrdiff_t;
        using iterator_category = std::input_iterator_tag;
        using pointer = const bson::DocumentView*;
        using reference = const bson::DocumentView&;
        Iterator() = default;
        explicit Iterator(Cursor* cursor) : cursor_(cursor) { ++*this; }
        const bson::DocumentView& operator*() const { return *current_; }
        const bson::DocumentView* operator->() const { return &*current_; }
        Iterator& operator++() {
            current_ = cursor_->next();
            if (!current_) cursor_ = nullptr;
            return *this;
        }
        void operator++(int) { ++*this; }
        friend bool operator==(const Iterator& a, const Iterator& b) { return a.cursor_ == b.cursor_; }

    private:
        Cursor* cursor_ = nullptr;
        std::optional<bson::DocumentView> current_;
    };
    Iterator begin() { return Iterator(this); }
    Iterator end() { return {}; }

private:
    std::unique_ptr<Impl> impl_;
};

}  // namespace sheaf
