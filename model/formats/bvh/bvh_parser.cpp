#include "model/formats/bvh/bvh_parser.h"

#include "model/core/at.h"
#include "model/formats/bvh/bvh_tokens.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <utility>

namespace vitruvian {
namespace {

// Some programs also write scales, which are ignored.
constexpr std::array<std::string_view, 9> channel_names{"Xposition", "Yposition", "Zposition",
                                                        "Xrotation", "Yrotation", "Zrotation",
                                                        "Xscale",    "Yscale",    "Zscale"};
constexpr std::size_t max_channels = 9;
constexpr std::size_t max_values = std::size_t{32} << 20;  // numbers of motion data: 128 MiB
/// Frames between checks for cancellation.
constexpr std::size_t frames_per_look = 256;

/// Returns the index in channel_names; -1: not a channel.
int channel_named(std::string_view word) {
    const auto* found = std::find_if(channel_names.begin(), channel_names.end(),
                                     [&](std::string_view name) { return same_word(name, word); });
    return found == channel_names.end() ? -1 : static_cast<int>(found - channel_names.begin());
}

/// Keywords that may follow the channels of a joint.
bool is_keyword(std::string_view word) {
    constexpr std::array<std::string_view, 6> keywords{"}", "JOINT", "End", "EndSite", "OFFSET", "CHANNELS"};
    return std::any_of(keywords.begin(), keywords.end(),
                       [&](std::string_view keyword) { return same_word(keyword, word); });
}

bool is_start_of_number(char c) {
    return (c >= '0' && c <= '9') || c == '-' || c == '+' || c == '.';
}

class BvhParser {
  public:
    BvhParser(std::string_view text, const std::string& name, const LoadOptions& options, BvhPlaces* places)
        : text_(text), tokens_(text, name), options_(&options), places_(places) {
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

    /// A comma after a number is not part of it.
    [[nodiscard]] BvhRange range_of(std::string_view word) const {
        if (word.size() > 1 && word.ends_with(',')) word.remove_suffix(1);
        const auto begin = static_cast<std::uint32_t>(word.data() - text_.data());
        return {begin, begin + static_cast<std::uint32_t>(word.size())};
    }

    [[nodiscard]] tl::unexpected<Error> unexpected(const BvhToken& token, const char* wanted) const {
        if (token.text.empty()) {
            return fail("bvh-unexpected-end", fmt::format("the file ends where {} should be", wanted),
                        tokens_.place(token));
        }
        return fail("bvh-unexpected-token",
                    fmt::format("expected {1}, found '{0}'", token.text.substr(0, 40), wanted),
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

    /// Reads the contents of one ROOT, without recursion: files may be nested arbitrarily deep.
    Result<void> read_joints() {
        while (!open_.empty()) {
            const BvhToken token = tokens_.next();
            Result<void> done;
            if (token.text == "}") {
                if (places_ != nullptr) at(places_->nodes, open_.back()).block.end = range_of(token.text).end;
                open_.pop_back();
            } else if (same_word(token.text, "OFFSET")) {
                done = read_offset();
            } else if (same_word(token.text, "CHANNELS")) {
                done = read_channels();
            } else if (same_word(token.text, "JOINT")) {
                done = open_node(token, open_.back(), NodeKind::joint);
            } else if (same_word(token.text, "End") || same_word(token.text, "EndSite")) {
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
        if (places_ != nullptr)
            places_->nodes.push_back(
                {range_of(keyword.text), kind == NodeKind::joint ? range_of(title.text) : BvhRange{}, {}});
        return {};
    }

    Result<void> read_offset() {
        vec3& offset = at(file_.document.nodes, open_.back()).rest.translation;
        for (int i = 0; i < 3; ++i) {
            const BvhToken at = tokens_.peek();
            const Result<float> value = tokens_.number_or_nan("a number of an OFFSET");
            if (!value) return tl::unexpected(value.error());
            offset[i] = is_sane(*value) ? *value : 0.0F;
            if (places_ != nullptr)
                vitruvian::at(vitruvian::at(places_->nodes, open_.back()).offset, i) = range_of(at.text);
            if (!is_sane(*value)) {
                file_.document.diagnostics.warn("bvh-offset",
                                                "a number of an OFFSET is out of range; it is read as 0",
                                                tokens_.place(at));
            }
        }
        return {};
    }

    Result<void> read_channels() {
        const BvhToken at = tokens_.peek();
        const Result<float> count = tokens_.number("the number of channels");
        if (!count) return tl::unexpected(count.error());
        if (!(*count >= 0.0F && *count <= static_cast<float>(max_channels)) || *count != std::floor(*count)) {
            return fail("bvh-channels", "a joint has 0 to 9 channels", tokens_.place(at));
        }
        BvhChannels& channels = file_.channels[static_cast<std::size_t>(open_.back())];
        if (!channels.empty())
            return fail("bvh-channels", "a joint's channels are given twice", tokens_.place(at));
        for (int i = 0; i < static_cast<int>(*count) || channel_named(tokens_.peek().text) >= 0; ++i) {
            const BvhToken token = tokens_.peek();
            const int channel = channel_named(token.text);
            if (channel < 0 && !is_keyword(token.text))
                return unexpected(token, "a channel such as Xrotation");
            if (channel < 0 || i >= static_cast<int>(max_channels)) break;
            tokens_.next();
            channels.push_back(channel);
            if (channel > 5) {
                file_.document.diagnostics.warn("bvh-scale", "scale channels are left out",
                                                tokens_.place(token));
            }
            ++motion().columns;
        }
        if (channels.size() != static_cast<std::size_t>(*count)) {
            file_.document.diagnostics.warn("bvh-channel-count",
                                            "the number of channels is not that of their names, which counts",
                                            tokens_.place(at));
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
        if (places_ != nullptr) places_->frames = range_of(at.text);
        if (auto done = read_frame_time(); !done) return done;
        const bool is_counted = *frames > 0.0F || tokens_.peek().text.empty();
        if (!is_counted) {
            file_.document.diagnostics.warn(
                "bvh-frames", "the file declares no frames; those that follow are read", tokens_.place(at));
        }
        return read_frames(is_counted ? static_cast<double>(*frames)
                                      : std::numeric_limits<double>::infinity());
    }

    /// "Frames:", "Frames :" or "Frames", also right before the number.
    Result<void> read_title(const char* title) {
        BvhToken word = tokens_.title();
        const bool has_colon = word.text.ends_with(':');
        const BvhToken whole = word;
        if (has_colon) word.text.remove_suffix(1);
        if (!same_word(word.text, title)) return unexpected(whole, title);
        if (!has_colon && tokens_.peek().text.starts_with(':')) tokens_.title();
        return {};
    }

    Result<void> read_frame_time() {
        const std::string_view first = tokens_.peek().text;
        if (first.empty() || is_start_of_number(first.front())) {
            file_.document.diagnostics.warn("bvh-no-frame-time",
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
        if (places_ != nullptr) places_->frame_time = range_of(time_at.text);
        if (!(*time > 1e-6F && *time < 1e4F)) {
            file_.document.diagnostics.warn(
                "bvh-frame-time",
                fmt::format("a frame time of {} makes no sense; 30 frames a second are used", *time),
                tokens_.place(time_at));
            motion().frame_time = default_frame_time;
        }
        return {};
    }

    /// Reads rows until the data ends: the declared number of frames is not trusted.
    Result<void> read_frames(double claimed) {
        if (motion().columns == 0) return {};
        rows_are_lines_ = are_rows_lines(claimed);
        while (static_cast<double>(motion().frames) < claimed && !tokens_.peek().text.empty()) {
            if (motion().frames % frames_per_look == 0 && options_->cancel != nullptr &&
                options_->cancel->load()) {
                return fail("cancelled", "loading was cancelled", {tokens_.name(), 0, 0, {}});
            }
            if (motion().values.size() + motion().columns > max_values) {
                return fail("bvh-too-large", "there are more numbers of motion than are read",
                            tokens_.place(tokens_.peek()));
            }
            if (auto done = read_row(); !done) return done;
            if (motion().values.size() < (motion().frames + 1) * motion().columns) break;
            ++motion().frames;
        }
        motion().values.resize(motion().frames * motion().columns);
        if (places_ != nullptr) places_->values.resize(motion().values.size());
        if (std::isfinite(claimed) && static_cast<double>(motion().frames) < claimed) {
            file_.document.diagnostics.warn(
                "bvh-frames-missing",
                fmt::format("the file ends after {} frames and declares more", motion().frames),
                tokens_.place(tokens_.peek()));
        } else if (!tokens_.peek().text.empty()) {
            file_.document.diagnostics.warn("bvh-frames-left",
                                            "there is more after the last frame; it is left out",
                                            tokens_.place(tokens_.peek()));
        }
        return {};
    }

    /// Rows may be broken over several lines. Where the first line has a whole row, or there are as many
    /// lines as frames, each line is a frame, so that one that is too long or too short does not affect the
    /// others.
    [[nodiscard]] bool are_rows_lines(double claimed) const {
        BvhTokens ahead = tokens_;
        const int first = ahead.peek().line;
        std::size_t on_first = 0;
        while (!ahead.peek().text.empty() && ahead.peek().line == first) {
            ahead.next();
            if (++on_first > file_.motion.columns) break;
        }
        return on_first == file_.motion.columns || static_cast<double>(tokens_.lines_left()) == claimed;
    }

    /// Reads one row, or less at the end of the file.
    Result<void> read_row() {
        const int line = tokens_.peek().line;
        const auto row_ends = [&](const BvhToken& token) {
            return token.text.empty() || (rows_are_lines_ && token.line != line);
        };
        std::size_t read = 0;
        BvhToken at = tokens_.peek();
        for (; read < motion().columns && !row_ends(at); ++read, at = tokens_.peek()) {
            const Result<float> value = tokens_.number_or_nan("a number of a frame");
            if (!value) return tl::unexpected(value.error());
            motion().values.push_back(*value);
            if (places_ != nullptr) places_->values.push_back(range_of(at.text));
            if (is_sane(*value)) continue;
            file_.document.diagnostics.warn("bvh-key",
                                            "numbers of the motion are out of range; their joints' keys "
                                            "are left out",
                                            tokens_.place(at));
        }
        if (!rows_are_lines_ || at.text.empty()) return {};
        if (read == motion().columns && row_ends(at)) return {};
        file_.document.diagnostics.warn(
            "bvh-row",
            "lines of the motion have more or fewer numbers than there are channels; what is missing is "
            "as in the frame before",
            tokens_.place(at));
        for (; read < motion().columns; ++read) {
            const std::size_t size = motion().values.size();
            motion().values.push_back(size < motion().columns ? 0.0F
                                                              : motion().values[size - motion().columns]);
            if (places_ != nullptr) places_->values.emplace_back();
        }
        while (!row_ends(tokens_.peek())) tokens_.next();
        return {};
    }

    std::string_view text_;
    BvhTokens tokens_;
    const LoadOptions* options_;
    BvhPlaces* places_;
    BvhFile file_;
    std::vector<int> open_;  // nodes whose '}' has not been read
    bool rows_are_lines_ = false;
};

}  // namespace

Result<BvhFile> parse_bvh(std::string_view text, const std::string& name, const LoadOptions& options,
                          BvhPlaces* places) {
    return BvhParser(text, name, options, places).parse();
}

}  // namespace vitruvian
