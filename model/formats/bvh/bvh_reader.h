// Reads BVH (Biovision hierarchy) motion files into a Document: a rig without meshes, with bones mapped by
// name, and one clip. The format has no specification; where programs differ, the comments in bvh_reader.cpp
// state which interpretation is used.
#pragma once

#include "model/document/document.h"
#include "model/formats/bvh/bvh_parser.h"
#include "model/io/load_options.h"

#include <string>
#include <string_view>
#include <vector>

namespace vitruvian {

/// Reads a BVH file held in memory. Errors carry line and column. Lengths stay in the file's units; the up
/// axis need not be +Y (see BodyFrame).
[[nodiscard]] Result<Document> read_bvh(std::string_view text, const std::string& name,
                                        const LoadOptions& options);

/// A document with everything that its file's text contains, for code that changes the text.
struct TracedBvh {
    Document document;
    std::vector<BvhChannels> channels;  // per node
    std::vector<vec3> offsets;          // per node, as written in the file
    std::vector<bool> displaces;        // per node: whether its positions are added to its OFFSET
    BvhMotion motion;
    BvhPlaces places;
};
[[nodiscard]] Result<TracedBvh> trace_bvh(std::string_view text, const std::string& name);

}  // namespace vitruvian
