#include "model/edit/edit_parts.h"

#include "model/core/at.h"
#include "model/core/utf8.h"
#include "model/document/valid_parts.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace vitruvian {
namespace {

tl::unexpected<Error> out_of_range(const std::string& what) {
    return fail("edit-out-of-range",
                fmt::format("The result would be more than numbers can say ({}).", what));
}

}  // namespace

tl::unexpected<Error> no_such_thing(const Item& item, ItemKind wanted) {
    const std::string_view word = to_string(wanted);
    const std::string whose = item.humanoid >= 0 ? fmt::format(" in humanoid {}", item.humanoid) : "";
    return fail(fmt::format("edit-no-such-{}", word),
                fmt::format("There is no {} {}{}.", word, item.index, whose));
}

bool is_there(const Document& document, const Item& item, ItemKind kind) {
    return item.kind == kind && exists(document, item);
}

Joint* find_joint(Document& document, const Item& item) {
    if (!is_there(document, item, ItemKind::joint)) return nullptr;
    return &at(at(document.humanoids, item.humanoid).joints, item.index);
}

bool rests_unturned(const Document& document, int humanoid) {
    const Humanoid& figure = at(document.humanoids, humanoid);
    return figure.kind == HumanoidKind::hanim &&
           std::all_of(figure.joints.begin(), figure.joints.end(), [&](const Joint& joint) {
               return at(document.nodes, joint.node).rest.rotation == identity_quat;
           });
}

bool is_text(std::string_view text) {
    while (!text.empty()) {
        const std::size_t length = utf8_length(text);
        if (length == 0 || static_cast<unsigned char>(text.front()) < 0x20) return false;
        text.remove_prefix(length);
    }
    return true;
}

Result<void> expect_free_name(const Document& document, ItemKind kind, int humanoid, std::string_view name,
                              const Item& own) {
    if (name.empty() || !is_text(name)) {
        return fail("edit-bad-name", "A name must be UTF-8, not be empty and hold no control characters.");
    }
    const std::vector<Item> others = items_called(document, kind, name, humanoid);
    const bool taken =
        std::any_of(others.begin(), others.end(), [&](const Item& other) { return other != own; });
    if (taken) return fail("edit-name-taken", fmt::format("Another one is already called {}.", name));
    return {};
}

Result<void> expect_rotation(const vec3& axis, float angle) {
    const float length = glm::length(axis);
    if (length > 1e-12F && std::isfinite(length) && std::isfinite(angle)) return {};
    return fail("edit-not-a-rotation",
                "A rotation needs a finite angle and an axis that is finite and not zero.");
}

Result<void> expect_sound(const Node& node) {
    if (const std::optional<std::string> problem = valid::node_problem(node))
        return out_of_range(node.name + *problem);
    return {};
}

int segment_of_joint(const Humanoid& humanoid, int joint) {
    const auto found = std::find_if(humanoid.segments.begin(), humanoid.segments.end(),
                                    [joint](const Segment& segment) { return segment.joint == joint; });
    return found == humanoid.segments.end() ? -1 : static_cast<int>(found - humanoid.segments.begin());
}

Result<void> keep_if_valid(Document changed, Document& document, MeshNumbers numbers) {
    if (const std::optional<std::string> broken = expect_valid(changed, numbers))
        return out_of_range(*broken);
    document = std::move(changed);
    return {};
}

}  // namespace vitruvian
