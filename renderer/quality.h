// How much is spent on one picture, and when a slow device gets less of it. Pure calculation.
#pragma once

namespace vitruvian {

/// The default is the best, and what every picture has that is kept.
struct Quality {
    int samples = 4;           // of a pixel that an edge crosses; 1: and each is shaded with its neighbours
    int key_map = 1024;        // texels across, of the map of what the key light reaches
    int sky_map = 256;         // the same of the sky
    int floor_map = 256;       // and of the shadows on the floor
    bool soft_shadows = true;  // on surfaces, with all their taps, and ambient occlusion
    bool operator==(const Quality&) const = default;
};

/// Less for pictures that follow one another on a device that cannot draw 30 of them a second; what stands
/// still is drawn once more in full. All times are in seconds, `now` of any clock that does not go back.
class QualityControl {
  public:
    /// For a picture that is to be drawn because something has changed.
    [[nodiscard]] Quality for_change(double now);
    /// How long the frame took with that picture in it, without waiting for somebody to act.
    void took(double seconds);

    /// The picture that is shown has less than the best, and will be drawn again.
    [[nodiscard]] bool is_settling() const { return shown_ > 0; }
    /// The time to do that has come: nothing has changed for a while.
    [[nodiscard]] bool is_due(double now) const;
    /// It was drawn in full.
    void drawn_in_full() { shown_ = 0; }

  private:
    int level_ = 0;      // of pictures that follow one another; 0: the best
    int shown_ = 0;      // of the picture that is shown
    int slow_ = 0;       // frames in a row that took too long
    int fast_ = 0;       // frames in a row that took so little that a better level may do
    int patience_ = 60;  // how many of these it takes to try
    bool follows_ = false;
    double last_change_ = -1e9;
    double last_took_ = 0.0;  // of the frame with that change in it
};

}  // namespace vitruvian
