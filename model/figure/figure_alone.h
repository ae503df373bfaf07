// Extraction of one humanoid as a document of its own, so that measuring each figure of a crowd does not cost
// time for the others.
#pragma once

#include "model/document/document.h"

#include <cstddef>
#include <vector>

namespace vitruvian {

class FigureExtractor {
  public:
    /// `document` must outlive this.
    explicit FigureExtractor(const Document& document);

    /// Returns humanoid `humanoid` as humanoid 0: its joints, sites and their ancestors (with the same world
    /// transforms), its meshes, displacers and viewpoints, and those channels of reference pose clips that
    /// move it. Without materials, images, lights, diagnostics and source.
    [[nodiscard]] Document alone(std::size_t humanoid) const;

  private:
    struct Parts {
        std::vector<std::size_t> meshes, displacers, viewpoints;
        std::vector<std::pair<std::size_t, std::size_t>> reference_channels;  // clip, channel
    };
    [[nodiscard]] std::vector<int> nodes_of(std::size_t humanoid) const;

    const Document* document_;
    std::vector<Parts> parts_;  // for each humanoid
};

}  // namespace vitruvian
