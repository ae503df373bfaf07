#include "model/formats/vrml/patch/moved_shapes.h"

#include "model/core/at.h"
#include "model/edit/frames.h"
#include "model/formats/vrml/patch/field_patch.h"
#include "model/formats/vrml/patch/statements.h"
#include "model/formats/vrml/patch/world_edits.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>

namespace vitruvian::vrml {
namespace {

/// Returns the frame spanned by three points far from each other; nullopt where they are collinear.
std::optional<glm::dmat4> frame_of(const std::vector<vec3>& points, std::size_t a, std::size_t b,
                                   std::size_t c) {
    const glm::dvec3 origin(points[a]);
    const glm::dvec3 along = glm::dvec3(points[b]) - origin;
    const glm::dvec3 normal = glm::cross(along, glm::dvec3(points[c]) - origin);
    if (glm::length(normal) <= 1e-9 * (1.0 + glm::dot(along, along))) return std::nullopt;
    const glm::dvec3 x = glm::normalize(along);
    const glm::dvec3 z = glm::normalize(normal);
    return glm::dmat4(glm::dvec4(x, 0.0), glm::dvec4(glm::cross(z, x), 0.0), glm::dvec4(z, 0.0),
                      glm::dvec4(origin, 1.0));
}

template <class Measure>
std::size_t largest(std::size_t count, const Measure& measure) {
    std::size_t out = 0;
    for (std::size_t i = 1; i < count; ++i) out = measure(i) > measure(out) ? i : out;
    return out;
}

/// Returns the rigid motion from `from` to `to`; nullopt if there is none.
std::optional<glm::dmat4> motion_between(const std::vector<vec3>& from, const std::vector<vec3>& to) {
    if (from.size() != to.size() || from.size() < 3) return std::nullopt;
    const std::size_t b =
        largest(from.size(), [&](std::size_t i) { return glm::distance(from[0], from[i]); });
    const std::size_t c = largest(from.size(), [&](std::size_t i) {
        return glm::length(glm::cross(from[b] - from[0], from[i] - from[0]));
    });
    const auto before = frame_of(from, 0, b, c);
    const auto after = frame_of(to, 0, b, c);
    if (!before || !after) return std::nullopt;
    const glm::dmat4 motion = *after * glm::inverse(*before);
    for (std::size_t i = 0; i < from.size(); ++i) {
        const vec3 moved(motion * glm::dvec4(glm::dvec3(from[i]), 1.0));
        if (glm::distance(moved, to[i]) > 1e-5F * (1.0F + glm::length(to[i]))) return std::nullopt;
    }
    return motion;
}

/// Removes rounding errors.
Transform rounded(const glm::dmat4& motion, float size) {
    Transform out = plain_transform(mat4(motion));
    for (int i = 0; i < 3; ++i) {
        if (std::abs(out.translation[i]) <= 1e-6F * (1.0F + size)) out.translation[i] = 0.0F;
        float& turn = out.rotation[i];
        if (std::abs(turn) <= 1e-6F) turn = 0.0F;
    }
    out.rotation = normalized_or_identity(out.rotation);
    return out;
}

class ShapeMover {
  public:
    ShapeMover(OpenedWorld& opened, Encoding encoding)
        : opened_(&opened),
          statements_(opened.root->file->tree, encoding),
          fields_(opened.world, *opened.root, encoding, SharedText::apart) {}

    /// Returns false where the shape cannot be moved on its own.
    Result<bool> move(NodeRef shape, const Transform& motion) {
        const bool is_own = shape.valid() && shape.env->file == opened_->root->file &&
                            !opened_->world.is_shared(*shape.env) && !is_used(shape.id);
        if (!is_own) return false;
        const NodeRef holder{shape.env, statements_.holder(shape.id)};
        if (holder.id != none && is_its_own(holder)) {
            Result<void> done = turn(holder, motion);
            if (!done) return tl::unexpected(done.error());
            return true;
        }
        const FieldValue place{
            "SFVec3f", {motion.translation.x, motion.translation.y, motion.translation.z}, {}};
        std::vector<std::pair<std::string_view, FieldValue>> fields{{"translation", place}};
        if (motion.rotation != identity_quat)
            fields.emplace_back("rotation", rotation_value(motion.rotation, unit()));
        statements_.wrap(shape.id, fields);
        return true;
    }

    Result<TextEdits> finish() {
        Result<TextEdits> out = fields_.finish();
        if (out && !out->add(statements_.edits()))
            return fail("save-structure", "shapes that moved overlap in the file",
                        opened_->root->file->tree.location(0));
        return out;
    }

  private:
    [[nodiscard]] const SyntaxTree& tree() const { return opened_->root->file->tree; }
    [[nodiscard]] double unit() const { return tree().angle_unit; }
    [[nodiscard]] bool is_used(NodeId node) const {
        return std::any_of(tree().nodes.begin(), tree().nodes.end(),
                           [node](const SyntaxNode& use) { return use.is_use && use.use_of == node; });
    }

    /// Whether it is a Transform that only contains this shape, without scale.
    [[nodiscard]] bool is_its_own(NodeRef holder) {
        const SyntaxNode& node = tree().nodes[holder.id];
        const vec3 scale = read_vec3(opened_->world, holder, "scale", vec3(1.0F));
        const bool is_even = scale.x == scale.y && scale.y == scale.z;
        return node.type == "Transform" && node.proto == none && nodes_of(node, "children").size() == 1 &&
               is_even && !opened_->built.frames.contains(holder.key()) && !is_used(holder.id);
    }

    /// Multiplies its frame by `motion`.
    [[nodiscard]] Result<void> turn(NodeRef holder, const Transform& motion) {
        World& world = opened_->world;
        const glm::dquat rotation(read_rotation(world, holder, "rotation"));
        const glm::dvec3 centre(read_vec3(world, holder, "center", vec3(0.0F)));
        const glm::dvec3 place(read_vec3(world, holder, "translation", vec3(0.0F)));
        const auto scale = static_cast<double>(read_vec3(world, holder, "scale", vec3(1.0F)).x);
        const glm::dquat by(motion.rotation);
        const vec3 moved(place +
                         rotation * (scale * (glm::dvec3(motion.translation) - centre + by * centre)));
        Result<void> done = fields_.set(holder, "translation", {"SFVec3f", {moved.x, moved.y, moved.z}, {}});
        if (!done || motion.rotation == identity_quat) return done;
        return fields_.set(holder, "rotation", rotation_value(quat(rotation * by), unit()));
    }

    OpenedWorld* opened_;
    Statements statements_;
    FieldPatcher fields_;
};

}  // namespace

bool has_no_points(const OpenedWorld& opened, int index) {
    return !at(opened.built.shapes, index).coord.valid();
}

Result<TextEdits> moved_shapes(OpenedWorld& opened, Encoding encoding, Document& document) {
    const std::vector<MeshInstance>& before = opened.document.meshes;
    if (before.size() != document.meshes.size()) return TextEdits{};
    std::map<std::uint64_t, int> uses;  // number of meshes per shape
    for (const BuiltShape& shape : opened.built.shapes) ++uses[shape.shape.key()];
    ShapeMover mover(opened, encoding);
    for (std::size_t m = 0; m < before.size(); ++m) {
        MeshInstance& after = document.meshes[m];
        const Mesh& as_read = *before[m].mesh;
        const BuiltShape& shape = opened.built.shapes[m];
        if (shape.coord.valid() || as_read.is_skinned() || uses[shape.shape.key()] > 1) continue;
        if (as_read.positions == after.mesh->positions) continue;
        const auto motion = motion_between(as_read.positions, after.mesh->positions);
        if (!motion) continue;
        const Transform moved = rounded(*motion, glm::length(as_read.positions.front()));
        const Result<bool> done = mover.move(shape.shape, moved);
        if (!done) return tl::unexpected(done.error());
        if (!*done) continue;
        auto mesh = std::make_shared<Mesh>(*after.mesh);
        mesh->positions = as_read.positions;
        mesh->normals = as_read.normals;
        after.mesh = std::move(mesh);
        auto skin = std::make_shared<Skin>(*after.skin);
        for (mat4& bind : skin->inverse_bind) bind = bind * to_matrix(moved);
        after.skin = std::move(skin);
    }
    return mover.finish();
}

}  // namespace vitruvian::vrml
