#include "model/formats/bvh/bvh_patch.h"

#include "model/core/at.h"
#include "model/core/utf8.h"
#include "model/document/differences.h"
#include "model/document/frame_difference.h"
#include "model/formats/bvh/bvh_can_store.h"
#include "model/formats/bvh/bvh_frames.h"
#include "model/formats/bvh/bvh_rows.h"
#include "model/formats/bvh/bvh_structure.h"
#include "model/io/source.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

namespace vitruvian {
namespace {

class BvhPatcher {
  public:
    BvhPatcher(std::string_view text, const Document& document, const TracedBvh& file) : file_(file) {
        match_.text = text;
        match_.file = &file;
        match_.goal = &document;
        match_.clip = clip_ = clip_in_bvh(document);
    }

    Result<std::string> patched() {
        if (auto done = match_joints(); !done) return tl::unexpected(done.error());
        match_ends();
        if (auto done = find_frames(); !done) return tl::unexpected(done.error());
        if (auto done = put_nodes(); !done) return tl::unexpected(done.error());
        if (auto done = put_motion(match_, edits_); !done) return tl::unexpected(done.error());
        return edits_.apply(match_.text);
    }

    /// Checks that the edited text reads back as intended.
    [[nodiscard]] Result<void> check(const Document& found) const {
        if (found.nodes.size() != nodes().size()) return refuse("its joints");
        for (std::size_t n = 0; n < nodes().size(); ++n) {
            const Node& node = found.nodes[n];
            if (node.kind == NodeKind::joint && node.name != name_of(n))
                return refuse("the name " + name_of(n));
            if (match_.goal_of[n] < 0 || keeps_offset_zero(n)) continue;
            if (!nearly_equal(node.rest.translation, match_.goal_node(n).rest.translation))
                return refuse("where " + name_of(n) + " rests");
        }
        return match_.frames == 0 ? Result<void>{} : check_motion(found);
    }

    [[nodiscard]] const Clip* clip() const { return clip_; }
    [[nodiscard]] std::size_t moved_keys() const { return at_frames_.moved; }

  private:
    [[nodiscard]] const std::vector<Node>& nodes() const { return file_.document.nodes; }
    [[nodiscard]] tl::unexpected<Error> refuse(const std::string& what) const {
        return no_place_in_bvh(*match_.goal, what);
    }

    /// Matches joints by order: they must be the file's, with the same parents.
    Result<void> match_joints() {
        const std::vector<int> joints = joints_in_file_order(file_.document);
        match_.goal_of.assign(nodes().size(), -1);
        std::vector<int> file_of(match_.goal->nodes.size(), -1);
        std::size_t next = 0;
        for (const int n : joints_in_file_order(*match_.goal)) {
            const Node& node = at(match_.goal->nodes, n);
            if (next == joints.size()) return refuse("joint " + node.name);
            const int joint = joints[next++];
            const int parent = node.parent < 0 ? -1 : at(file_of, node.parent);
            const bool has_same_parent =
                parent == at(nodes(), joint).parent && (parent >= 0 || node.parent < 0);
            if (!has_same_parent || node.rest.scale != vec3(1.0F) ||
                turn_between(node.rest.rotation, identity_quat) > 4e-7F)
                return refuse("the parent of joint " + node.name + ", or its axes");
            at(match_.goal_of, joint) = n;
            at(file_of, n) = joint;
        }
        if (next != joints.size()) return refuse("joints that are gone");
        return {};
    }

    /// Matches the End Site of a joint with the end of its chain; ambiguous where there are several.
    void match_ends() {
        const std::vector<int> ends = end_sites(*match_.goal);
        std::vector<int> count(nodes().size(), 0);
        for (const Node& node : nodes()) {
            if (node.kind == NodeKind::site) ++at(count, node.parent);
        }
        for (std::size_t n = 0; n < nodes().size(); ++n) {
            if (nodes()[n].kind != NodeKind::site || at(count, nodes()[n].parent) != 1) continue;
            const int joint = at(match_.goal_of, nodes()[n].parent);
            const int end = at(ends, joint);
            if (end >= 0 && at(match_.goal->nodes, end).parent == joint) match_.goal_of[n] = end;
        }
    }

    /// Determines the number of frames and the frame time.
    Result<void> find_frames() {
        const BvhMotion& before = file_.motion;
        match_.frame_time = before.frame_time;
        match_.frames = before.frames;
        if (before.frames == 0) {
            const bool is_posed = std::any_of(match_.goal->nodes.begin(), match_.goal->nodes.end(),
                                              [](const Node& node) { return node.delta != Transform{}; });
            return match_.clip != nullptr || is_posed ? Result<void>(refuse("a motion")) : Result<void>{};
        }
        if (match_.clip == nullptr) {
            match_.frames = 1;
            return {};
        }
        const bool keeps_rate = nearly_keeps_to(*match_.clip, 1.0 / before.frame_time);
        if (keeps_rate && before.frames > 1) {
            at_frames_ = with_keys_at_frames(*match_.clip, 1.0 / before.frame_time);
            if (at_frames_.moved > 0) match_.clip = &at_frames_.clip;
        }
        const double duration = std::max(match_.clip->duration, 0.0);
        const double steps = duration / before.frame_time;
        const bool ends_on_frame = std::abs(steps - std::round(steps)) < 2e-3 + 1e-6 * steps;
        const double frames = static_cast<double>(before.frames);
        const double same_count = (frames - 1.0) / std::max(duration, 1e-6);
        const auto& channels = match_.clip->channels;
        const bool has_key_a_frame =
            std::any_of(channels.begin(), channels.end(),
                        [&](const Channel& channel) { return channel.times.size() == before.frames; });
        const bool keeps_count = before.frames > 1 && duration > 0.0 && keeps_to(*match_.clip, same_count);
        const bool stays = ends_on_frame && keeps_rate && std::round(steps) + 1.0 == frames;
        double wanted = std::round(steps);
        if (!stays && has_key_a_frame && keeps_count) {
            wanted = frames - 1.0;
            match_.frame_time = duration / wanted;
        } else if (!stays && !(ends_on_frame && keeps_rate)) {
            wanted =
                keeps_count ? frames - 1.0 : std::max(std::round(duration * frame_rate(*match_.clip)), 1.0);
            match_.frame_time = duration / wanted;
            if (!(duration > 0.0)) return refuse("a clip without length");
        }
        constexpr double most_numbers = 32.0 * 1024.0 * 1024.0;
        if (!(wanted * static_cast<double>(before.columns) < most_numbers)) return refuse("so many frames");
        match_.frames = static_cast<std::size_t>(wanted) + 1;
        return {};
    }

    [[nodiscard]] std::string name_of(std::size_t n) const {
        const std::string& there = nodes()[n].name;
        if (match_.goal_of[n] < 0 || match_.goal_node(n).name == there) return there;
        return bvh_word(match_.goal_node(n).name);
    }

    /// Whether the OFFSET of a root stays 0: the root rests where its motion begins, and its rest position
    /// was not edited.
    [[nodiscard]] bool keeps_offset_zero(std::size_t n) const {
        const bool is_root = nodes()[n].parent < 0 && nodes()[n].kind == NodeKind::joint;
        if (!is_root || file_.motion.frames == 0 || file_.offsets[n] != vec3(0.0F)) return false;
        if (!moves(match_.file_clip(), static_cast<int>(n), ChannelPath::translation)) return false;
        const vec3& rest = match_.goal_node(n).rest.translation;
        if (rest == nodes()[n].rest.translation) return true;
        BvhPoses poses(*match_.goal, match_.clip);
        return nearly_equal(at(poses.at_frame(0, match_.frame_time).local, match_.goal_of[n]).translation,
                            rest);
    }

    Result<void> put_nodes() {
        for (std::size_t n = 0; n < nodes().size(); ++n) {
            if (match_.goal_of[n] < 0) continue;
            const BvhPlaces::OfNode& place = file_.places.nodes[n];
            if (nodes()[n].kind == NodeKind::joint && name_of(n) != nodes()[n].name)
                edits_.replace(place.name, (place.name.empty() ? " " : "") + name_of(n));
            const vec3& rest = match_.goal_node(n).rest.translation;
            if (rest == nodes()[n].rest.translation || keeps_offset_zero(n)) continue;
            for (int axis = 0; axis < 3; ++axis) {
                if (rest[axis] == file_.offsets[n][axis]) continue;
                const BvhRange range = at(place.offset, axis);
                if (range.empty()) return refuse("an OFFSET");
                const std::string_view before = match_.text.substr(range.begin, range.end - range.begin);
                edits_.replace(range, number_like(static_cast<double>(rest[axis]), before));
            }
        }
        return {};
    }

    [[nodiscard]] Result<void> check_motion(const Document& found) const {
        if (found.clips.size() != 1) return refuse("its motion");
        BvhPoses is(found, found.clips.front().get());
        BvhPoses should(*match_.goal, match_.clip);
        const double steps = static_cast<double>(std::max<std::size_t>(match_.frames, 2) - 1);
        const double frame_time = found.clips.front()->duration / steps;
        for (std::size_t f = 0; f < match_.frames; ++f) {
            const Pose& a = is.at_frame(f, frame_time);
            const Pose& b = should.at_frame(f, match_.frame_time);
            for (std::size_t n = 0; n < nodes().size(); ++n) {
                if (nodes()[n].kind != NodeKind::joint) continue;
                const Transform& x = a.local[n];
                const Transform& y = at(b.local, match_.goal_of[n]);
                const float near = 1e-4F * std::max(1.0F, glm::length(y.translation));
                if (glm::distance(x.translation, y.translation) > near ||
                    turn_between(x.rotation, y.rotation) > 1e-4F)
                    return refuse(fmt::format("how {} moves in frame {}", name_of(n), f));
            }
        }
        return {};
    }

    const TracedBvh& file_;
    BvhMatch match_;
    const Clip* clip_ = nullptr;  // the document's
    ClipAtFrames at_frames_;      // what is written of it, where keys are between frames
    BvhEdits edits_;
};

}  // namespace

Result<EncodedDocument> patch_bvh(const Document& document) {
    const DocumentSource& source = *document.source;
    const std::span<const std::byte> bytes = source.bytes.span();
    EncodedDocument out;
    if (source.bytes.intact() && differences(source.as_read, document).empty()) {
        out.bytes.assign(bytes.begin(), bytes.end());
        return out;
    }
    const std::string_view all(reinterpret_cast<const char*>(bytes.data()), bytes.size());
    const std::string_view text = without_bom(all);
    const Result<TracedBvh> file = trace_bvh(text, document.file);
    if (!source.bytes.intact() || !file || !differences(file->document, source.as_read).empty())
        return no_place_in_bvh(document, "edits: it is not the text that was read");
    const Result<std::string> restructured = with_joints_of(document, text, *file);
    if (!restructured) return tl::unexpected(restructured.error());
    const Result<TracedBvh> with_joints = trace_bvh(*restructured, document.file);
    if (!with_joints) return no_place_in_bvh(document, "joints that came or went");
    BvhPatcher patcher(*restructured, document, *with_joints);
    const Result<std::string> patched = patcher.patched();
    if (!patched) return tl::unexpected(patched.error());
    const Result<Document> found = read_bvh(*patched, document.file, {});
    if (!found) return tl::unexpected(found.error());
    if (auto done = patcher.check(*found); !done) return tl::unexpected(done.error());
    out.bytes.assign(bytes.begin(), bytes.begin() + static_cast<std::ptrdiff_t>(all.size() - text.size()));
    const auto added = std::as_bytes(std::span(*patched));
    out.bytes.insert(out.bytes.end(), added.begin(), added.end());
    note_moved_keys(patcher.moved_keys(), document, out.notes);
    note_lost_edits(document, patcher.clip(), *found, out.notes);
    return out;
}

}  // namespace vitruvian
