// The floors of scans: one cursor loop with one bounded walk of each document.
#include "bench/floor/floors.h"
#include "bench/floor/scan.h"
#include "bench/floor/shape_walk.h"
#include "bench/questions/queries.h"

namespace sheaf::bench::floor {
namespace {

bool isBook(Span material) {
    bool book = false;
    walk(material, [&](std::uint8_t type, std::string_view name, const std::uint8_t* value) {
        if (name != "type") return true;
        book = type == 0x02 && textAt(value, material.end) == "book";
        return false;
    });
    return book;
}

class ScanEarly : public ScanFloor {
public:
    using ScanFloor::ScanFloor;

    std::uint64_t run() override {
        found_ = 0;
        forEachRecord(store_, [&](Span elements) {
            bool book = false;
            walk(elements, [&](std::uint8_t type, std::string_view name, const std::uint8_t* value) {
                if (name == "material" && type == 0x03) {
                    book = isBook(elementsInside(value, elements.end));
                    return book;
                }
                if (name != "score") return true;
                found_ += book && type == 0x10 && loadAt<std::int32_t>(value) >= 4 ? 1 : 0;
                return false;
            });
        });
        return scale_.documents;
    }
    void check() override { requireEqual("documents", found_, expectedGoodBooks(scale_)); }

private:
    std::uint64_t found_ = 0;
};

class ScanEarlyPredicted : public ScanFloor {
public:
    using ScanFloor::ScanFloor;

    std::uint64_t run() override {
        found_ = 0;
        ShapeWalk<2> outer({"material", "score"});
        ShapeWalk<1> inner({"type"});
        forEachRecord(store_, [&](Span elements) {
            const auto [material, score] = outer.find(elements);
            if (score == nullptr || score[-7] != 0x10 || loadAt<std::int32_t>(score) < 4) return;
            if (material == nullptr) return;
            const Span inside = elementsInside(material, elements.end);
            const auto [type] = inner.find(inside);
            found_ += type != nullptr && textAt(type, inside.end) == "book" ? 1 : 0;
        });
        return scale_.documents;
    }
    void check() override { requireEqual("documents", found_, expectedGoodBooks(scale_)); }

private:
    std::uint64_t found_ = 0;
};

class ScanLate : public ScanFloor {
public:
    using ScanFloor::ScanFloor;

    std::uint64_t run() override {
        found_ = 0;
        forEachRecord(store_, [&](Span elements) {
            walk(elements, [&](std::uint8_t type, std::string_view name, const std::uint8_t* value) {
                if (name != "state") return true;
                found_ += type == 0x02 && textAt(value, elements.end) == "hidden" ? 1 : 0;
                return false;
            });
        });
        return scale_.documents;
    }
    void check() override { requireEqual("documents", found_, expectedHidden(scale_)); }

private:
    std::uint64_t found_ = 0;
};

}  // namespace

std::unique_ptr<Contestant> scanEarly(const Scale& scale) { return contestant<ScanEarly>(scale); }
std::unique_ptr<Contestant> scanEarlyPredicted(const Scale& scale) { return contestant<ScanEarlyPredicted>(scale); }
std::unique_ptr<Contestant> scanLate(const Scale& scale) { return contestant<ScanLate>(scale); }

}  // namespace sheaf::bench::floor
