// Rendering quality of a picture, and its reduction on slow devices. Pure calculation.
#pragma once

namespace vitruvian {

/// The default is the highest quality, used for every picture that is saved.
struct Quality {
    int samples = 4;           // per pixel at edges; 1: shading is per 2x2 pixels, with a sample in each
    int key_map = 1024;        // resolution in texels of the key light's shadow map
    int sky_map = 256;         // of the sky's shadow map
    int floor_map = 256;       // of the floor's shadow map
    bool soft_shadows = true;  // on surfaces, with all filter taps, and ambient occlusion
    bool operator==(const Quality&) const = default;
};

/// Returns the quality with maps in proportion to a picture of this size: in a small one, a texel of the smaller
/// maps is still finer than a pixel.
[[nodiscard]] Quality in_proportion(Quality quality, int width, int height);

/// Reduces the quality of successive pictures on devices that cannot draw 30 per second; once nothing
/// changes, the picture is redrawn in full quality. All times are in seconds, `now` of any monotonic clock.
class QualityControl {
  public:
    /// Returns the quality for a picture that is drawn because of a change.
    [[nodiscard]] Quality for_change(double now);
    /// Reports the duration of the frame with that picture, excluding waits for input.
    void took(double seconds);

    /// True if the displayed picture has reduced quality, and will be redrawn.
    [[nodiscard]] bool is_settling() const { return shown_ > 0; }
    /// True if it is time to redraw: nothing has changed for a while.
    [[nodiscard]] bool is_due(double now) const;
    /// Reports that the picture was drawn in full quality.
    void drawn_in_full() { shown_ = 0; }

  private:
    int level_ = 0;      // of successive pictures; 0: the best
    int shown_ = 0;      // of the displayed picture
    int slow_ = 0;       // number of consecutive slow frames
    int fast_ = 0;       // number of consecutive frames fast enough for a better level
    int patience_ = 60;  // number of fast frames before the next better level is tried
    bool follows_ = false;
    double last_change_ = -1e9;
    double last_took_ = 0.0;  // duration of the frame with that change
};

}  // namespace vitruvian
