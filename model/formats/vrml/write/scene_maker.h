// Converts a document to an output scene: humanoids with their joints, segments, sites, displacers and skins,
// all other nodes as Transforms, shapes, cameras, lights, sky and clips. What an output scene cannot store is
// noted.
#pragma once

#include "model/formats/vrml/write/output_node.h"
#include "model/io/save_options.h"

namespace vitruvian::vrml {

/// Side files and notes go into `encoded`.
[[nodiscard]] OutputScene make_scene(const Document& document, const SaveOptions& options,
                                     EncodedDocument& encoded);

}  // namespace vitruvian::vrml
