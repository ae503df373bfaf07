// The values of a clip's channels as curves, one an axis: what an artist shapes. Rotations are seen as turns about X, then
// Y, then Z, in degrees. Plain data and arithmetic: no ImGui, no session.
#pragma once

#include "model/document/document.h"
#include "model/edit/command.h"
#include "model/edit/key_edits.h"

#include <optional>
#include <string>
#include <vector>

namespace vitruvian {

struct CurvePoint {
    double time = 0.0;   // seconds
    double value = 0.0;  // degrees, or the channel's own unit
};

struct Curve {
    std::size_t channel = 0;  // into Clip::channels
    int axis = 0;             // X, Y, Z; of weights 0
    std::string name;         // "Rotation X"
    std::string unit;         // "\u00B0"; empty: the file's unit
    std::vector<CurvePoint> points;
    std::vector<CurvePoint> keys;
    /// Slopes at the keys where the channel is cubic: value a second. Else empty.
    std::vector<double> in_slopes;
    std::vector<double> out_slopes;
};

/// Of each channel of `what` (its path does not matter), sampled `count` times from `from` to `to` seconds.
[[nodiscard]] std::vector<Curve> curves_of(const Clip& clip, const KeyChoice& what, double from, double to,
                                           int count);

/// A key of a curve; and a handle that is dragged: the key itself, or a tangent.
struct CurveKey {
    std::size_t channel = 0;
    int axis = 0;
    std::size_t key = 0;
    bool operator==(const CurveKey&) const = default;
};
struct CurveGrip {
    CurveKey key;
    enum class Part { value, in, out };
    Part part = Part::value;
    bool operator==(const CurveGrip&) const = default;
};

/// The values of the key's channel there on all axes, as the curves have them; of weights X.
[[nodiscard]] vec3 values_at(const std::vector<Curve>& curves, const CurveKey& key);

/// What `set-keys` takes to give a key other values, or another slope on one side, in the curves' units; `values` are
/// those that it has.
[[nodiscard]] KeyValues with_value(const Clip& clip, const CurveKey& key, const vec3& values);
[[nodiscard]] KeyValues with_slope(const Clip& clip, const CurveKey& key, TangentSide side, double slope,
                                   const vec3& values);

/// What is seen of all points: a little more than they need.
struct CurveRange {
    double low = -1.0;
    double high = 1.0;
};
[[nodiscard]] CurveRange range_of(const std::vector<Curve>& curves);

}  // namespace vitruvian
