// The values of a clip's channels as editable curves, one per axis. Rotations are shown as Euler angles in
// degrees, applied about X, then Y, then Z. Plain data and arithmetic: no ImGui, no session.
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
    std::size_t channel = 0;  // index into Clip::channels
    int axis = 0;             // X, Y, Z; 0 for weights
    std::string name;         // "Rotation X"
    std::string unit;         // "\u00B0"; empty: the file's unit
    std::vector<CurvePoint> points;
    std::vector<CurvePoint> keys;
    /// Slopes at the keys if the channel is cubic, in value per second; else empty.
    std::vector<double> in_slopes;
    std::vector<double> out_slopes;
};

/// Returns the curves of each channel of `what` (its path is ignored), sampled `count` times from `from` to
/// `to` seconds.
[[nodiscard]] std::vector<Curve> curves_of(const Clip& clip, const KeyChoice& what, double from, double to,
                                           int count);

/// A key of a curve (CurveKey), and a handle that is dragged, the key itself or a tangent (CurveGrip).
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

/// Returns the values of the key's channel at that key on all axes, as the curves have them; for weights in
/// X.
[[nodiscard]] vec3 values_at(const std::vector<Curve>& curves, const CurveKey& key);

/// Returns the `set-keys` argument that gives a key other values, or another slope on one side, in the
/// curves' units; `values` are its current values.
[[nodiscard]] KeyValues with_value(const Clip& clip, const CurveKey& key, const vec3& values);
[[nodiscard]] KeyValues with_slope(const Clip& clip, const CurveKey& key, TangentSide side, double slope,
                                   const vec3& values);

/// The visible value range: slightly larger than that of all points.
struct CurveRange {
    double low = -1.0;
    double high = 1.0;
};
[[nodiscard]] CurveRange range_of(const std::vector<Curve>& curves);

}  // namespace vitruvian
