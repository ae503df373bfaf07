#include "model/formats/bvh/bvh_parser.h"

#include "model/core/at.h"
#include "model/formats/bvh/bvh_tokens.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <utility>

namespace vitruvian {
namespace {

// Some programs write scales, too, which are passed over.
constexpr std::array<std::string_view, 9> channel_names{"Xposition", "Yposition", "Zposition",
                                                        "Xrotation", "Yrotation", "Zrotation",
                                                        "Xscale",    "Yscale",    "Zscale"};
constexpr std::size_t most_channels = 9;
constexpr std::size_t most_values = std::size_t{32} << 20;  // numbers of motion: 128 MiB
/// Frames between looks at whether somebody wants to stop.
constexpr std::size_t frames_per_look = 256;

bool is_start_of_number(char c) {
    return (c >= '0' && c <= '9') || c == '-' || c == '+' || c == '.';
}

class BvhParser {
  public:
    BvhParser(std::string_view text, const std::string& name, const LoadOptions& options)
        : tokens_(text, name), options_(&options) {
        file_.document.file = name;
        file_.document.format = FileFormat::bvh;
    }

    Result<BvhFile> parse() {
        if (auto done = read_hierarchy(); !done) return tl::unexpected(done.error());
        if (auto done = read_motion(); !done) return tl::unexpected(done.error());
        return std::move(file_);
    }

  private:
    [[nodiscard]] BvhMotion& motion() { return file_.motion; }

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
        if (file_.document.nodes.empty()) return unexpected(tokens_.peek(), "ROOT");
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
        if (kind == NodeKind::site) node.name = at(file_.document.nodes, parent).name + "_end";
        node.parent = parent;
        node.kind = kind;
        if (file_.document.nodes.size() >= options_->limits.max_nodes ||
            open_.size() >= options_->limits.max_depth) {
            return fail("bvh-too-large", "there are more joints, or they nest deeper, than is allowed",
                        tokens_.place(keyword));
        }
        const BvhToken brace = tokens_.next();
        if (brace.text != "{") return unexpected(brace, "'{'");
        open_.push_back(static_cast<int>(file_.document.nodes.size()));
        file_.document.nodes.push_back(std::move(node));
        file_.channels.emplace_back();
        return {};
    }

    Result<void> read_offset() {
        vec3& offset = at(file_.document.nodes, open_.back()).rest.translation;
        for (int i = 0; i < 3; ++i) {
            const BvhToken at = tokens_.peek();
            const Result<float> value = tokens_.number_or_nan("a number of an OFFSET");
            if (!value) return tl::unexpected(value.error());
            offset[i] = is_sane(*value) ? *value : 0.0F;
            if (!is_sane(*value)) {
                file_.document.diagnostics.warn("bvh-offset",
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
            return fail("bvh-channels", "a joint has 0 to 9 channels", tokens_.place(at));
        }
        BvhChannels& channels = file_.channels[static_cast<std::size_t>(open_.back())];
        if (!channels.empty())
            return fail("bvh-channels", "a joint's channels are given twice", tokens_.place(at));
        for (int i = 0; i < static_cast<int>(*count); ++i) {
            const BvhToken token = tokens_.next();
            const auto* found = std::find_if(channel_names.begin(), channel_names.end(),
                                             [&](std::string_view n) { return same_word(n, token.text); });
            if (found == channel_names.end()) return unexpected(token, "a channel such as Xrotation");
            channels.push_back(static_cast<int>(found - channel_names.begin()));
            if (channels.back() > 5) {
                file_.document.diagnostics.warn("bvh-scale", "scale channels are left out",
                                                tokens_.place(token));
            }
            ++motion().columns;
        }
        return {};
    }

    Result<void> read_motion() {
        const BvhToken keyword = tokens_.next();
        if (keyword.text.empty()) {
            file_.document.diagnostics.note("bvh-no-motion", "the file has a skeleton and no motion",
                                            tokens_.place(keyword));
            return {};
        }
        if (!same_word(keyword.text, "MOTION")) return unexpected(keyword, "MOTION");
        if (auto done = read_title("Frames"); !done) return done;
        const BvhToken at = tokens_.peek();
        const Result<float> frames = tokens_.number("the number of frames");
        if (!frames) return tl::unexpected(frames.error());
        if (*frames < 0.0F)
            return fail("bvh-frames", "a number of frames is not negative", tokens_.place(at));
        if (auto done = read_frame_time(); !done) return done;
        return read_frames(static_cast<double>(*frames));
    }

    /// "Frames:", "Frames :" or "Frames".
    Result<void> read_title(const char* title) {
        BvhToken word = tokens_.next();
        const bool has_colon = word.text.ends_with(':');
        const BvhToken whole = word;
        if (has_colon) word.text.remove_suffix(1);
        if (!same_word(word.text, title)) return unexpected(whole, title);
        if (!has_colon && tokens_.peek().text == ":") tokens_.next();
        return {};
    }

    Result<void> read_frame_time() {
        const std::string_view first = tokens_.peek().text;
        if (first.empty() || is_start_of_number(first.front())) {
            file_.document.diagnostics.warn("bvh-frame-time",
                                            "no frame time is given; 30 frames a second are used",
                                            tokens_.place(tokens_.peek()));
            return {};
        }
        if (same_word(first, "Frame")) tokens_.next();
        if (auto done = read_title(same_word(first, "Frame") ? "Time" : "FrameTime"); !done) return done;
        const BvhToken time_at = tokens_.peek();
        const Result<float> time = tokens_.number_or_nan("the time of a frame");
        if (!time) return tl::unexpected(time.error());
        motion().frame_time = static_cast<double>(*time);
        if (!(*time > 1e-6F && *time < 1e4F)) {
            file_.document.diagnostics.warn("bvh-frame-time",
                                            "the frame time makes no sense; 30 frames a second are used",
                                            tokens_.place(time_at));
            motion().frame_time = default_frame_time;
        }
        return {};
    }

    /// Rows as far as they go: the number of frames is only believed where the numbers are there.
    Result<void> read_frames(double claimed) {
        if (motion().columns == 0) return {};
        while (static_cast<double>(motion().frames) < claimed) {
            if (tokens_.peek().text.empty()) break;
            if (motion().frames % frames_per_look == 0 && options_->cancel != nullptr &&
                options_->cancel->load()) {
                return fail("cancelled", "loading was cancelled", {tokens_.name(), 0, 0, {}});
            }
            if (motion().values.size() + motion().columns > most_values) {
                return fail("bvh-too-large", "there are more numbers of motion than are read",
                            tokens_.place(tokens_.peek()));
            }
            for (std::size_t c = 0; c < motion().columns; ++c) {
                if (tokens_.peek().text.empty()) {
                    motion().values.resize(motion().frames * motion().columns);
                    break;
                }
                const BvhToken at = tokens_.peek();
                const Result<float> value = tokens_.number_or_nan("a number of a frame");
                if (!value) return tl::unexpected(value.error());
                motion().values.push_back(*value);
                if (is_sane(*value)) continue;
                file_.document.diagnostics.warn(
                    "bvh-key",
                    "numbers of the motion are beyond all sense; their joints' keys "
                    "are left out",
                    tokens_.place(at));
            }
            if (motion().values.size() < (motion().frames + 1) * motion().columns) break;
            ++motion().frames;
        }
        if (static_cast<double>(motion().frames) < claimed) {
            file_.document.diagnostics.warn(
                "bvh-frames-missing",
                fmt::format("the file ends after {} frames and says it has more", motion().frames),
                tokens_.place(tokens_.peek()));
        } else if (!tokens_.peek().text.empty()) {
            file_.document.diagnostics.warn("bvh-frames-left",
                                            "there is more after the last frame; it is left out",
                                            tokens_.place(tokens_.peek()));
        }
        return {};
    }

    BvhTokens tokens_;
    const LoadOptions* options_;
    BvhFile file_;
    std::vector<int> open_;  // nodes whose '}' is to come
};

}  // namespace

Result<BvhFile> parse_bvh(std::string_view text, const std::string& name, const LoadOptions& options) {
    return BvhParser(text, name, options).parse();
}

}  // namespace vitruvian
