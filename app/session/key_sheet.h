// The keys of a clip as a dope sheet: a row for each animated joint, bone or displacer, the selection of
// keys, and how dragging changes their times. Plain data and arithmetic: no ImGui, no session.
#pragma once

#include "model/document/item.h"
#include "model/edit/command.h"
#include "model/edit/key_edits.h"

#include <cstddef>
#include <string>
#include <vector>

namespace vitruvian {

struct KeyRow {
    KeyChoice what;  // complete: every path, all times
    std::string name;
    Item item;                 // what a click selects; none for bones of no particular figure
    std::vector<float> times;  // of all its channels, ascending, unique
    bool operator==(const KeyRow&) const = default;
};

/// Returns the rows: nodes, then bones, then displacers.
[[nodiscard]] std::vector<KeyRow> key_rows(const Document& document, const Clip& clip);

/// Returns the key times of all rows, ascending.
[[nodiscard]] std::vector<float> times_of(const std::vector<KeyRow>& rows);

/// Returns the frame rate of the clip's keys: a common rate that fits all or most of them, or that of evenly
/// spaced keys; else 30.
[[nodiscard]] double frame_rate_of(const Clip& clip);

/// Returns the time of the nearest whole frame.
[[nodiscard]] double snapped(double seconds, double frame_rate);

/// A selection of keys.
class KeySelection {
  public:
    [[nodiscard]] bool empty() const { return keys_.empty(); }
    [[nodiscard]] std::size_t size() const;
    [[nodiscard]] bool has(const KeyRow& row, float time) const;
    void clear() { keys_.clear(); }
    void add(const KeyRow& row, float time);
    void remove(const KeyRow& row, float time);
    /// Adds all keys of the row from one time to another, inclusive.
    void add_span(const KeyRow& row, float from, float to);
    /// Returns the selection as commands take it: each row once, its times ascending.
    [[nodiscard]] const std::vector<KeyChoice>& keys() const { return keys_; }
    [[nodiscard]] float first() const;  // 0 if nothing is selected
    [[nodiscard]] float last() const;
    /// Returns the selection of the same keys after they have been moved.
    [[nodiscard]] KeySelection moved(const TimeChange& change) const;
    /// Removes keys that the rows do not have.
    void prune(const std::vector<KeyRow>& rows);
    bool operator==(const KeySelection&) const = default;

  private:
    KeyChoice* find(const KeyRow& row);
    [[nodiscard]] const KeyChoice* find(const KeyRow& row) const;
    std::vector<KeyChoice> keys_;
};

/// Returns a move by the pointer's offset that snaps the dragged key (at `held`) to a whole frame (rate 0: no
/// snapping) and keeps all keys at or after 0.
[[nodiscard]] TimeChange dragged(const KeySelection& selection, double held, double by, double frame_rate);

/// Returns a move by `seconds` that keeps all keys at or after 0.
[[nodiscard]] TimeChange moved_by(const KeySelection& selection, double seconds);

/// Returns a scaling about a time, never to zero length; a negative scale reverses the keys. Keys that would come
/// before 0 are all moved later, so that the first of them is at 0.
[[nodiscard]] TimeChange scaled(const KeySelection& selection, double about, double scale);

/// Returns a scaling about `about` as the pointer goes from `from` to `to`; never to zero length, never
/// before 0, with the selection's far end snapped to a whole frame (rate 0: no snapping).
[[nodiscard]] TimeChange stretched(const KeySelection& selection, double about, double from, double to,
                                   double frame_rate);

/// Returns the selected keys with their values and tangents; times are relative to the first of them.
[[nodiscard]] std::vector<KeyValues> copied_keys(const Clip& clip, const KeySelection& selection);
/// Returns the copied keys moved to a time.
[[nodiscard]] std::vector<KeyValues> pasted_at(std::vector<KeyValues> copied, float time);

/// Returns the next time after `now` (direction 1) or before it (-1) in `times` (ascending); `now` if there
/// is none.
[[nodiscard]] double next_key(const std::vector<float>& times, double now, int direction);

}  // namespace vitruvian
