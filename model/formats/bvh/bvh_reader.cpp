// Conventions that programs writing BVH agree on, and the interpretation where they differ:
//  - A joint's rotation is the product of its rotation channels in the order they are listed, in degrees.
//  - A position channel replaces that component of OFFSET; it is not added to it, unless the figure is then
// off
//    the ground and on it with the sum (three.js adds both).
//  - Files whose root has an OFFSET of zero have the figure's position in the motion alone: its rest position
//    is then that of the first frame. Files whose root has an OFFSET but only zeros as its positions were
//    written without root motion: the positions are left out.
//  - Positions of most other joints that stay so near zero that the bones would collapse are displacements
//    from their OFFSETs (older versions of Blender). Zeros of a single joint are not conclusive.
//  - End Sites become sites, named after their joint.
//  - A ROOT with enough joints for a figure becomes a separate figure.
#include "model/formats/bvh/bvh_reader.h"

#include "model/core/at.h"
#include "model/figure/bone_map.h"
#include "model/formats/bvh/bvh_parser.h"
#include "model/formats/bvh/bvh_root.h"
#include "model/pose/pose.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <utility>
#include <vector>

namespace vitruvian {
namespace {

class BvhReader {
  public:
    explicit BvhReader(BvhFile file)
        : document_(std::move(file.document)),
          channels_(std::move(file.channels)),
          motion_(std::move(file.motion)) {}

    Document read() {
        settle_positions();
        add_clip();
        add_humanoids();
        add_offset_to_root();
        return std::move(document_);
    }

    /// Called after read().
    void trace(TracedBvh& out) {
        out.channels = std::move(channels_);
        out.displaces = std::move(displaces_);
        out.motion = std::move(motion_);
    }

  private:
    /// Whether a frame's numbers for the node's position or rotation are usable.
    [[nodiscard]] bool has_key(std::size_t node, const float* row, ChannelPath path) const {
        for (const int channel : channels_[node]) {
            const bool asked = (channel < 3) == (path == ChannelPath::translation);
            if (asked && !is_sane(*row)) return false;
            ++row;
        }
        return true;
    }

    /// Returns the position of a node in a frame: its channels replace its offset's components, or are added
    /// to them.
    [[nodiscard]] vec3 position(std::size_t node, const float* row) const {
        vec3 out = document_.nodes[node].rest.translation;
        for (const int channel : channels_[node]) {
            if (channel < 3) out[channel] = *row + (displaces_[node] ? out[channel] : 0.0F);
            ++row;
        }
        return out;
    }

    [[nodiscard]] quat rotation(std::size_t node, const float* row) const {
        constexpr std::array axes{vec3(1, 0, 0), vec3(0, 1, 0), vec3(0, 0, 1)};
        quat out = identity_quat;
        for (const int channel : channels_[node]) {
            const float degrees = std::fmod(*row, 360.0F);
            if (channel >= 3 && channel < 6) {
                out = out * axis_angle(at(axes, channel - 3), glm::radians(degrees));
            }
            ++row;
        }
        return normalized_or_identity(out);
    }

    /// Determines how the positions of a joint with a parent are meant.
    void settle_joint(std::size_t node, std::size_t first) {
        std::array<bool, 3> moves{};
        for (const int channel : channels_[node]) {
            if (channel < 3) at(moves, channel) = true;
        }
        const auto moved = [&moves](vec3 v) {
            for (int axis = 0; axis < 3; ++axis) v[axis] = at(moves, axis) ? v[axis] : 0.0F;
            return glm::length(v);
        };
        float farthest = 0.0F;
        for (std::size_t f = 0; f < motion_.frames; ++f) {
            const float* row = motion_.values.data() + f * motion_.columns + first;
            if (has_key(node, row, ChannelPath::translation))
                farthest = std::max(farthest, moved(position(node, row)));
        }
        constexpr float collapsed = 0.25F;
        constexpr float nothing = 1e-3F;
        const float length = moved(document_.nodes[node].rest.translation);
        displaces_[node] = farthest < collapsed * length;
        fixed_[node] = farthest < nothing * length;
        placed_joints_ += length > 0.0F ? 1 : 0;
    }

    /// A single joint near zero may be hips that lie on the ground.
    void settle_displacements() {
        constexpr std::ptrdiff_t enough = 3;
        const auto near_zero = std::count(displaces_.begin(), displaces_.end(), true);
        if (near_zero < enough || 2 * near_zero < placed_joints_) displaces_.assign(displaces_.size(), false);
    }

    void settle_positions() {
        fixed_.assign(document_.nodes.size(), false);
        displaces_.assign(document_.nodes.size(), false);
        std::size_t column = 0;
        for (std::size_t n = 0; n < document_.nodes.size(); ++n) {
            const bool is_root = document_.nodes[n].parent < 0;
            const std::size_t first = column;
            column += channels_[n].size();
            if (motion_.frames == 0) continue;
            if (!is_root) {
                settle_joint(n, first);
                continue;
            }
            vec3& offset = document_.nodes[n].rest.translation;
            float farthest = 0.0F;
            std::optional<vec3> start;
            for (std::size_t f = 0; f < motion_.frames; ++f) {
                const float* row = motion_.values.data() + f * motion_.columns + first;
                if (!has_key(n, row, ChannelPath::translation)) continue;
                const vec3 p = position(n, row);
                if (!start) start = p;
                farthest = std::max({farthest, std::abs(p.x), std::abs(p.y), std::abs(p.z)});
            }
            if (!start) continue;
            if (offset == vec3(0.0F)) {
                offset = *start;
                has_offset_ = has_offset_ && n != 0;
            } else if (farthest < 1e-3F * glm::length(offset)) {
                fixed_[n] = true;
                document_.diagnostics.note("bvh-no-travel",
                                           "the root's positions are all zero; it stays at its OFFSET",
                                           {document_.file, 0, 0, {}});
            }
        }
        settle_displacements();
    }

    /// Returns the first nodes of the trees with enough joints for a figure, followed by the end; smaller
    /// trees belong to the figure before them.
    [[nodiscard]] std::vector<std::size_t> figures() const {
        constexpr std::ptrdiff_t fewest = 6;
        const auto is_joint = [](const Node& node) { return node.kind == NodeKind::joint; };
        const auto is_root = [](const Node& node) { return node.parent < 0; };
        std::vector<std::size_t> out;
        const auto begin = document_.nodes.begin();
        for (auto root = begin; root != document_.nodes.end();) {
            const auto next = std::find_if(root + 1, document_.nodes.end(), is_root);
            if (std::count_if(root, next, is_joint) >= fewest)
                out.push_back(static_cast<std::size_t>(root - begin));
            root = next;
        }
        if (out.empty()) out.push_back(0);
        out.front() = 0;
        out.push_back(document_.nodes.size());
        return out;
    }

    void add_humanoids() {
        const Skeleton skeleton = make_skeleton(document_);
        const std::vector<mat4> world = world_matrices(skeleton, rest_pose(skeleton));
        const std::vector<std::size_t> begins = figures();
        for (std::size_t f = 0; f + 1 < begins.size(); ++f) {
            Humanoid humanoid;
            humanoid.name = document_.nodes[begins[f]].name;
            for (std::size_t n = begins[f]; n < begins[f + 1]; ++n) {
                if (document_.nodes[n].kind == NodeKind::joint) {
                    Joint joint;
                    joint.node = static_cast<int>(n);
                    if (is_finite(world[n])) joint.centre = vec3(world[n][3]);
                    humanoid.joints.push_back(joint);
                } else {
                    humanoid.sites.push_back({static_cast<int>(n), -1});
                }
            }
            BoneMapper(document_).map(humanoid);
            document_.humanoids.push_back(std::move(humanoid));
        }
    }

    [[nodiscard]] Channel channel_of(std::size_t node, std::size_t first, ChannelPath path) const {
        Channel out;
        out.node = static_cast<int>(node);
        out.path = path;
        out.times.reserve(motion_.frames);
        for (std::size_t f = 0; f < motion_.frames; ++f) {
            const float* row = motion_.values.data() + f * motion_.columns + first;
            if (!has_key(node, row, path)) continue;
            out.times.push_back(static_cast<float>(static_cast<double>(f) * motion_.frame_time));
            if (path == ChannelPath::translation) {
                const vec3 p = position(node, row);
                out.values.insert(out.values.end(), {p.x, p.y, p.z});
            } else {
                const quat q = rotation(node, row);
                out.values.insert(out.values.end(), {q.x, q.y, q.z, q.w});
            }
        }
        return out;
    }

    void add_clip() {
        if (motion_.frames == 0) return;
        auto clip = std::make_shared<Clip>();
        clip->name = std::filesystem::path(document_.file).stem().string();
        clip->duration = static_cast<double>(
            static_cast<float>(static_cast<double>(motion_.frames - 1) * motion_.frame_time));
        std::size_t column = 0;
        for (std::size_t n = 0; n < document_.nodes.size(); ++n) {
            const BvhChannels& channels = channels_[n];
            const bool turns =
                std::any_of(channels.begin(), channels.end(), [](int c) { return c >= 3 && c < 6; });
            const bool shifts =
                !fixed_[n] && std::any_of(channels.begin(), channels.end(), [](int c) { return c < 3; });
            for (const ChannelPath path : {ChannelPath::translation, ChannelPath::rotation}) {
                if (!(path == ChannelPath::translation ? shifts : turns)) continue;
                Channel channel = channel_of(n, column, path);
                if (!channel.times.empty()) clip->channels.push_back(std::move(channel));
            }
            column += channels.size();
        }
        document_.clips.push_back(std::move(clip));
    }

    void add_offset_to_root() {
        if (!has_offset_ || fixed_[0] || !root_adds_to_offset(document_)) return;
        document_.diagnostics.note("bvh-root-sum",
                                   "the root's positions are added to its OFFSET: so the feet are on the "
                                   "ground, and else far from it",
                                   {document_.file, 0, 0, {}});
        auto clip = std::make_shared<Clip>(*document_.clips.front());
        const vec3& offset = document_.nodes.front().rest.translation;
        for (Channel& channel : clip->channels) {
            if (channel.node != 0 || channel.path != ChannelPath::translation) continue;
            for (const int axis : channels_.front()) {
                if (axis >= 3) continue;
                for (auto i = static_cast<std::size_t>(axis); i < channel.values.size(); i += 3)
                    channel.values[i] += offset[axis];
            }
        }
        document_.clips.front() = std::move(clip);
        displaces_[0] = true;
    }

    Document document_;
    std::vector<BvhChannels> channels_;  // per node
    bool has_offset_ = true;             // of the first root; otherwise it rests where the motion begins
    std::vector<bool> fixed_;            // per node: its positions are all zero and ignored
    std::vector<bool> displaces_;        // per node: its positions are added to its OFFSET
    std::ptrdiff_t placed_joints_ = 0;   // below roots, with positions and an OFFSET
    BvhMotion motion_;
};

}  // namespace

Result<Document> read_bvh(std::string_view text, const std::string& name, const LoadOptions& options) {
    Result<BvhFile> file = parse_bvh(text, name, options);
    if (!file) return tl::unexpected(std::move(file.error()));
    return BvhReader(std::move(*file)).read();
}

Result<TracedBvh> trace_bvh(std::string_view text, const std::string& name) {
    TracedBvh out;
    Result<BvhFile> file = parse_bvh(text, name, {}, &out.places);
    if (!file) return tl::unexpected(std::move(file.error()));
    for (const Node& node : file->document.nodes) out.offsets.push_back(node.rest.translation);
    BvhReader reader(std::move(*file));
    out.document = reader.read();
    reader.trace(out);
    return out;
}

}  // namespace vitruvian
