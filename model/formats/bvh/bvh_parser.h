// The text of a BVH file: its hierarchy and the numbers of its motion, as they stand there. What they mean is
// bvh_reader.cpp's.
#pragma once

#include "model/document/document.h"
#include "model/document/key_limits.h"
#include "model/io/load_options.h"

#include <array>
#include <cmath>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace vitruvian {

inline constexpr double default_frame_time = 1.0 / 30.0;

/// Which numbers of a frame are a joint's: 0 to 2 for its position along X, Y and Z, 3 to 5 for its rotation
/// about them, 6 to 8 for its scale, which nothing uses.
using BvhChannels = std::vector<int>;

struct BvhMotion {
    std::size_t frames = 0;
    double frame_time = default_frame_time;
    std::size_t columns = 0;    // of a frame
    std::vector<float> values;  // row by row
};

struct BvhFile {
    Document document;                  // nodes, which rest at their OFFSETs, and diagnostics
    std::vector<BvhChannels> channels;  // per node
    BvhMotion motion;
};

/// Bytes of the text from `begin` up to `end`.
struct BvhRange {
    std::uint32_t begin = 0;
    std::uint32_t end = 0;
    [[nodiscard]] bool empty() const { return begin == end; }
};

/// Where in the text stands what can be edited; empty ranges: nowhere.
struct BvhPlaces {
    struct OfNode {
        BvhRange name;  // of a joint
        std::array<BvhRange, 3> offset;
    };
    std::vector<OfNode> nodes;
    BvhRange frames;
    BvhRange frame_time;
    std::vector<BvhRange> values;  // as BvhMotion::values
};

/// Degrees, or a place: some that may be meant.
[[nodiscard]] inline bool is_sane(float value) {
    return std::abs(value) <= furthest_key;
}

/// An Error with its location if the text is not a BVH file, or exceeds the limits of `options`. `places` may
/// be null.
[[nodiscard]] Result<BvhFile> parse_bvh(std::string_view text, const std::string& name,
                                        const LoadOptions& options, BvhPlaces* places = nullptr);

}  // namespace vitruvian
