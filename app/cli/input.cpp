#include "app/cli/input.h"

#include "app/cli/reach_targets.h"
#include "model/core/at.h"
#include "model/formats/load.h"
#include "model/humanik/pose_matrices.h"
#include "model/io/file.h"

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

Result<void> apply_clip(const Document& document, const PosingOptions& options,
                        const std::optional<ForeignClip>& foreign, PosedFigure& figure) {
    const Result<std::optional<ClipPlayer>> player = make_player(document, figure.humanoid, options, foreign);
    if (!player) return tl::unexpected(player.error());
    if (!*player) return {};
    const ClipPlayer& playing = **player;
    figure.clip = playing.clip();
    // At a time before or after the clip the first or last keys hold: a file's keys do not specify
    // repetition.
    const double duration = figure.clip->duration;
    figure.time =
        wrap_time(options.cycle ? *options.cycle * duration : options.time.value_or(0.0), duration, false);
    figure.pose = playing.pose_at(figure.time, figure.skeleton);
    if (playing.plan() == nullptr) return {};
    for (const Diagnostic& d : playing.plan()->diagnostics().list())
        figure.remarks.add(d.severity, d.code, d.message, d.where);
    return {};
}

/// Returns the joint to rotate, by its name or its bone's, or any other node by its name.
Result<Item> find_turned(const Document& document, const std::string& name, PosedFigure& figure) {
    std::vector<Item> found;
    if (figure.humanoid >= 0) found = find_joints(document, name, figure.humanoid);
    if (found.empty()) found = find_items(document, ItemKind::node, name);
    if (found.empty()) {
        return fail("no-such-joint",
                    fmt::format("there is no joint '{}' to rotate; `vitruvian pose` lists them", name));
    }
    if (found.size() > 1) {
        std::string remark = fmt::format("{} {}s go by the name '{}'; the first is rotated", found.size(),
                                         to_string(found.front().kind), name);
        if (found.front().kind == ItemKind::joint)
            remark += fmt::format(" (#{}, #{}, ... say which)", found[0].index, found[1].index);
        figure.remarks.warn("ambiguous-name", std::move(remark));
    }
    return found.front();
}

Result<void> apply_rotations(const Document& document, const PosingOptions& options, PosedFigure& figure) {
    for (const auto& [name, x, y, z, angle] : options.rotations) {
        const Result<Item> joint = find_turned(document, name, figure);
        if (!joint) return tl::unexpected(joint.error());
        if (!is_finite(vec3(x, y, z)) || !std::isfinite(angle)) {
            return fail("not-finite",
                        fmt::format("the rotation of '{}' is not made of finite numbers", name));
        }
        const auto i = static_cast<std::size_t>(node_of(document, *joint));
        const Transform turned{.rotation = axis_angle(vec3(x, y, z), angle)};
        figure.pose.local[i].rotation = compose(figure.skeleton.rest[i], turned).rotation;
    }
    return {};
}

Result<void> apply_matrices(const Document& document, const PosingOptions& options, PosedFigure& figure) {
    if (options.matrices.empty()) return {};
    if (figure.humanoid < 0)
        return fail("no-humanoid", "--matrices needs a humanoid, and this file has none");
    constexpr std::size_t max_bytes = std::size_t{64} << 20;
    const auto bytes = read_file(options.matrices, max_bytes);
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
        // An expression often consists of several displacers with one name.
        const std::vector<Item> found = find_items(document, ItemKind::displacer, name);
        if (found.empty()) return tl::unexpected(find_item(document, ItemKind::displacer, name).error());
        for (const Item& item : found) at(figure.pose.weights, item.index) = weight;
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

namespace {

/// Returns the index that a selector specifies, or that of the first element with this name.
Result<int> find_index(const Document& document, ItemKind kind, const std::string& selector) {
    if (const auto index = to_index(selector); index && *index < items_of(document, kind).size())
        return static_cast<int>(*index);
    const std::vector<Item> found = find_items(document, kind, selector);
    if (found.empty()) return tl::unexpected(find_item(document, kind, selector).error());
    return found.front().index;
}

}  // namespace

Result<int> find_humanoid(const Document& document, const std::string& selector) {
    if (selector.empty()) return document.humanoids.empty() ? -1 : 0;
    return find_index(document, ItemKind::humanoid, selector);
}

Result<std::size_t> find_clip(const Document& document, const std::string& selector) {
    return find_index(document, ItemKind::clip, selector).map([](int index) {
        return static_cast<std::size_t>(index);
    });
}

Result<PosedFigure> pose_figure(const Document& document, const PosingOptions& options) {
    const Result<std::optional<ForeignClip>> foreign = find_foreign_clip(document, options.clip);
    if (!foreign) return tl::unexpected(foreign.error());
    return pose_figure(document, options, *foreign);
}

Result<PosedFigure> pose_figure(const Document& document, const PosingOptions& options,
                                const std::optional<ForeignClip>& foreign) {
    const auto humanoid = find_humanoid(document, options.humanoid);
    if (!humanoid) return tl::unexpected(humanoid.error());
    PosedFigure figure;
    figure.humanoid = *humanoid;
    figure.skeleton = make_skeleton(document);
    figure.pose = file_pose(figure.skeleton);
    if (const auto done = apply_clip(document, options, foreign, figure); !done)
        return tl::unexpected(done.error());
    for (const auto apply : {apply_matrices, apply_rotations, apply_displacers, apply_reaches}) {
        if (auto done = apply(document, options, figure); !done) return tl::unexpected(done.error());
    }
    return figure;
}

}  // namespace vitruvian
