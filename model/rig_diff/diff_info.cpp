// What a figure says of itself: its name, the standard it follows, and its info.
#include "model/rig_diff/comparing.h"
#include "model/standard/hanim_names.h"

#include <fmt/format.h>

#include <string>
#include <utility>
#include <vector>

namespace vitruvian::rig_diff {

/// Which standard a figure follows; formats have theirs.
void Comparison::compare_standard(const Humanoid& first, const Humanoid& second) {
    if (!is_one_family() || first.kind != second.kind) return;
    const auto level = [](const Humanoid& figure) {
        return figure.declared_loa ? fmt::to_string(*figure.declared_loa) : std::string();
    };
    words(RigPart::info, "version", "value", first.version, second.version);
    words(RigPart::info, "loa", "value", level(first), level(second));
    words(RigPart::info, "skeletal_configuration", "value", first.skeletal_configuration,
          second.skeletal_configuration);
}

void Comparison::compare_info(int humanoid) {
    using Lines = std::vector<std::pair<std::string, std::string>>;
    // How joints were called is told of the joints.
    const auto own_lines = [](Lines lines) {
        std::erase_if(lines, [](const auto& line) { return line.first.starts_with(own_name_tag); });
        return lines;
    };
    const auto names = [](const Lines& lines) {
        std::vector<std::string> out;
        for (const auto& [tag, value] : lines) out.push_back(tag);
        return out;
    };
    const Lines a = own_lines(first_.humanoid(humanoid).info);
    const Lines b = own_lines(second_.humanoid(humanoid).info);
    words(RigPart::info, "name", "value", first_.humanoid(humanoid).name, second_.humanoid(humanoid).name);
    compare_standard(first_.humanoid(humanoid), second_.humanoid(humanoid));
    const Likeness never = [](int, int) { return 0.0F; };
    for (const auto& [i, j] : paired(RigPart::info, names(a), names(b), pair_up(names(a), names(b), never)))
        words(RigPart::info, at(b, j).first, "value", at(a, i).second, at(b, j).second);
}

}  // namespace vitruvian::rig_diff
