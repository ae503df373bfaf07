#include "app/scene/picture_options.h"

#include <fmt/format.h>

#include <charconv>

namespace vitruvian {

Result<Background> background_from_string(const std::string& text) {
    Background background;
    if (text.empty()) return background;
    if (text == "transparent") {
        background.transparent = true;
        return background;
    }
    std::uint32_t rgb = 0;
    const char* end = text.data() + text.size();
    const auto [stop, error] = std::from_chars(text.data(), end, rgb, 16);
    if (text.size() != 6 || error != std::errc{} || stop != end) {
        return fail("bad-background",
                    fmt::format("'{}' is not a background: give RRGGBB, like 2b2d31, or transparent", text));
    }
    background.plain = true;
    background.color = vec3(static_cast<float>(rgb >> 16U), static_cast<float>(rgb >> 8U & 255U),
                            static_cast<float>(rgb & 255U)) /
                       255.0F;
    return background;
}

Result<Selection> joint_selection(const Document& document, int humanoid, const std::string& joint) {
    if (joint.empty()) return Selection{};
    if (humanoid >= 0) {
        const std::vector<Item> found = find_joints(document, joint, humanoid);
        if (!found.empty()) return Selection{0, found.front()};
    }
    return fail("no-such-joint",
                fmt::format("there is no joint '{}' to select; `vitruvian pose` lists them", joint));
}

}  // namespace vitruvian
