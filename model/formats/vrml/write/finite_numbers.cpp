#include "model/formats/vrml/write/finite_numbers.h"

#include <algorithm>
#include <cmath>

namespace vitruvian::vrml {
namespace {

bool make_finite(OutputValue& value) {
    if (auto* list = std::get_if<std::vector<float>>(&value)) {
        const auto odd = [](float number) { return !std::isfinite(number); };
        if (std::none_of(list->begin(), list->end(), odd)) return false;
        std::replace_if(list->begin(), list->end(), odd, 0.0F);
        return true;
    }
    auto* narrow = std::get_if<float>(&value);
    auto* wide = std::get_if<double>(&value);
    if (narrow != nullptr && !std::isfinite(*narrow)) {
        *narrow = 0.0F;
    } else if (wide != nullptr && !std::isfinite(*wide)) {
        *wide = 0.0;
    } else {
        return false;
    }
    return true;
}

}  // namespace

std::size_t make_finite(OutputScene& scene) {
    std::size_t changed = 0;
    std::vector<OutputNode*> open;  // not recursive: scenes nest deeply
    for (OutputNode& root : scene.roots) open.push_back(&root);
    while (!open.empty()) {
        OutputNode& node = *open.back();
        open.pop_back();
        for (OutputField& field : node.fields) {
            if (auto* nodes = std::get_if<std::vector<OutputNode>>(&field.value)) {
                for (OutputNode& child : *nodes) open.push_back(&child);
            } else if (make_finite(field.value)) {
                ++changed;
            }
        }
    }
    return changed;
}

}  // namespace vitruvian::vrml
