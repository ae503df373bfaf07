#include "model/document/clip.h"

#include <algorithm>

namespace vitruvian {

int components(ChannelPath path) {
    switch (path) {
        case ChannelPath::translation:
        case ChannelPath::scale:
            return 3;
        case ChannelPath::rotation:
        case ChannelPath::scale_orientation:
            return 4;
        case ChannelPath::weight:
            return 1;
    }
    return 1;
}

bool Clip::targets_bones() const {
    return std::any_of(channels.begin(), channels.end(), [](const Channel& c) { return c.bone.has_value(); });
}

}  // namespace vitruvian
