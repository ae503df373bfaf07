// Segments of a humanoid with their displacers, and sites.
#pragma once

#include "model/formats/vrml/read/build_context.h"

#include <cstdint>
#include <string>
#include <vector>

namespace vitruvian::vrml {

/// A Displacer as in the file, to be applied to the meshes that use the segment's points.
struct SegmentDisplacer {
    int index = -1;  // into Document::displacers; -1: of a part, until it is joined with its leader
    std::string name;
    std::vector<std::int32_t> points;
    std::vector<vec3> offsets;
    NodeRef node;
    NodeRef leader;  // of a part: the Displacer that it may be a part of
    int joint = -1;  // of a part: the document's node
};

struct SegmentDisplacers {
    NodeRef coord;
    std::uint64_t segment = 0;
    std::vector<SegmentDisplacer> list;
};

void visit_segment(BuildContext& build, NodeRef node, const WalkPlace& at);
void visit_site(BuildContext& build, NodeRef node, const WalkPlace& at);

/// Adds the Displacers of a Segment or, where they move the skin's points, of a Joint.
void add_displacers(BuildContext& build, NodeRef node, const WalkPlace& at, SegmentDisplacers& out);
/// Joins the parts of a skin's Displacers (see displacer_parts.h), once all of its joints were visited.
void join_displacer_parts(BuildContext& build, int humanoid, SegmentDisplacers& skin);

}  // namespace vitruvian::vrml
