#include "model/formats/bvh/bvh_writer.h"

#include "model/core/at.h"
#include "model/document/face_channels.h"
#include "model/formats/bvh/bvh_angles.h"
#include "model/formats/bvh/bvh_can_store.h"
#include "model/formats/bvh/bvh_frames.h"
#include "model/formats/bvh/bvh_reader.h"
#include "model/pose/pose.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>
#include <iterator>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace vitruvian {
namespace {

constexpr std::size_t max_numbers = std::size_t{32} << 20;

/// Returns the rotation of a world matrix; of a mirrored one, that of its negative, which has the same
/// rotation.
quat rotation_of(const mat4& matrix) {
    return to_transform(matrix).rotation;
}

/// Appends a blank and a number with float precision.
void append_number(std::string& text, float value) {
    fmt::format_to(std::back_inserter(text), " {:.8g}", std::abs(value) < 1e-9F ? 0.0F : value);
}
void append_numbers(std::string& text, const vec3& v) {
    for (int axis = 0; axis < 3; ++axis) append_number(text, v[axis]);
}

/// Larger positions are implausible, and their differences might overflow.
constexpr float furthest_place = 1e30F;

bool is_place(const vec3& v) {
    return std::abs(v.x) <= furthest_place && std::abs(v.y) <= furthest_place &&
           std::abs(v.z) <= furthest_place;
}

struct BvhJoint {
    std::string name;
    int node = -1;
    int parent = -1;  // into the list; -1: a root
    std::vector<int> children;
    vec3 rest{0.0F};  // world
    quat rest_rotation = identity_quat;
    vec3 end{0.0F};      // where the last bone ends, from the joint; for joints without children
    bool moves = false;  // its translation relative to its parent changes
};

/// A joint in one frame: degrees about Z, X and Y, and its position in its parent's axes.
struct BvhFrame {
    std::array<double, 3> zxy{};
    vec3 place{0.0F};
};

class BvhWriter {
  public:
    explicit BvhWriter(const Document& document) : document_(&document), skeleton_(make_skeleton(document)) {}

    Result<EncodedDocument> write() {
        choose();
        if (figures_.empty()) {
            return fail("bvh-no-humanoid", "a BVH file holds a humanoid, and this document has none",
                        {document_->file, 0, 0, {}});
        }
        gather_joints();
        if (joints_.empty()) {
            return fail("bvh-no-humanoid", "no joint of the humanoid has a finite position",
                        {document_->file, 0, 0, {}});
        }
        if (auto done = gather_frames(); !done) return tl::unexpected(done.error());
        note_missing();
        text_ = "HIERARCHY\n";
        for (std::size_t j = 0; j < joints_.size(); ++j) {
            if (joints_[j].parent < 0) write_tree(static_cast<int>(j));
        }
        write_motion();
        if (document_->source != nullptr && document_->format == FileFormat::bvh) {
            if (const Result<Document> written = read_bvh(text_, document_->file, {}))
                note_lost_edits(*document_, clip_, *written, notes_);
        }
        EncodedDocument out;
        out.bytes.resize(text_.size());
        std::memcpy(out.bytes.data(), text_.data(), text_.size());
        out.notes = std::move(notes_);
        return out;
    }

  private:
    /// The figures of a BVH file, and of others the one that the clip moves.
    void choose() {
        const std::vector<Humanoid>& all = document_->humanoids;
        clip_ = clip_in_bvh(*document_);
        if (document_->format == FileFormat::bvh) {
            for (const Humanoid& humanoid : all) figures_.push_back(&humanoid);
        } else if (!all.empty()) {
            figures_.push_back(&at(all, moved_by_clip()));
        }
        std::erase_if(figures_, [](const Humanoid* figure) { return figure->joints.empty(); });
    }

    [[nodiscard]] int moved_by_clip() const {
        if (clip_ == nullptr) return 0;
        const int nobody = static_cast<int>(document_->humanoids.size());
        std::vector<int> owner(document_->nodes.size(),
                               nobody);  // the first humanoid that has the node as a joint
        for (int h = nobody; h-- > 0;) {
            for (const Joint& joint : at(document_->humanoids, h).joints) at(owner, joint.node) = h;
        }
        int out = nobody;
        for (const Channel& c : clip_->channels) {
            if (c.node >= 0) out = std::min(out, at(owner, c.node));
        }
        return out;
    }

    void gather_joints() {
        const std::vector<mat4> world = world_matrices(skeleton_, rest_pose(skeleton_));
        names_read_ = names_in_bvh(*document_);
        std::vector<int> place(document_->nodes.size(), -1);
        for (const Humanoid* figure : figures_) {
            for (const Joint& joint : figure->joints) gather_joint(joint.node, at(world, joint.node), place);
        }
        for (std::size_t j = 0; j < joints_.size(); ++j) {
            int up = at(document_->nodes, joints_[j].node).parent;
            while (up >= 0 && at(place, up) < 0) up = at(document_->nodes, up).parent;
            if (up < 0) continue;
            joints_[j].parent = at(place, up);
            at(joints_, joints_[j].parent).children.push_back(static_cast<int>(j));
        }
        const std::vector<int> ends = end_sites(*document_);
        for (BvhJoint& joint : joints_) {
            const int end = at(ends, joint.node);
            joint.end = end_of(joint, end < 0 ? std::nullopt : std::optional(vec3(at(world, end)[3])));
        }
        name_joints();
    }

    /// Programs that read BVH know a joint by its name alone: joints of other formats get names, each its own.
    void name_joints() {
        std::set<std::string> taken;
        std::size_t numbered = 0;
        for (BvhJoint& joint : joints_) {
            joint.name = name_of(joint.node);
            if (document_->format == FileFormat::bvh) continue;
            const std::string base = joint.name;
            for (int number = 2; !taken.insert(joint.name).second; ++number)
                joint.name = fmt::format("{}_{}", base, number);
            if (joint.name != base) ++numbered;
        }
        if (numbered == 0) return;
        notes_.note(
            "bvh-names-numbered",
            fmt::format("{} joints have the name of another one, and are written with a number after it",
                        numbered),
            {document_->file, 0, 0, {}});
    }

    void gather_joint(int node, const mat4& at_rest, std::vector<int>& place) {
        if (at(place, node) >= 0) return;
        BvhJoint out;
        out.node = node;
        out.rest = vec3(at_rest[3]);
        out.rest_rotation = rotation_of(at_rest);
        if (!is_finite(at_rest) || !is_place(out.rest) || !is_finite(out.rest_rotation)) {
            warn("bvh-joint-not-finite", "joints whose position is not finite are left out");
            return;
        }
        at(place, node) = static_cast<int>(joints_.size());
        joints_.push_back(std::move(out));
    }

    /// Returns the offset to the site on the joint, otherwise half a bone length.
    [[nodiscard]] vec3 end_of(const BvhJoint& joint, const std::optional<vec3>& site) const {
        if (site && is_place(*site)) return *site - joint.rest;
        if (joint.parent < 0) return vec3(0.0F);
        return 0.5F * (joint.rest - at(joints_, joint.parent).rest);
    }

    Result<void> gather_frames() {
        const double rate = clip_ ? frame_rate(*clip_) : 0.0;
        const ClipAtFrames at_frames = clip_ ? with_keys_at_frames(*clip_, rate) : ClipAtFrames{};
        note_moved_keys(at_frames.moved, *document_, notes_);
        const double duration = std::max(at_frames.clip.duration, 0.0);
        const double wanted = duration * rate;
        if (wanted * static_cast<double>(joints_.size()) * 6.0 > static_cast<double>(max_numbers)) {
            return fail("bvh-too-large", "the clip has more frames than are written to a BVH file",
                        {document_->file, 0, 0, {}});
        }
        const auto steps = static_cast<std::size_t>(std::max(std::round(wanted), wanted > 0.0 ? 1.0 : 0.0));
        frame_time_ = steps > 0 ? duration / static_cast<double>(steps) : 1.0 / 30.0;
        Pose pose = file_pose(skeleton_);
        std::vector<mat4> world(skeleton_.size());
        for (std::size_t f = 0; f <= steps; ++f) {
            if (clip_) sample(at_frames.clip, static_cast<double>(f) * frame_time_, skeleton_, pose);
            local_to_world(skeleton_, pose, world);
            add_frame(world);
        }
        return {};
    }

    /// Numbers that are not finite keep the value of the previous frame, or of the rest pose.
    void add_frame(const std::vector<mat4>& world) {
        std::vector<BvhFrame> frame(joints_.size());
        std::vector<quat> turned(joints_.size());
        for (std::size_t j = 0; j < joints_.size(); ++j) {
            BvhJoint& joint = joints_[j];
            const mat4& now = at(world, joint.node);
            turned[j] = normalized_or_identity(rotation_of(now) * glm::conjugate(joint.rest_rotation));
            const bool root = joint.parent < 0;
            const quat above = root ? identity_quat : at(turned, joint.parent);
            const vec3 origin = root ? vec3(0.0F) : vec3(at(world, at(joints_, joint.parent).node)[3]);
            const vec3 offset = root ? joint.rest : joint.rest - at(joints_, joint.parent).rest;
            const BvhFrame before = frames_.empty() ? BvhFrame{{}, offset} : frames_.back()[j];
            frame[j].place = glm::conjugate(above) * (vec3(now[3]) - origin);
            frame[j].zxy = angles_about({2, 0, 1}, glm::conjugate(above) * turned[j], before.zxy);
            if (!is_finite(now) || !is_place(frame[j].place)) {
                frame[j] = before;
                warn("bvh-motion-not-finite",
                     "where the motion of joints is not finite, their previous values are written");
            }
            const float size = std::max(glm::length(offset), glm::length(joints_.front().rest));
            joint.moves =
                joint.moves || root || glm::distance(frame[j].place, offset) > 1e-5F * std::max(size, 1e-3F);
        }
        frames_.push_back(std::move(frame));
    }

    void warn(const char* code, std::string message) {
        notes_.warn(code, std::move(message), {document_->file, 0, 0, {}});
    }

    void note_missing() {
        const auto note = [&](const char* code, std::string message) {
            notes_.note(code, std::move(message), {document_->file, 0, 0, {}});
        };
        if (!document_->meshes.empty())
            note("bvh-no-meshes", "BVH holds no meshes: only the skeleton and its motion are written");
        if (document_->humanoids.size() > figures_.size())
            note("bvh-one-humanoid", "BVH holds one figure: the other humanoids are left out");
        const std::size_t clips = document_->clips.size();
        if (clips > 1) {
            note("bvh-one-clip", fmt::format("BVH holds one clip: \"{}\" is written, {} left out",
                                             clip_ ? clip_->name : "", clips - (clip_ ? 1 : 0)));
        }
        if (!clip_ && clips > 0)
            note("bvh-no-clip", "no clip moves the joints of the figure: its pose is written as one frame");
        const bool has_gaze =
            std::ranges::any_of(document_->humanoids, [](const Humanoid& h) { return h.gaze_node >= 0; });
        if (clip_ && (has_gaze || has_face_channels(*clip_, *document_)))
            note("bvh-no-faces",
                 "BVH holds no weights of displacers and expressions, and no gaze: the clip's are left out");
        const bool limited = std::ranges::any_of(figures_, [](const Humanoid* figure) {
            return std::ranges::any_of(figure->joints, [](const Joint& joint) {
                return joint.lower_limit || joint.upper_limit || joint.stiffness;
            });
        });
        if (limited) note("bvh-no-limits", "BVH holds no joint limits and no stiffness");
    }

    void line(std::size_t depth, const std::string& words) {
        text_.append(depth, '\t');
        text_ += words;
        text_ += '\n';
    }

    void write_offset(std::size_t depth, const vec3& offset) {
        std::string words = "OFFSET";
        append_numbers(words, offset);
        line(depth, words);
    }

    /// Where the motion has the root's whole position, the OFFSET is 0 for programs that add both. A BVH file
    /// whose rest position differs from the motion's first frame keeps its OFFSET.
    [[nodiscard]] vec3 root_offset(int index) const {
        const BvhJoint& root = at(joints_, index);
        const bool rests_apart =
            document_->format == FileFormat::bvh && at(frames_.front(), index).place != root.rest;
        return rests_apart ? root.rest : vec3(0.0F);
    }

    /// Names with blanks that are already in the file are kept; a joint without a name has that of its bone.
    [[nodiscard]] std::string name_of(int node) const {
        const std::string& name = at(document_->nodes, node).name;
        if (names_read_.contains(name)) return name;
        if (name.empty() && document_->format != FileFormat::bvh) {
            for (const Humanoid* figure : figures_) {
                if (const std::optional<Bone> bone = figure->bones.bone_of(node))
                    return std::string(to_string(*bone));
            }
        }
        return bvh_word(name);
    }

    void open_joint(std::size_t depth, int index) {
        const BvhJoint& joint = at(joints_, index);
        order_.push_back(index);
        line(depth, (joint.parent < 0 ? "ROOT " : "JOINT ") + joint.name);
        line(depth, "{");
        write_offset(depth + 1,
                     joint.parent < 0 ? root_offset(index) : joint.rest - at(joints_, joint.parent).rest);
        line(depth + 1, joint.moves ? "CHANNELS 6 Xposition Yposition Zposition Zrotation Xrotation Yrotation"
                                    : "CHANNELS 3 Zrotation Xrotation Yrotation");
        if (!joint.children.empty()) return;
        line(depth + 1, "End Site");
        line(depth + 1, "{");
        write_offset(depth + 2, joint.end);
        line(depth + 1, "}");
    }

    /// Without recursion: skeletons may be arbitrarily deep.
    void write_tree(int root) {
        struct Visit {
            int joint;
            std::size_t next;
        };
        std::vector<Visit> stack{{root, 0}};
        open_joint(0, root);
        while (!stack.empty()) {
            const std::vector<int>& children = at(joints_, stack.back().joint).children;
            if (stack.back().next < children.size()) {
                const int child = children[stack.back().next++];
                open_joint(stack.size(), child);
                stack.push_back({child, 0});
            } else {
                stack.pop_back();
                line(stack.size(), "}");
            }
        }
    }

    void write_motion() {
        text_ += fmt::format("MOTION\nFrames: {}\nFrame Time: {:.9g}\n", frames_.size(), frame_time_);
        for (const std::vector<BvhFrame>& frame : frames_) {
            for (const int j : order_) {
                if (at(joints_, j).moves) append_numbers(text_, at(frame, j).place);
                for (const double angle : at(frame, j).zxy) append_number(text_, static_cast<float>(angle));
            }
            text_ += '\n';
        }
    }

    const Document* document_;
    Skeleton skeleton_;
    std::vector<const Humanoid*> figures_;
    const Clip* clip_ = nullptr;
    std::vector<BvhJoint> joints_;
    std::set<std::string> names_read_;
    std::vector<int> order_;  // in the file's order
    std::vector<std::vector<BvhFrame>> frames_;
    double frame_time_ = 0.0;
    std::string text_;
    Diagnostics notes_;
};

}  // namespace

Result<EncodedDocument> write_bvh(const Document& document) {
    return BvhWriter(document).write();
}

}  // namespace vitruvian
