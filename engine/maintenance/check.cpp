// Store::check and Store::validate.
#include "engine/maintenance/collection_check.h"
#include "engine/snapshot.h"
#include "engine/storage/page_walker.h"

namespace sheaf {

CheckReport Store::check(const std::filesystem::path& path, const Progress& progress) {
    const storage::PageWalk walk = storage::walkPages(path);
    CheckReport report;
    report.pagesChecked = walk.lastPage + 1;
    for (const storage::PageDamage& damage : walk.damage) {
        const std::string tree = damage.tree.empty() ? "" : " of tree " + damage.tree;
        report.findings.push_back({"page", "page " + std::to_string(damage.page) + tree, damage.problem});
    }
    if (progress) progress("pages", report.pagesChecked, report.pagesChecked);
    if (!report.ok()) return report;
    try {
        const CheckReport contents = open(path, {.readOnly = true, .createIfMissing = false}).validate(progress);
        report.findings = contents.findings;
        report.documentsChecked = contents.documentsChecked;
        report.entriesChecked = contents.entriesChecked;
    } catch (const Error& error) {
        if (error.code() != ErrorCode::StoreDamaged) throw;
        report.findings.push_back({"catalog", path.string(), error.what()});
    }
    return report;
}

CheckReport Store::validate(const Progress& progress) const {
    CheckReport report;
    const engine::Snapshot snapshot(*impl_);
    for (const engine::EntryPtr& entry : snapshot.catalog().all()) {
        engine::checkCollection(snapshot.transaction(), *entry, report, progress);
    }
    return report;
}

}  // namespace sheaf
