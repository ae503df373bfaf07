// Shapes to mesh instances: each stands in the frame of the node that carries it, by its rigid skin.
#include "model/core/at.h"
#include "model/formats/vrml/read/builder.h"

#include <glm/gtc/matrix_transform.hpp>

#include <utility>

namespace vitruvian::vrml {
namespace {

/// A world of USEs within USEs can ask for more instances than any scene has.
constexpr std::size_t most_instances = 200'000;

/// Which of our vertices each of the file's points became, in rows.
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

}  // namespace

void Builder::visit_shape(NodeRef node, const Context& at) {
    if (document_->meshes.size() >= most_instances) {
        document_->diagnostics.warn("vrml-too-many-shapes",
                                    "the world shows too many shapes; the rest is left out");
        return;
    }
    const NodeRef shape = world_->node(node, "geometry");
    if (!shape.valid()) return;
    NodeRef appearance = world_->node(node, "appearance");
    GeometryWish wish;
    // A picture that is not on this disk may be on another.
    const NodeRef named = appearance.valid() ? world_->node(appearance, "texture") : NodeRef{};
    wish.texture_coordinates = appearance_.has_texture(appearance) ||
                               (named.valid() && world_->syntax(named).type == "ImageTexture");
    if (wish.texture_coordinates) wish.texture_transform = world_->node(appearance, "textureTransform");
    const Geometry geometry = geometry_.get(shape, wish);
    if (!geometry.mesh) return;
    Wearer wearer;
    wearer.has_colors = geometry.has_colors;
    wearer.translucent = geometry.translucent;
    wearer.double_sided = geometry.double_sided;
    wearer.lines = geometry.mesh->topology != Topology::triangles;
    add_instance(node, at, geometry, appearance_.material(appearance, wearer));
}

void Builder::add_instance(NodeRef shape, const Context& at, const Geometry& geometry, int material) {
    MeshInstance instance;
    instance.name = world_->given_name(shape);
    instance.mesh = geometry.mesh;
    instance.material = material;
    instance.humanoid = at.humanoid;
    instance.segment = at.segment;
    instance.node = at.node;
    if (instance.node < 0) {
        if (scene_ < 0) {
            scene_ = static_cast<int>(document_->nodes.size());
            document_->nodes.emplace_back().name = "scene";
            built_.nodes.emplace_back();
            built_.node_places.emplace_back();
        }
        instance.node = scene_;
    }
    if (instance.name.empty() && at.segment >= 0) {
        const Humanoid& humanoid = document_->humanoids[static_cast<std::size_t>(at.humanoid)];
        instance.name = humanoid.segments[static_cast<std::size_t>(at.segment)].name;
    }
    instance.skin = rigid_skin(instance.node, at);
    if (at.displacers != nullptr && !at.displacers->list.empty()) {
        // Without a coord of its own the Segment means the first mesh in it.
        if (!at.displacers->coord.valid()) at.displacers->coord = geometry.coord;
        if (geometry.coord.valid() && geometry.coord == at.displacers->coord) {
            instance.mesh = displaced(geometry, *at.displacers);
            if (instance.mesh != geometry.mesh)
                for (const SegmentDisplacer& d : at.displacers->list) instance.displacers.push_back(d.index);
        }
    }
    if (at.in_skin) wear_skin(instance, shape, at, geometry);
    document_->meshes.push_back(std::move(instance));
    built_.shapes.push_back({geometry.coord, geometry.normal, geometry.normal_of_vertex, at.place});
}

std::shared_ptr<const Skin> Builder::rigid_skin(int node, const Context& at) {
    const glm::dmat4 node_from_here = glm::translate(glm::dmat4(1.0), -glm::dvec3(at.offset)) * at.baked;
    mat4 inverse_bind(node_from_here);
    if (!is_finite(inverse_bind)) inverse_bind = mat4(1.0F);
    const bool same =
        last_skin_ && last_skin_->nodes.front() == node && last_skin_->inverse_bind.front() == inverse_bind;
    if (!same) last_skin_ = std::make_shared<const Skin>(Skin{"", {node}, {inverse_bind}});
    return last_skin_;
}

std::shared_ptr<const Mesh> Builder::displaced(const Geometry& geometry,
                                               const SegmentDisplacers& displacers) {
    auto& known = displaced_[{geometry.mesh.get(), displacers.segment}];
    if (known) return known;
    if (!world_->spend_values(value_count(*geometry.mesh))) return geometry.mesh;
    auto mesh = std::make_shared<Mesh>(*geometry.mesh);
    const VerticesOfPoints rows(*mesh);
    for (const SegmentDisplacer& displacer : displacers.list) {
        MorphTarget target;
        target.name = displacer.name;
        for (std::size_t i = 0; i < displacer.points.size(); ++i) {
            const std::int32_t point = displacer.points[i];
            if (point < 0 || static_cast<std::size_t>(point) + 1 >= rows.begin.size()) {
                document_->diagnostics.warn("hanim-displacer-index",
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

}  // namespace vitruvian::vrml
