// Semantic differences between two rigs, independent of the file format: the .wrl and the .glb of one figure
// are equal. For the exact comparison of two documents of one file see model/document/differences.h.
#pragma once

#include "model/document/difference.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace vitruvian {

enum class RigPart { joint, segment, site, displacer, bone, mesh, weights, clip, material, info };
[[nodiscard]] std::string_view to_string(RigPart part);

enum class RigChangeKind { added, removed, renamed, changed };
[[nodiscard]] std::string_view to_string(RigChangeKind kind);

struct RigChange {
    RigPart part = RigPart::joint;
    std::string name;   // in the second rig; for removed objects, in the first
    std::string place;  // of objects that have or had no name: "#12 (leftHand) below l_elbow"
    RigChangeKind kind = RigChangeKind::changed;
    std::string field;  // "upper_limit", "position", "motion", ...; empty if the whole was added or removed
    Value before;
    Value after;
    double magnitude = 0.0;  // of the change, in `unit`
    std::string_view unit;   // "rad", "m", "kg", "s"; empty: a count, a ratio or none
    std::string detail;      // for display: where, or which vertices; may be empty
    int figure = 0;          // the humanoid, index into both documents
    Item item_before;        // of kind none if there is none
    Item item_after;
};

/// Returns the changes from `first` to `second`, figure by figure: joints, segments, sites, bone map, info; then
/// of the whole files displacers, viewpoints, meshes with their weights, clips and materials. Numbers are equal
/// if they differ by at most `tolerance`: lengths in metres for a figure of 1.75 m, angles in radians. If all
/// lengths are multiplied by one factor, that is the first change, and the others are those that remain at the
/// size of `second`.
[[nodiscard]] std::vector<RigChange> compare_rigs(const Document& first, const Document& second,
                                                  double tolerance = 1e-4);

/// Returns the factor of all lengths, if that is one of the changes.
[[nodiscard]] std::optional<double> change_of_size(const std::vector<RigChange>& changes);

}  // namespace vitruvian
