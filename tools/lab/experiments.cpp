// The table of experiments.
#include "tools/lab/experiments.h"

#include <algorithm>
#include <array>

namespace sheaf::lab {
namespace {

constexpr std::array kExperiments{
    &kFollowers,
    &kRewrite,
};

std::size_t editDistance(std::string_view a, std::string_view b) {
    std::vector<std::size_t> row(b.size() + 1);
    for (std::size_t j = 0; j <= b.size(); ++j) row[j] = j;
    for (std::size_t i = 1; i <= a.size(); ++i) {
        std::size_t diagonal = row[0];
        row[0] = i;
        for (std::size_t j = 1; j <= b.size(); ++j) {
            const std::size_t substituted = diagonal + (a[i - 1] == b[j - 1] ? 0 : 1);
            diagonal = row[j];
            row[j] = std::min({row[j] + 1, row[j - 1] + 1, substituted});
        }
    }
    return row[b.size()];
}

}  // namespace

std::span<const Experiment* const> experiments() { return kExperiments; }

const Experiment* findExperiment(std::string_view name) {
    for (const Experiment* experiment : kExperiments) {
        if (experiment->name == name) return experiment;
    }
    return nullptr;
}

std::vector<std::string_view> nearestExperiments(std::string_view name) {
    std::vector<std::string_view> names;
    for (const Experiment* experiment : kExperiments) names.push_back(experiment->name);
    std::stable_sort(names.begin(), names.end(), [&](std::string_view a, std::string_view b) {
        return editDistance(name, a) < editDistance(name, b);
    });
    names.resize(std::min<std::size_t>(names.size(), 3));
    return names;
}

}  // namespace sheaf::lab
