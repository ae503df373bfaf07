// A range-of-motion report as one self-contained page: each joint's pictures from limit to limit, and the
// deformation of the skin, worst first.
#pragma once

#include "model/rom/range_of_motion.h"

#include <span>
#include <string>
#include <vector>

namespace vitruvian::report {

struct RomPicture {
    std::string caption;
    std::string picture;  // data URI; empty: same as the joint's picture at rest
};

/// A joint rotated about one axis, or by a clip, from one end to the other.
struct RomStrip {
    int axis = -1;  // -1: the clip
    std::vector<RomPicture> pictures;
};

struct RomRow {
    int joint = -1;    // index into RomFigure::joints
    std::string rest;  // a data URI
    std::vector<RomStrip> strips;
};

struct RomPictures {
    std::vector<RomRow> rows;
    /// A PNG file per extreme; empty without OpenGL, which `note` then says.
    std::vector<std::string> png_of_extreme;
    std::string note;
};

/// Returns "x", "y" or "z"; "clip" for -1.
[[nodiscard]] std::string_view axis_name(int axis);
/// Returns the joint's name in the figure's document; for a joint without a name its bone's, or "#" and its index.
[[nodiscard]] std::string rom_joint_name(const RomFigure& figure, int joint);

/// `extremes` are sorted worst first; joints are in the order of their worst extreme. `clip`: the clip's
/// name; empty: none.
[[nodiscard]] std::string rom_page(const RomFigure& figure, std::span<const RomExtreme> extremes,
                                   const RomPictures& pictures, const std::string& clip);

}  // namespace vitruvian::report
