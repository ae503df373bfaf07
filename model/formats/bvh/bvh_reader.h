// BVH (Biovision hierarchy) motion files to a Document: a rig without meshes, its bones by name, and one
// clip. The format has no specification; where programs differ, the comments in bvh_reader.cpp say what is
// done.
#pragma once

#include "model/document/document.h"
#include "model/formats/bvh/bvh_parser.h"
#include "model/io/load_options.h"

#include <string>
#include <string_view>
#include <vector>

namespace vitruvian {

/// Reads a BVH file held in memory. Errors carry line and column. Lengths are the file's units, whatever they
/// are; +Y need not be up (see BodyFrame).
[[nodiscard]] Result<Document> read_bvh(std::string_view text, const std::string& name,
                                        const LoadOptions& options);

/// A document with all that its file's text says, for those who change the text.
struct TracedBvh {
    Document document;
    std::vector<BvhChannels> channels;  // per node
    std::vector<vec3> offsets;          // per node, as the file has them
    std::vector<bool> displaces;        // per node: its positions are added to its OFFSET
    BvhMotion motion;
    BvhPlaces places;
};
[[nodiscard]] Result<TracedBvh> trace_bvh(std::string_view text, const std::string& name);

}  // namespace vitruvian
