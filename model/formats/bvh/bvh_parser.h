// The text of a BVH file: its hierarchy and the numbers of its motion, as written. bvh_reader.cpp interprets
// them.
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

/// The channels of a joint in the order of the frame's numbers: 0 to 2 are its position along X, Y and Z, 3
/// to 5 its rotation about them, 6 to 8 its scale, which is ignored.
using BvhChannels = std::vector<int>;

struct BvhMotion {
    std::size_t frames = 0;
    double frame_time = default_frame_time;
    std::size_t columns = 0;    // per frame
    std::vector<float> values;  // row by row
};

struct BvhFile {
    Document document;                  // nodes at rest at their OFFSETs, and diagnostics
    std::vector<BvhChannels> channels;  // per node
    BvhMotion motion;
};

/// Bytes of the text from `begin` up to `end`.
struct BvhRange {
    std::uint32_t begin = 0;
    std::uint32_t end = 0;
    [[nodiscard]] bool empty() const { return begin == end; }
};

/// Where the editable values are in the text; empty ranges where there are none.
struct BvhPlaces {
    struct OfNode {
        BvhRange block;  // from its keyword to behind its closing brace
        BvhRange name;   // of a joint
        std::array<BvhRange, 3> offset;
    };
    std::vector<OfNode> nodes;
    BvhRange frames;
    BvhRange frame_time;
    std::vector<BvhRange> values;  // like BvhMotion::values
};

/// Whether a value is plausible as an angle in degrees or a position.
[[nodiscard]] inline bool is_sane(float value) {
    return std::abs(value) <= furthest_key;
}

/// Returns an Error with its location if the text is not a BVH file or exceeds the limits of `options`.
/// `places` may be null.
[[nodiscard]] Result<BvhFile> parse_bvh(std::string_view text, const std::string& name,
                                        const LoadOptions& options, BvhPlaces* places = nullptr);

}  // namespace vitruvian
