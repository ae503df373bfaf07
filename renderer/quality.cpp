#include "renderer/quality.h"

#include <algorithm>
#include <array>

namespace vitruvian {
namespace {

constexpr std::array<Quality, 3> levels = {{{}, {4, 512, 256, 128, false}, {1, 512, 256, 128, false}}};

constexpr double together = 0.2;     // changes closer together than this are one interaction
constexpr double settled = 0.15;     // after the last change
constexpr double too_long = 0.036;   // a thirtieth of a second, with tolerance for clocks and displays
constexpr double short_time = 0.02;  // about a display's frame time
constexpr int slow_frames = 2;
constexpr int max_patience = 3600;

}  // namespace

Quality in_proportion(Quality quality, int width, int height) {
    constexpr int small_width = 800;
    constexpr int small_height = 400;
    if (width > small_width || height > small_height) return quality;
    quality.key_map = std::min(quality.key_map, 512);
    quality.floor_map = std::min(quality.floor_map, 128);
    return quality;
}

Quality QualityControl::for_change(double now) {
    follows_ = now - last_change_ - last_took_ < together;
    last_change_ = now;
    last_took_ = 0.0;
    shown_ = follows_ ? level_ : 0;
    return levels.at(static_cast<std::size_t>(shown_));
}

void QualityControl::took(double seconds) {
    last_took_ = seconds;
    if (!follows_) return;
    slow_ = seconds > too_long ? slow_ + 1 : 0;
    fast_ = seconds < short_time ? fast_ + 1 : 0;
    if (slow_ >= slow_frames && level_ + 1 < static_cast<int>(levels.size())) {
        ++level_;
        slow_ = 0;
    } else if (fast_ >= patience_ && level_ > 0) {
        --level_;
        fast_ = 0;
        patience_ = std::min(patience_ * 4, max_patience);  // so that it does not oscillate
    }
}

bool QualityControl::is_due(double now) const {
    return is_settling() && now - last_change_ - last_took_ >= settled;
}

}  // namespace vitruvian
