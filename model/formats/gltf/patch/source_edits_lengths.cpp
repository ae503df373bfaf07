// Edits lengths in extensions and in data that the document does not hold, of a file that was scaled.
#include "model/core/at.h"
#include "model/formats/gltf/patch/node_references.h"
#include "model/formats/gltf/patch/source_edits.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <string_view>

namespace vitruvian::gltf {
namespace {

constexpr std::array length_paths{
    std::string_view("/cameras/*/perspective/znear"),
    std::string_view("/cameras/*/perspective/zfar"),
    std::string_view("/cameras/*/orthographic/*"),
    std::string_view("/extensions/VRM/firstPerson/firstPersonBoneOffset/*"),
    std::string_view("/extensions/VRM/secondaryAnimation/boneGroups/*/hitRadius"),
    std::string_view("/extensions/VRM/secondaryAnimation/colliderGroups/*/colliders/*/radius"),
    std::string_view("/extensions/VRM/secondaryAnimation/colliderGroups/*/colliders/*/offset/*"),
    std::string_view("/extensions/VRMC_vrm/lookAt/offsetFromHeadBone/*"),
    std::string_view("/extensions/VRMC_springBone/springs/*/joints/*/hitRadius"),
    std::string_view("/extensions/VRMC_springBone/colliders/*/shape/*/radius"),
    std::string_view("/extensions/VRMC_springBone/colliders/*/shape/*/offset/*"),
    std::string_view("/extensions/VRMC_springBone/colliders/*/shape/*/tail/*"),
};

/// Finds the factor common to nearly all of the numbers.
class CommonFactor {
  public:
    void add(const vec3& from, const vec3& to) {
        for (int k = 0; k < 3; ++k) {
            if (std::abs(from[k]) > 1e-6F)
                ratios_.push_back(static_cast<double>(to[k]) / static_cast<double>(from[k]));
        }
    }
    /// 1 where there is none.
    double find() {
        if (ratios_.empty()) return 1.0;
        const auto middle = ratios_.begin() + static_cast<std::ptrdiff_t>(ratios_.size() / 2);
        std::nth_element(ratios_.begin(), middle, ratios_.end());
        const double factor = *middle;
        const auto alike = std::count_if(ratios_.begin(), ratios_.end(), [factor](double ratio) {
            return std::abs(ratio - factor) <= 1e-3 * std::abs(factor);
        });
        const bool is_common = alike * 10 >= static_cast<std::ptrdiff_t>(ratios_.size()) * 9;
        return is_common && factor > 0.0 && std::abs(factor - 1.0) > 1e-4 ? factor : 1.0;
    }

  private:
    std::vector<double> ratios_;
};

}  // namespace

void SourceEdits::scale_lengths() {
    CommonFactor common;
    for (std::size_t n = 0; n < now_.nodes.size(); ++n)
        common.add(was_.nodes[n].rest.translation, now_.nodes[n].rest.translation);
    for (std::size_t m = 0; m < now_.meshes.size(); ++m) {
        const std::vector<vec3>& from = was_.meshes[m].mesh->positions;
        const std::vector<vec3>& to = now_.meshes[m].mesh->positions;
        for (std::size_t v = 0; v < std::min({from.size(), to.size(), std::size_t{16}}); ++v)
            common.add(from[v], to[v]);
    }
    const double factor = common.find();
    if (factor == 1.0) return;
    for (const std::string_view path : length_paths) {
        // A key that cannot be named is not on any of these paths.
        static_cast<void>(
            for_each_at(traced_.root, path, [&](const Json& value, const std::vector<std::string>& steps) {
                if (!value.is_number() || value.get<double>() == 0.0) return;
                json_.set(pointer_of(steps), number(static_cast<float>(value.get<double>() * factor)));
            }));
    }
}

}  // namespace vitruvian::gltf
