// Merges displacers: glTF has one per mesh, whereas an H-Anim figure described by VITRUVIAN_hanim has one for
// everything that a Displacer node moves.
#pragma once

#include "model/core/at.h"
#include "model/formats/gltf/read/hanim_object.h"
#include "model/formats/gltf/read/reading.h"

#include <cstddef>
#include <memory>
#include <set>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

namespace vitruvian::gltf {

class HanimDisplacers {
  public:
    explicit HanimDisplacers(Reading& reading) : reading_(reading), document_(reading.document) {}

    /// The displacers of one figure.
    void read(const HanimObject& object, int humanoid, const std::vector<int>& segment_number);
    /// Called after all figures are read: replaces the document's displacers by those read. Displacers that
    /// no figure refers to come last.
    void finish();
    /// Returns the new index of a displacer of the document as it was read.
    [[nodiscard]] int new_number(int displacer) const {
        return displacer < 0 ? -1 : at(displacer_number_, displacer);
    }

  private:
    void name_vertices(const ListedTarget& target);

    Reading& reading_;
    Document& document_;
    std::vector<std::pair<std::string, std::size_t>> listed_;  // per element of `displacers_`, see Places
    std::vector<Displacer> displacers_;                        // in the order of the objects
    std::vector<int> displacer_number_;  // per displacer as read: its index in `displacers_`
    std::unordered_map<int, std::vector<std::size_t>> instances_of_node_;
    std::unordered_map<const Mesh*, std::shared_ptr<Mesh>> changed_meshes_;
    std::set<std::pair<const Mesh*, std::size_t>> relisted_;    // targets whose listed vertices are set
    std::vector<std::shared_ptr<const Mesh>> original_meshes_;  // kept alive while their addresses are keys
};

}  // namespace vitruvian::gltf
