// What the programs that write BVH agree on, and what is done where they do not:
//  - A joint's rotation is the product of its rotation channels in the order they are listed, in degrees.
//  - A position channel replaces that component of OFFSET; it is not added to it, unless the figure then stands
//    beside the ground and on it with the sum (three.js adds both).
//  - Files whose root has an OFFSET of zero keep the figure's place in the motion alone: it then rests where
//  the
//    first frame has it. Files whose root has an OFFSET but only zeros as its positions were written without
//    travel: the positions are left out.
//  - End Sites become sites, named after their joint.
#include "model/formats/bvh/bvh_reader.h"

#include "model/core/at.h"
#include "model/document/key_limits.h"
#include "model/figure/bone_map.h"
#include "model/formats/bvh/bvh_root.h"
#include "model/formats/bvh/bvh_tokens.h"
#include "model/pose/pose.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <utility>
#include <vector>

namespace vitruvian {
namespace {

constexpr std::array<std::string_view, 6> channel_names{"Xposition", "Yposition", "Zposition",
                                                        "Xrotation", "Yrotation", "Zrotation"};
constexpr std::size_t most_channels = 6;
constexpr std::size_t most_values = std::size_t{32} << 20;  // numbers of motion: 128 MiB
constexpr double default_frame_time = 1.0 / 30.0;
/// Frames between looks at whether somebody wants to stop.
constexpr std::size_t frames_per_look = 256;

/// Degrees, or a place.
bool is_sane(float value) {
    return std::abs(value) <= furthest_key;
}

using JointChannels = std::vector<int>;  // indices into channel_names

struct Motion {
    std::size_t frames = 0;
    double frame_time = default_frame_time;
    std::vector<float> values;  // row by row
};

class BvhReader {
  public:
    BvhReader(std::string_view text, const std::string& name, const LoadOptions& options)
        : tokens_(text, name), options_(&options) {
        document_.file = name;
        document_.format = FileFormat::bvh;
    }

    Result<Document> read() {
        if (auto done = read_hierarchy(); !done) return tl::unexpected(done.error());
        if (auto done = read_motion(); !done) return tl::unexpected(done.error());
        settle_root();
        add_clip();
        add_humanoid();
        add_offset_to_root();
        return std::move(document_);
    }

  private:
    [[nodiscard]] tl::unexpected<Error> unexpected(const BvhToken& token, const char* wanted) const {
        if (token.text.empty()) {
            return fail("bvh-unexpected-end", fmt::format("the file ends where {} should be", wanted),
                        tokens_.place(token));
        }
        return fail("bvh-unexpected-token",
                    fmt::format("'{}' stands where {} should be", token.text.substr(0, 40), wanted),
                    tokens_.place(token));
    }

    Result<void> read_hierarchy() {
        const BvhToken first = tokens_.next();
        if (!same_word(first.text, "HIERARCHY")) return unexpected(first, "HIERARCHY");
        while (same_word(tokens_.peek().text, "ROOT")) {
            const BvhToken keyword = tokens_.next();
            if (auto done = open_node(keyword, -1, NodeKind::joint); !done) return done;
            if (auto done = read_joints(); !done) return done;
        }
        if (document_.nodes.empty()) return unexpected(tokens_.peek(), "ROOT");
        return {};
    }

    /// The inside of one ROOT, without recursion: files may nest as deep as they like.
    Result<void> read_joints() {
        while (!open_.empty()) {
            const BvhToken token = tokens_.next();
            Result<void> done;
            if (token.text == "}") {
                open_.pop_back();
            } else if (same_word(token.text, "OFFSET")) {
                done = read_offset();
            } else if (same_word(token.text, "CHANNELS")) {
                done = read_channels();
            } else if (same_word(token.text, "JOINT")) {
                done = open_node(token, open_.back(), NodeKind::joint);
            } else if (same_word(token.text, "End")) {
                done = open_node(token, open_.back(), NodeKind::site);
            } else {
                done = unexpected(token, "OFFSET, CHANNELS, JOINT, End Site or '}'");
            }
            if (!done) return done;
        }
        return {};
    }

    Result<void> open_node(const BvhToken& keyword, int parent, NodeKind kind) {
        const BvhToken title = tokens_.rest_of_line();
        Node node;
        node.name = std::string(title.text);
        if (kind == NodeKind::site) node.name = at(document_.nodes, parent).name + "_end";
        node.parent = parent;
        node.kind = kind;
        if (document_.nodes.size() >= options_->limits.max_nodes ||
            open_.size() >= options_->limits.max_depth) {
            return fail("bvh-too-large", "there are more joints, or they nest deeper, than is allowed",
                        tokens_.place(keyword));
        }
        const BvhToken brace = tokens_.next();
        if (brace.text != "{") return unexpected(brace, "'{'");
        open_.push_back(static_cast<int>(document_.nodes.size()));
        document_.nodes.push_back(std::move(node));
        channels_.emplace_back();
        return {};
    }

    Result<void> read_offset() {
        vec3& offset = at(document_.nodes, open_.back()).rest.translation;
        for (int i = 0; i < 3; ++i) {
            const BvhToken at = tokens_.peek();
            const Result<float> value = tokens_.number_or_nan("a number of an OFFSET");
            if (!value) return tl::unexpected(value.error());
            offset[i] = is_sane(*value) ? *value : 0.0F;
            if (!is_sane(*value)) {
                document_.diagnostics.warn("bvh-offset",
                                           "a number of an OFFSET is beyond all sense; it is read as 0",
                                           tokens_.place(at));
            }
        }
        return {};
    }

    Result<void> read_channels() {
        const BvhToken at = tokens_.peek();
        const Result<float> count = tokens_.number("the number of channels");
        if (!count) return tl::unexpected(count.error());
        if (!(*count >= 0.0F && *count <= static_cast<float>(most_channels)) ||
            *count != std::floor(*count)) {
            return fail("bvh-channels", "a joint has 0 to 6 channels", tokens_.place(at));
        }
        JointChannels& channels = channels_[static_cast<std::size_t>(open_.back())];
        if (!channels.empty())
            return fail("bvh-channels", "a joint's channels are given twice", tokens_.place(at));
        for (int i = 0; i < static_cast<int>(*count); ++i) {
            const BvhToken token = tokens_.next();
            const auto* found = std::find_if(channel_names.begin(), channel_names.end(),
                                             [&](std::string_view n) { return same_word(n, token.text); });
            if (found == channel_names.end()) return unexpected(token, "a channel such as Xrotation");
            channels.push_back(static_cast<int>(found - channel_names.begin()));
            ++columns_;
        }
        return {};
    }

    Result<void> read_motion() {
        const BvhToken keyword = tokens_.next();
        if (keyword.text.empty()) {
            document_.diagnostics.note("bvh-no-motion", "the file has a skeleton and no motion",
                                       tokens_.place(keyword));
            return {};
        }
        if (!same_word(keyword.text, "MOTION")) return unexpected(keyword, "MOTION");
        if (const BvhToken word = tokens_.next(); !same_word(word.text, "Frames:"))
            return unexpected(word, "Frames:");
        const BvhToken at = tokens_.peek();
        const Result<float> frames = tokens_.number("the number of frames");
        if (!frames) return tl::unexpected(frames.error());
        if (*frames < 0.0F)
            return fail("bvh-frames", "a number of frames is not negative", tokens_.place(at));
        for (const char* wanted : {"Frame", "Time:"}) {
            if (const BvhToken word = tokens_.next(); !same_word(word.text, wanted))
                return unexpected(word, wanted);
        }
        const BvhToken time_at = tokens_.peek();
        const Result<float> time = tokens_.number_or_nan("the time of a frame");
        if (!time) return tl::unexpected(time.error());
        motion_.frame_time = static_cast<double>(*time);
        if (!(*time > 1e-6F && *time < 1e4F)) {
            document_.diagnostics.warn("bvh-frame-time",
                                       "the frame time makes no sense; 30 frames a second are used",
                                       tokens_.place(time_at));
            motion_.frame_time = default_frame_time;
        }
        return read_frames(static_cast<double>(*frames));
    }

    /// Rows as far as they go: the number of frames is only believed where the numbers are there.
    Result<void> read_frames(double claimed) {
        if (columns_ == 0) return {};
        while (static_cast<double>(motion_.frames) < claimed) {
            if (tokens_.peek().text.empty()) break;
            if (motion_.frames % frames_per_look == 0 && options_->cancel != nullptr &&
                options_->cancel->load()) {
                return fail("cancelled", "loading was cancelled", {tokens_.name(), 0, 0, {}});
            }
            if (motion_.values.size() + columns_ > most_values) {
                return fail("bvh-too-large", "there are more numbers of motion than are read",
                            tokens_.place(tokens_.peek()));
            }
            for (std::size_t c = 0; c < columns_; ++c) {
                if (tokens_.peek().text.empty()) {
                    motion_.values.resize(motion_.frames * columns_);
                    break;
                }
                const BvhToken at = tokens_.peek();
                const Result<float> value = tokens_.number_or_nan("a number of a frame");
                if (!value) return tl::unexpected(value.error());
                motion_.values.push_back(*value);
                if (is_sane(*value)) continue;
                document_.diagnostics.warn("bvh-key",
                                           "numbers of the motion are beyond all sense; their joints' keys "
                                           "are left out",
                                           tokens_.place(at));
            }
            if (motion_.values.size() < (motion_.frames + 1) * columns_) break;
            ++motion_.frames;
        }
        if (static_cast<double>(motion_.frames) < claimed) {
            document_.diagnostics.warn(
                "bvh-frames-missing",
                fmt::format("the file ends after {} frames and says it has more", motion_.frames),
                tokens_.place(tokens_.peek()));
        } else if (!tokens_.peek().text.empty()) {
            document_.diagnostics.warn("bvh-frames-left",
                                       "there is more after the last frame; it is left out",
                                       tokens_.place(tokens_.peek()));
        }
        return {};
    }

    /// True where a frame's numbers for the node can be used, those of its position or of its rotation.
    [[nodiscard]] bool has_key(std::size_t node, const float* row, ChannelPath path) const {
        for (const int channel : channels_[node]) {
            const bool asked = (channel < 3) == (path == ChannelPath::translation);
            if (asked && !is_sane(*row)) return false;
            ++row;
        }
        return true;
    }

    /// The position of a node in one frame: its channels in place of its offset's components.
    [[nodiscard]] vec3 position(std::size_t node, const float* row) const {
        vec3 out = document_.nodes[node].rest.translation;
        for (const int channel : channels_[node]) {
            if (channel < 3) out[channel] = *row;
            ++row;
        }
        return out;
    }

    [[nodiscard]] quat rotation(std::size_t node, const float* row) const {
        constexpr std::array axes{vec3(1, 0, 0), vec3(0, 1, 0), vec3(0, 0, 1)};
        quat out = identity_quat;
        for (const int channel : channels_[node]) {
            const float degrees = std::fmod(*row, 360.0F);
            if (channel >= 3) {
                out = out * axis_angle(at(axes, channel - 3), glm::radians(degrees));
            }
            ++row;
        }
        return normalized_or_identity(out);
    }

    void settle_root() {
        fixed_.assign(document_.nodes.size(), false);
        std::size_t column = 0;
        for (std::size_t n = 0; n < document_.nodes.size(); ++n) {
            const bool is_root = document_.nodes[n].parent < 0;
            const std::size_t first = column;
            column += channels_[n].size();
            if (!is_root || motion_.frames == 0) continue;
            vec3& offset = document_.nodes[n].rest.translation;
            float farthest = 0.0F;
            std::optional<vec3> start;
            for (std::size_t f = 0; f < motion_.frames; ++f) {
                const float* row = motion_.values.data() + f * columns_ + first;
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
                                           {tokens_.name(), 0, 0, {}});
            }
        }
    }

    void add_humanoid() {
        const Skeleton skeleton = make_skeleton(document_);
        const std::vector<mat4> world = world_matrices(skeleton, rest_pose(skeleton));
        Humanoid humanoid;
        humanoid.name = document_.nodes.front().name;
        for (std::size_t n = 0; n < document_.nodes.size(); ++n) {
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

    [[nodiscard]] Channel channel_of(std::size_t node, std::size_t first, ChannelPath path) const {
        Channel out;
        out.node = static_cast<int>(node);
        out.path = path;
        out.times.reserve(motion_.frames);
        for (std::size_t f = 0; f < motion_.frames; ++f) {
            const float* row = motion_.values.data() + f * columns_ + first;
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
            const JointChannels& channels = channels_[n];
            const bool turns = std::any_of(channels.begin(), channels.end(), [](int c) { return c >= 3; });
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
                                   {tokens_.name(), 0, 0, {}});
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
    }

    BvhTokens tokens_;
    const LoadOptions* options_;
    Document document_;
    std::vector<JointChannels> channels_;  // per node
    std::size_t columns_ = 0;              // of a frame
    std::vector<int> open_;                // nodes whose '}' is to come
    bool has_offset_ = true;               // of the first root; else it rests where the motion begins
    std::vector<bool> fixed_;              // per node: a root whose positions say nothing
    Motion motion_;
};

}  // namespace

Result<Document> read_bvh(std::string_view text, const std::string& name, const LoadOptions& options) {
    return BvhReader(text, name, options).read();
}

}  // namespace vitruvian
