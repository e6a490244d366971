// Writes documents element by element; lengths are filled in when a level is closed.
#pragma once

#include <sheaf/bson/buffer.h>
#include <sheaf/bson/document.h>

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace sheaf::bson {

// Appends one document to a buffer: its own, or a caller's (several documents may then follow each other there).
//
//   Builder builder;
//   builder.append("_id", 1).openArray("tags");
//   builder.push("a").push("b").close();
//   Document document = builder.take();
//
// Names must hold no null byte (BadValue). Not checked: duplicate names, and the size limit (see validate.h).
class Builder {
public:
    Builder() : Builder(own_) {}
    explicit Builder(Buffer& out);
    Builder(const Builder&) = delete;
    Builder& operator=(const Builder&) = delete;

    Builder& append(std::string_view name, ValueView value);  // a missing value appends nothing
    Builder& append(std::string_view name, double value);
    Builder& append(std::string_view name, std::int32_t value);
    Builder& append(std::string_view name, std::int64_t value);
    Builder& append(std::string_view name, bool value);
    Builder& append(std::string_view name, std::nullptr_t);
    Builder& append(std::string_view name, std::string_view value);
    Builder& append(std::string_view name, const char* value) { return append(name, std::string_view(value)); }
    Builder& append(std::string_view name, const std::string& value) { return append(name, std::string_view(value)); }
    Builder& append(std::string_view name, ObjectId value);
    Builder& append(std::string_view name, Date value);
    Builder& append(std::string_view name, Timestamp value);
    Builder& append(std::string_view name, Decimal128 value);
    Builder& append(std::string_view name, BinaryView value);
    Builder& append(std::string_view name, RegexView value);
    Builder& append(std::string_view name, DbPointerView value);
    Builder& append(std::string_view name, CodeView value);
    Builder& append(std::string_view name, SymbolView value);
    Builder& append(std::string_view name, MinKey);
    Builder& append(std::string_view name, MaxKey);
    Builder& append(std::string_view name, Undefined);
    Builder& append(std::string_view name, DocumentView value);
    Builder& append(std::string_view name, const Document& value) { return append(name, value.view()); }
    Builder& append(std::string_view name, ArrayView value);
    Builder& append(std::string_view name, const Value& value) { return append(name, value.view()); }
    Builder& append(const Element& element) { return append(element.name, element.value); }
    Builder& appendCodeWithScope(std::string_view name, std::string_view code, DocumentView scope);
    // int32 when it fits, else int64.
    Builder& appendCount(std::string_view name, std::uint64_t count);
    // All elements of a document, as they are.
    Builder& appendElements(DocumentView document);

    // Inside an array: the same with the next index as the name.
    template <typename T>
    Builder& push(const T& value) {
        IndexName name(frames_.back().count++);
        return append(name.view(), value);
    }

    Builder& openDocument(std::string_view name);
    Builder& openArray(std::string_view name);
    Builder& pushDocument();
    Builder& pushArray();
    // Closes the innermost open level.
    Builder& close();

    // How many levels are open inside the document.
    std::size_t depth() const { return frames_.size() - 1; }
    // Bytes so far, counted from the document's start.
    std::size_t size() const { return out_->size() - frames_.front().start; }
    bool isEmpty() const { return size() <= 4; }

    // Closes the document. The builder is then finished.
    DocumentView finish();
    // finish(), and hands the bytes over. Only for a builder with a buffer of its own.
    Document take();

private:
    struct Frame {
        std::size_t start;
        std::uint32_t count;
    };
    // The text of an array index, without allocation.
    class IndexName {
    public:
        explicit IndexName(std::uint32_t index);
        std::string_view view() const { return {text_ + start_, sizeof text_ - start_}; }

    private:
        char text_[10];
        std::size_t start_;
    };

    std::uint8_t* element(Type type, std::string_view name, std::size_t valueBytes);
    void open(Type type, std::string_view name);

    Buffer own_;
    Buffer* out_;
    std::vector<Frame> frames_;
};

namespace detail {
inline void appendPairs(Builder&) {}
template <typename T, typename... Rest>
void appendPairs(Builder& builder, std::string_view name, const T& value, const Rest&... rest) {
    builder.append(name, value);
    appendPairs(builder, rest...);
}
}  // namespace detail

// make("ok", 1.0, "n", 3): a document of the given names and values.
template <typename... Pairs>
Document make(const Pairs&... pairs) {
    static_assert(sizeof...(pairs) % 2 == 0, "names and values come in pairs");
    Builder builder;
    detail::appendPairs(builder, pairs...);
    return builder.take();
}

}  // namespace sheaf::bson
