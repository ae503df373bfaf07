// One humanoid of a document with what belongs to it, as a document of its own: what is measured of each figure of
// a crowd then takes no longer for the others.
#pragma once

#include "model/document/document.h"

#include <cstddef>
#include <vector>

namespace vitruvian {

class FigureExtractor {
  public:
    /// `document` outlives this.
    explicit FigureExtractor(const Document& document);

    /// The humanoid `humanoid` as humanoid 0: its joints, sites and their ancestors (world transforms are the same),
    /// its meshes, displacers and viewpoints, and of clips those that give a reference pose, as far as they move
    /// it. Without materials, images, lights, diagnostics and source.
    [[nodiscard]] Document alone(std::size_t humanoid) const;

  private:
    struct Parts {
        std::vector<std::size_t> meshes, displacers, viewpoints;
        std::vector<std::pair<std::size_t, std::size_t>> reference_channels;  // clip, channel
    };
    [[nodiscard]] std::vector<int> nodes_of(std::size_t humanoid) const;

    const Document* document_;
    std::vector<Parts> parts_;  // of each humanoid
};

}  // namespace vitruvian
