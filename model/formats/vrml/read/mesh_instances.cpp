#include "model/formats/vrml/read/mesh_instances.h"

#include "model/formats/vrml/read/frames.h"
#include "model/formats/vrml/read/segments.h"
#include "model/formats/vrml/read/skins.h"

#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

namespace vitruvian::vrml {
namespace {

/// Nested USEs can request more instances than any scene has.
constexpr std::size_t max_instances = 200'000;

/// Which vertices each of the file's points became, in rows.
struct VerticesOfPoints {
    std::vector<std::uint32_t> begin;
    std::vector<std::uint32_t> vertex;

    explicit VerticesOfPoints(const Mesh& mesh) {
        const bool split = !mesh.source_vertex.empty();
        const std::size_t points = split ? mesh.source_vertex_count : mesh.positions.size();
        begin.assign(points + 1, 0);
        vertex.resize(mesh.positions.size());
        const auto point_of = [&](std::size_t v) {
            return split ? mesh.source_vertex[v] : static_cast<std::uint32_t>(v);
        };
        for (std::size_t v = 0; v < vertex.size(); ++v) ++begin[point_of(v) + 1];
        for (std::size_t p = 1; p <= points; ++p) begin[p] += begin[p - 1];
        std::vector<std::uint32_t> next(begin.begin(), begin.end() - 1);
        for (std::size_t v = 0; v < vertex.size(); ++v)
            vertex[next[point_of(v)]++] = static_cast<std::uint32_t>(v);
    }
};

/// The document's node for what is in no other node.
int scene_node(BuildContext& build) {
    int& node = build.shared.scene_node;
    if (node >= 0) return node;
    node = static_cast<int>(build.document.nodes.size());
    build.document.nodes.emplace_back().name = scene_node_name;
    build.built.nodes.emplace_back();
    build.built.node_places.emplace_back();
    return node;
}

std::shared_ptr<const Skin> rigid_skin(BuildContext& build, int node, const WalkPlace& at) {
    mat4 inverse_bind(node_from(at));
    if (!is_finite(inverse_bind)) inverse_bind = mat4(1.0F);
    const bool same = build.shared.last_skin && build.shared.last_skin->nodes.front() == node &&
                      build.shared.last_skin->inverse_bind.front() == inverse_bind;
    if (!same) build.shared.last_skin = std::make_shared<const Skin>(Skin{"", {node}, {inverse_bind}});
    return build.shared.last_skin;
}

std::shared_ptr<const Mesh> displaced(BuildContext& build, const Geometry& geometry,
                                      const SegmentDisplacers& displacers) {
    auto& known = build.shared.displaced[{geometry.mesh.get(), displacers.segment}];
    if (known) return known;
    if (!build.world.spend_values(value_count(*geometry.mesh))) return geometry.mesh;
    auto mesh = std::make_shared<Mesh>(*geometry.mesh);
    const VerticesOfPoints rows(*mesh);
    for (const SegmentDisplacer& displacer : displacers.list) {
        MorphTarget target;
        target.name = displacer.name;
        for (std::size_t i = 0; i < displacer.points.size(); ++i) {
            const std::int32_t point = displacer.points[i];
            if (point < 0 || static_cast<std::size_t>(point) + 1 >= rows.begin.size()) {
                build.document.diagnostics.warn("hanim-displacer-index",
                                                "a Displacer names a point that does not exist");
                continue;
            }
            const auto p = static_cast<std::size_t>(point);
            for (std::uint32_t v = rows.begin[p]; v < rows.begin[p + 1]; ++v) {
                target.vertices.push_back(rows.vertex[v]);
                if (!displacer.offsets.empty()) target.positions.push_back(displacer.offsets[i]);
            }
        }
        mesh->targets.push_back(std::move(target));
    }
    return known = std::move(mesh);
}

void add_instance(BuildContext& build, NodeRef shape, const WalkPlace& at, const Geometry& geometry,
                  int material) {
    MeshInstance instance;
    instance.name = build.world.given_name(shape);
    instance.mesh = geometry.mesh;
    instance.material = material;
    instance.humanoid = at.humanoid;
    instance.segment = at.segment;
    instance.node = at.node >= 0 ? at.node : scene_node(build);
    if (instance.name.empty() && at.segment >= 0) {
        const Humanoid& humanoid = build.document.humanoids[static_cast<std::size_t>(at.humanoid)];
        instance.name = humanoid.segments[static_cast<std::size_t>(at.segment)].name;
    }
    instance.skin = rigid_skin(build, instance.node, at);
    if (at.displacers != nullptr && !at.displacers->list.empty()) {
        // Without a coord of its own, the Segment refers to the first mesh in it.
        if (!at.displacers->coord.valid()) at.displacers->coord = geometry.coord;
        if (geometry.coord.valid() && geometry.coord == at.displacers->coord) {
            instance.mesh = displaced(build, geometry, *at.displacers);
            if (instance.mesh != geometry.mesh)
                for (const SegmentDisplacer& d : at.displacers->list) instance.displacers.push_back(d.index);
        }
    }
    if (at.in_skin) bind_skin(build, instance, shape, at, geometry);
    build.document.meshes.push_back(std::move(instance));
    build.built.shapes.push_back(
        {geometry.coord, geometry.normal, geometry.normal_of_vertex, at.group, shape});
}

}  // namespace

void visit_shape(BuildContext& build, NodeRef node, const WalkPlace& at) {
    if (at.hidden) {
        build.world.note(
            node, "vrml-hidden",
            "shapes that a field \"visible\" hides are not shown, and written to VRML and X3D alone");
        // Where it is, for the writers, as a group without contents.
        if (!at.in_skin && node.env->proto == none)
            build.built.groups.push_back({node, at.group, at.node, node_from(at)});
        return;
    }
    if (build.document.meshes.size() >= max_instances) {
        build.document.diagnostics.warn("vrml-too-many-shapes",
                                        "the world shows too many shapes; the rest is left out");
        return;
    }
    const NodeRef shape = build.world.node(node, "geometry");
    if (!shape.valid()) return;
    NodeRef appearance = build.world.node(node, "appearance");
    GeometryWish wish;
    // An image that is missing on this disk may exist on another.
    const NodeRef named = appearance.valid() ? build.world.node(appearance, "texture") : NodeRef{};
    wish.texture_coordinates = build.appearance.has_texture(appearance) ||
                               (named.valid() && build.world.syntax(named).type == "ImageTexture");
    if (wish.texture_coordinates) wish.texture_transform = build.world.node(appearance, "textureTransform");
    const Geometry geometry = build.geometry.get(shape, wish);
    if (!geometry.mesh) return;
    SurfaceUse use;
    use.has_colors = geometry.has_colors;
    use.translucent = geometry.translucent;
    use.double_sided = geometry.double_sided;
    use.lines = geometry.mesh->topology != Topology::triangles;
    add_instance(build, node, at, geometry, build.appearance.material(appearance, use));
}

}  // namespace vitruvian::vrml
