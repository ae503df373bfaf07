#include "model/vrml/world_patch.h"

#include "model/edit/changes.h"
#include "model/io/gzip.h"
#include "model/io/source.h"
#include "model/vrml/field_patch.h"
#include "model/vrml/opened_world.h"
#include "model/vrml/patch_check.h"
#include "model/vrml/references.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

namespace vitruvian {
namespace vrml {
namespace {

std::vector<float> floats(const vec3& v) {
    return {v.x, v.y, v.z};
}

/// Axis and angle of a unit quaternion (VRML97 5.8), in double precision; `unit`: radians in one of the
/// file's angles.
FieldValue rotation_value(const quat& q, double unit) {
    const glm::dquat precise(q);
    const double sine = std::sqrt(precise.x * precise.x + precise.y * precise.y + precise.z * precise.z);
    FieldValue out{"SFRotation", {0.0F, 0.0F, 1.0F, 0.0F}, {}};
    if (sine < 1e-12) return out;
    const double angle = 2.0 * std::atan2(sine, precise.w) / unit;
    out.numbers = {static_cast<float>(precise.x / sine), static_cast<float>(precise.y / sine),
                   static_cast<float>(precise.z / sine), static_cast<float>(angle)};
    return out;
}

class WorldPatcher {
  public:
    WorldPatcher(OpenedWorld& opened, Encoding encoding, const Document& document, Diagnostics& notes)
        : opened_(&opened),
          fields_(opened.world, *opened.root, encoding),
          from_(&opened.document),
          to_(&document),
          notes_(&notes) {}

    Result<void> make(const Change& change) {
        const bool of_joint = change.aspect == Aspect::limits || change.aspect == Aspect::stiffness;
        if (of_joint && is_transform(node_of(joint(change)))) return no_joint(node_of(joint(change)));
        switch (change.aspect) {
            case Aspect::humanoid_name:
                if (humanoid(change).node < 0) {
                    return fail("save-no-place", "the file has no Humanoid node that could be given a name",
                                {to_->file, 0, 0, ""});
                }
                return set_name(node_of(humanoid(change).node), humanoid(change).name);
            case Aspect::joint_name:
                return rename_joint(change);
            case Aspect::segment_name:
                return set_name(opened_->built.segments[at(change.humanoid)][at(change.index)],
                                humanoid(change).segments[at(change.index)].name);
            case Aspect::site_name: {
                const int node = humanoid(change).sites[at(change.index)].node;
                return set_name(node_of(node), to_->nodes[at(node)].name);
            }
            case Aspect::displacer_name:
                return set_name(displacer(change), to_->displacers[at(change.index)].name);
            case Aspect::limits:
                return set_limits(joint(change),
                                  from_->humanoids[at(change.humanoid)].joints[at(change.index)]);
            case Aspect::stiffness:
                return set_list(joint(change), "stiffness", joint(change).stiffness);
            case Aspect::centre:
            case Aspect::delta:
                return set_frame(joint(change));
            case Aspect::weight:
                return fields_.set(displacer(change), "weight",
                                   {"SFFloat", {to_->displacers[at(change.index)].weight}, {}});
        }
        return {};
    }

    [[nodiscard]] const TextEdits& edits() const { return fields_.edits(); }

  private:
    static std::size_t at(int index) { return static_cast<std::size_t>(index); }
    [[nodiscard]] const Humanoid& humanoid(const Change& change) const {
        return to_->humanoids[at(change.humanoid)];
    }
    [[nodiscard]] const Joint& joint(const Change& change) const {
        return humanoid(change).joints[at(change.index)];
    }
    [[nodiscard]] NodeRef node_of(int node) const { return opened_->built.nodes[at(node)]; }
    [[nodiscard]] NodeRef node_of(const Joint& joint) const { return node_of(joint.node); }
    [[nodiscard]] NodeRef displacer(const Change& change) const {
        return opened_->built.displacer_nodes[at(change.index)];
    }

    /// A Transform that is a joint by its DEF name has no fields for what only Joints know.
    [[nodiscard]] tl::unexpected<Error> no_joint(NodeRef node) const {
        return fail("save-structure", "only a Joint node can say this of a joint",
                    opened_->world.tree(node).location(opened_->world.syntax(node).range.begin));
    }
    [[nodiscard]] bool is_transform(NodeRef node) const {
        return opened_->world.kind(node) == WorldNode::transform;
    }

    Result<void> set_name(NodeRef node, const std::string& name) {
        if (is_transform(node)) return no_joint(node);
        return fields_.set(node, "name", {"SFString", {}, name});
    }

    /// Motions and poses mean joints by name.
    Result<void> rename_joint(const Change& change) {
        const int node = joint(change).node;
        const std::string& old_name = from_->nodes[at(node)].name;
        const std::string& name = to_->nodes[at(node)].name;
        if (Result<void> done = set_name(node_of(node), name); !done) return done;
        World& world = opened_->world;
        for (const BuiltMotion& motion : opened_->built.motions) {
            if (motion.humanoid != change.humanoid) continue;
            if (Result<void> done = fields_.replace_word(motion.node, "joints", old_name, name); !done) {
                return done;
            }
            for (const Field& field : world.syntax(motion.node).fields) {
                for (const NodeRef use : world.nodes(motion.node, field.name)) {
                    const NodeRef posed = world.concrete(use);
                    if (!posed.valid() || world.kind(posed) != WorldNode::joint) continue;
                    if (posed == node_of(node) || read_string(world, posed, "name") != old_name) continue;
                    if (Result<void> done = set_name(posed, name); !done) return done;
                }
            }
        }
        return {};
    }

    Result<void> set_list(const Joint& joint, std::string_view field, const std::optional<vec3>& value) {
        if (!value) return fields_.clear(node_of(joint), field, "MFFloat");
        return fields_.set(node_of(joint), field, {"MFFloat", floats(*value), {}});
    }

    [[nodiscard]] double angle_unit() const { return opened_->root->file->tree.angle_unit; }
    [[nodiscard]] std::optional<vec3> in_file_units(const std::optional<vec3>& limit) const {
        return limit ? std::optional(*limit / static_cast<float>(angle_unit())) : std::nullopt;
    }

    Result<void> set_limits(const Joint& joint, const Joint& before) {
        const NodeRef node = node_of(joint);
        World& world = opened_->world;
        const bool one_value =
            read_floats(world, node, "llimit").size() == 1 || read_floats(world, node, "ulimit").size() == 1;
        if (one_value && set_robot_limits(joint)) return limits_done_;
        if (joint.lower_limit == vec3(0.0F) && joint.upper_limit == vec3(0.0F)) {
            notes_->warn(
                "hanim-limits-zero",
                fmt::format("{} is frozen about all axes; H-Anim's limits of 0 0 0 are its default, and "
                            "read as not given",
                            to_->nodes[at(joint.node)].name));
        }
        // Two that read as not given may stand there as 0 0 0.
        const bool both = !before.lower_limit && !before.upper_limit;
        if (both || joint.lower_limit != before.lower_limit) {
            if (Result<void> done = set_list(joint, "llimit", in_file_units(joint.lower_limit)); !done)
                return done;
        }
        if (!both && joint.upper_limit == before.upper_limit) return {};
        return set_list(joint, "ulimit", in_file_units(joint.upper_limit));
    }

    /// Limits about a robot's one axis stay one value each. False where the limits are about more than it.
    bool set_robot_limits(const Joint& joint) {
        const vec3 axis = read_joint_axis(opened_->world, node_of(joint));
        const vec3 size = glm::abs(axis);
        const int main = size.x >= size.y && size.x >= size.z ? 0 : (size.y >= size.z ? 1 : 2);
        if (!joint.lower_limit || !joint.upper_limit) return false;
        for (int i = 0; i < 3; ++i) {
            const bool free = (*joint.lower_limit)[i] == 0.0F && (*joint.upper_limit)[i] == 0.0F;
            if (i != main && !free) return false;
        }
        float lower = (*in_file_units(joint.lower_limit))[main];
        float upper = (*in_file_units(joint.upper_limit))[main];
        if (axis[main] < 0.0F) {
            std::swap(lower, upper);
            lower = -lower;
            upper = -upper;
        }
        limits_done_ = fields_.set(node_of(joint), "llimit", {"MFFloat", {lower}, {}});
        if (limits_done_) limits_done_ = fields_.set(node_of(joint), "ulimit", {"MFFloat", {upper}, {}});
        return true;
    }

    /// center, and the transform about it: T(center' - the parent's) F = rest * delta (see builder.h). Where
    /// the file's transform is a pose it is the delta as it stands.
    Result<void> set_frame(const Joint& joint) {
        const NodeRef ref = node_of(joint);
        const Node& before = from_->nodes[at(joint.node)];
        const Node& after = to_->nodes[at(joint.node)];
        Transform old_transform = before.delta;
        Transform transform = after.delta;
        if (opened_->built.frames.at(ref.key()).front().in_rest) {
            const auto in_file = [](const Document& document, const Node& node) {
                const vec3 above =
                    node.parent < 0 ? vec3(0.0F) : document.nodes[at(node.parent)].frame_offset;
                Transform out = compose(node.rest, node.delta);
                out.translation -= node.frame_offset - above;
                return out;
            };
            old_transform = in_file(*from_, before);
            transform = in_file(*to_, after);
        }
        if (before.frame_offset != after.frame_offset) {
            if (Result<void> done = set_vector(ref, "center", after.frame_offset); !done) return done;
        }
        const float rounding = 1e-6F * (1.0F + glm::length(transform.translation));
        if (glm::distance(old_transform.translation, transform.translation) > rounding) {
            if (Result<void> done = set_vector(ref, "translation", transform.translation); !done) return done;
        }
        if (old_transform.scale != transform.scale) {
            if (Result<void> done = set_vector(ref, "scale", transform.scale); !done) return done;
        }
        if (old_transform.rotation == transform.rotation) return {};
        return fields_.set(ref, "rotation", rotation_value(transform.rotation, angle_unit()));
    }

    Result<void> set_vector(NodeRef node, std::string_view field, const vec3& value) {
        return fields_.set(node, field, {"SFVec3f", floats(value), {}});
    }

    OpenedWorld* opened_;
    FieldPatcher fields_;
    const Document* from_;
    const Document* to_;
    Diagnostics* notes_;
    Result<void> limits_done_;
};

/// The text of `source` with the changes made, under the byte order mark that it had.
Result<std::string> patched_text(std::string_view bytes, const Document& document,
                                 const std::vector<Change>& changes, const SaveOptions& options,
                                 Diagnostics& notes) {
    const DocumentSource& source = *document.source;
    LoadOptions load;
    load.cancel = options.cancel;
    const auto tell = [&](float progress) {
        if (options.progress != nullptr) options.progress->store(progress);
    };
    tell(0.1F);
    const std::string_view mark = bytes.starts_with("\xEF\xBB\xBF") ? bytes.substr(0, 3) : std::string_view();
    const std::string_view text = bytes.substr(mark.size());
    Result<std::unique_ptr<OpenedWorld>> opened = open_world(text, document.file, source.folder, load);
    if (!opened) return tl::unexpected(opened.error());
    if ((*opened)->document.nodes.size() != source.as_read.nodes.size()) {
        return fail("source-changed", "a file that this one refers to is not what it was when it was opened",
                    {document.file, 0, 0, ""});
    }
    WorldPatcher patcher(**opened, encoding_of(text), document, notes);
    for (const Change& change : changes) {
        if (Result<void> done = patcher.make(change); !done) return tl::unexpected(done.error());
    }
    std::string out(mark);
    out += patcher.edits().apply(text);
    opened->reset();
    tell(0.5F);
    Result<std::unique_ptr<OpenedWorld>> again =
        open_world(std::string_view(out).substr(mark.size()), document.file, source.folder, load);
    if (!again) return tl::unexpected(again.error());
    if (const std::optional<std::string> wrong = patch_difference((*again)->document, document)) {
        return fail(
            "save-not-exact",
            fmt::format("this file cannot say what was edited without changing something else ({}): undo "
                        "that, or save in another format",
                        *wrong),
            {document.file, 0, 0, ""});
    }
    return out;
}

/// True where the file goes to another folder than the one that it was read from.
bool moves(const Document& document, const SaveOptions& options) {
    const std::filesystem::path& from = document.source->folder;
    std::error_code error;
    return !from.empty() && !options.folder.empty() &&
           !std::filesystem::equivalent(from, options.folder, error);
}

/// Such a file takes along what it refers to. Its text, where that then has other names; else nullopt.
Result<std::optional<std::string>> take_references(std::string_view text, const Document& document,
                                                   const SaveOptions& options, EncodedDocument& out) {
    const std::filesystem::path& from = document.source->folder;
    LoadOptions load;
    load.cancel = options.cancel;
    const std::string_view mark = text.starts_with("\xEF\xBB\xBF") ? text.substr(0, 3) : std::string_view();
    text.remove_prefix(mark.size());
    const Result<std::unique_ptr<OpenedWorld>> opened = open_world(text, document.file, from, load);
    if (!opened) return tl::unexpected(opened.error());
    const TextEdits renamed = carry_references((*opened)->world, from, options, out);
    if (renamed.empty()) return std::nullopt;
    return std::string(mark) + renamed.apply(text);
}

}  // namespace
}  // namespace vrml

Result<EncodedDocument> patch_world(const Document& document, const SaveOptions& options) {
    const DocumentSource& source = *document.source;
    const Location where{document.file, 0, 0, ""};
    if (!source.bytes.intact()) {
        return fail(
            "source-changed",
            "another program changed this file since it was opened: save under another name and format, or "
            "open it again",
            where);
    }
    const std::optional<std::vector<Change>> changes = find_changes(source.as_read, document);
    if (!changes)
        return fail("save-structure", "only writing the file anew can carry what was edited", where);

    const std::span<const std::byte> stored = source.bytes.span();
    const bool was_compressed = is_gzip(stored);
    const bool compress = options.compress.value_or(was_compressed);
    const bool as_stored = changes->empty() && compress == was_compressed;
    EncodedDocument out;
    if (as_stored && !vrml::moves(document, options)) {
        out.bytes.assign(stored.begin(), stored.end());
        return out;
    }
    Inflated inflated;
    std::span<const std::byte> bytes = stored;
    if (was_compressed) {
        Result<Inflated> unpacked = inflate_gzip(bytes, document.file, LoadLimits{}.max_inflated_bytes);
        if (!unpacked) return tl::unexpected(unpacked.error());
        if (!unpacked->complete && !as_stored) {
            out.notes.warn("gzip-damaged",
                           "what of the damaged file could not be unpacked is not in the saved one", where);
        }
        inflated = std::move(*unpacked);
        bytes = inflated.bytes;
    }
    std::string_view text(reinterpret_cast<const char*>(bytes.data()), bytes.size());
    std::string edited;
    if (!changes->empty()) {
        Result<std::string> patched = vrml::patched_text(text, document, *changes, options, out.notes);
        if (!patched) return tl::unexpected(patched.error());
        edited = std::move(*patched);
        text = edited;
    }
    if (vrml::moves(document, options)) {
        Result<std::optional<std::string>> renamed = vrml::take_references(text, document, options, out);
        if (!renamed) return tl::unexpected(renamed.error());
        if (*renamed) edited = std::move(**renamed);
    }
    if (as_stored && edited.empty()) {
        out.bytes.assign(stored.begin(), stored.end());
        return out;
    }
    const std::span<const std::byte> made = edited.empty() ? bytes : std::as_bytes(std::span(edited));
    out.bytes.assign(made.begin(), made.end());
    if (compress) {
        const std::span<const std::byte> like =
            was_compressed ? source.bytes.span() : std::span<const std::byte>();
        out.bytes = deflate_gzip(out.bytes, like);
    }
    return out;
}

}  // namespace vitruvian
