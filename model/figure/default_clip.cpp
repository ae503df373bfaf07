#include "model/figure/default_clip.h"

#include "model/core/ascii.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <string>

namespace vitruvian {
namespace {

bool moves_something(const Clip& clip) {
    return std::any_of(clip.channels.begin(), clip.channels.end(), [](const Channel& channel) {
        const bool has_target = channel.node >= 0 || channel.displacer >= 0 || channel.bone.has_value();
        return has_target && channel.times.size() > 1;
    });
}

}  // namespace

int default_clip(const Document& document) {
    constexpr std::array wanted = {"walk", "run", "dance", "idle"};
    int first = -1;
    for (const char* word : wanted) {
        for (std::size_t i = 0; i < document.clips.size(); ++i) {
            const Clip& clip = *document.clips[i];
            if (!moves_something(clip)) continue;
            if (first < 0) first = static_cast<int>(i);
            if (lower_case(clip.name).find(word) != std::string::npos) return static_cast<int>(i);
        }
    }
    return first;
}

}  // namespace vitruvian
