#include "app/cli/input.h"

#include "model/humanik/pose_matrices.h"
#include "model/io/load.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <cstdio>

namespace vitruvian {
namespace {

std::optional<std::size_t> to_index(const std::string& text) {
    std::size_t value = 0;
    const char* end = text.data() + text.size();
    const auto [stop, error] = std::from_chars(text.data(), end, value);
    if (text.empty() || error != std::errc{} || stop != end) return std::nullopt;
    return value;
}

/// "a, b, c and 40 more", for messages that say what there is to choose from.
template <class List, class NameOf>
std::string some_names(const List& list, NameOf name_of) {
    constexpr std::size_t most = 12;
    std::string out;
    std::size_t count = 0;
    for (const auto& item : list) {
        if (count++ >= most) continue;
        out += (out.empty() ? "" : ", ") + name_of(item);
    }
    if (count > most) out += fmt::format(" and {} more", count - most);
    return out.empty() ? "none" : out;
}

Result<void> apply_clip(const Document& document, const PosingOptions& options, PosedFigure& figure) {
    const bool at_a_time = options.time.has_value() || options.cycle.has_value();
    if (options.clip.empty() && !at_a_time) return {};
    if (document.clips.empty() && options.clip.empty()) {
        return fail("no-clip", "a time was asked for, but this file has no clip to play");
    }
    const auto index = find_clip(document, options.clip.empty() ? "0" : options.clip);
    if (!index) return tl::unexpected(index.error());
    const Clip& clip = *document.clips[*index];
    // A time before or after the clip holds its first or last keys: a file's keys say nothing of a
    // repetition.
    const double asked = options.cycle ? *options.cycle * clip.duration : options.time.value_or(0.0);
    const double time = wrap_time(asked, clip.duration, false);
    sample(clip, time, figure.skeleton, figure.pose);
    figure.clip = static_cast<int>(*index);
    figure.time = time;
    return {};
}

int find_node(const Document& document, int humanoid, const std::string& name) {
    if (humanoid >= 0) {
        const Humanoid& figure = document.humanoids[static_cast<std::size_t>(humanoid)];
        const int joint = find_joint(document, figure, name);
        if (joint >= 0) return figure.joints[static_cast<std::size_t>(joint)].node;
    }
    for (std::size_t i = 0; i < document.nodes.size(); ++i) {
        if (document.nodes[i].name == name) return static_cast<int>(i);
    }
    return -1;
}

Result<void> apply_rotations(const Document& document, const PosingOptions& options, PosedFigure& figure) {
    for (const auto& [name, x, y, z, angle] : options.rotations) {
        const int node = find_node(document, figure.humanoid, name);
        if (node < 0) {
            return fail("no-such-joint",
                        fmt::format("there is no joint '{}' to rotate; `vitruvian pose` lists them", name));
        }
        if (!is_finite(vec3(x, y, z)) || !std::isfinite(angle)) {
            return fail("not-finite",
                        fmt::format("the rotation of '{}' is not made of finite numbers", name));
        }
        const auto i = static_cast<std::size_t>(node);
        const Transform turned{.rotation = axis_angle(vec3(x, y, z), angle)};
        figure.pose.local[i].rotation = compose(figure.skeleton.rest[i], turned).rotation;
    }
    return {};
}

Result<void> apply_matrices(const Document& document, const PosingOptions& options, PosedFigure& figure) {
    if (options.matrices.empty()) return {};
    if (figure.humanoid < 0)
        return fail("no-humanoid", "--matrices needs a humanoid, and this file has none");
    constexpr std::size_t most_bytes = std::size_t{64} << 20;
    const auto bytes = read_file(options.matrices, most_bytes);
    if (!bytes) return tl::unexpected(bytes.error());
    const std::string_view text(reinterpret_cast<const char*>(bytes->data()), bytes->size());
    const auto rows = read_pose_matrices(text, options.matrices, figure.remarks);
    if (!rows) return tl::unexpected(rows.error());
    auto pose = posed_by_matrices(document, figure.humanoid, *rows, figure.pose, figure.remarks);
    if (!pose) return tl::unexpected(pose.error());
    figure.pose = std::move(*pose);
    return {};
}

Result<void> apply_displacers(const Document& document, const PosingOptions& options, PosedFigure& figure) {
    for (const auto& [name, weight] : options.displacers) {
        if (!std::isfinite(weight)) {
            return fail("not-finite", fmt::format("the weight of '{}' is not a finite number", name));
        }
        bool found = false;
        for (std::size_t i = 0; i < document.displacers.size(); ++i) {
            if (document.displacers[i].name != name) continue;
            figure.pose.weights[i] = weight;
            found = true;
        }
        if (found) continue;
        return fail(
            "no-such-displacer",
            fmt::format("there is no displacer '{}'; there are {}: {}", name, document.displacers.size(),
                        some_names(document.displacers, [](const Displacer& d) { return d.name; })));
    }
    return {};
}

}  // namespace

Result<std::vector<std::byte>> read_standard_input() {
    std::vector<std::byte> bytes;
    std::array<std::byte, 65536> block;
    for (;;) {
        const std::size_t got = std::fread(block.data(), 1, block.size(), stdin);
        if (got == 0) break;
        bytes.insert(bytes.end(), block.begin(), block.begin() + static_cast<std::ptrdiff_t>(got));
        if (bytes.size() > LoadLimits{}.max_file_bytes) {
            return fail("file-too-large", "standard input holds more than 1 GiB", Location{"-", 0, 0, {}});
        }
    }
    if (std::ferror(stdin) != 0)
        return fail("cannot-read", "standard input cannot be read", Location{"-", 0, 0, {}});
    return bytes;
}

Result<Document> load_input(const std::string& file) {
    if (file != "-") return load_document(file);
    const Result<std::vector<std::byte>> bytes = read_standard_input();
    if (!bytes) return tl::unexpected(bytes.error());
    return load_document(*bytes, "-", {}, {});
}

Result<int> find_humanoid(const Document& document, const std::string& selector) {
    const auto& humanoids = document.humanoids;
    if (selector.empty()) return humanoids.empty() ? -1 : 0;
    if (const auto index = to_index(selector); index && *index < humanoids.size())
        return static_cast<int>(*index);
    for (std::size_t i = 0; i < humanoids.size(); ++i) {
        if (humanoids[i].name == selector) return static_cast<int>(i);
    }
    return fail("no-such-humanoid",
                fmt::format("there is no humanoid '{}'; there are {}: {}", selector, humanoids.size(),
                            some_names(humanoids, [](const Humanoid& h) { return h.name; })));
}

Result<std::size_t> find_clip(const Document& document, const std::string& selector) {
    const auto& clips = document.clips;
    const auto named =
        std::find_if(clips.begin(), clips.end(), [&](const auto& c) { return c->name == selector; });
    if (const auto index = to_index(selector); index && *index < clips.size()) return *index;
    if (named != clips.end()) return static_cast<std::size_t>(named - clips.begin());
    return fail("no-such-clip", fmt::format("there is no clip '{}'; there are {}: {}", selector, clips.size(),
                                            some_names(clips, [](const auto& c) { return c->name; })));
}

int find_joint(const Document& document, const Humanoid& humanoid, const std::string& name) {
    const auto joint_at = [&](int node) {
        for (std::size_t i = 0; i < humanoid.joints.size(); ++i) {
            if (humanoid.joints[i].node == node) return static_cast<int>(i);
        }
        return -1;
    };
    for (std::size_t i = 0; i < humanoid.joints.size(); ++i) {
        const auto node = static_cast<std::size_t>(humanoid.joints[i].node);
        if (document.nodes[node].name == name) return static_cast<int>(i);
    }
    const auto bone = bone_from_string(name);
    return bone && humanoid.bones[*bone] >= 0 ? joint_at(humanoid.bones[*bone]) : -1;
}

Result<PosedFigure> pose_figure(const Document& document, const PosingOptions& options) {
    const auto humanoid = find_humanoid(document, options.humanoid);
    if (!humanoid) return tl::unexpected(humanoid.error());
    PosedFigure figure;
    figure.humanoid = *humanoid;
    figure.skeleton = make_skeleton(document);
    figure.pose = file_pose(figure.skeleton);
    for (const auto apply : {apply_clip, apply_matrices, apply_rotations, apply_displacers}) {
        if (auto done = apply(document, options, figure); !done) return tl::unexpected(done.error());
    }
    return figure;
}

}  // namespace vitruvian
