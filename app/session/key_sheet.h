// The keys of a clip as a sheet: a row for each joint, bone or displacer that it moves, which of its keys are chosen, and
// how dragging changes their times. Plain data and arithmetic: no ImGui, no session.
#pragma once

#include "model/document/item.h"
#include "model/edit/command.h"
#include "model/edit/key_edits.h"

#include <cstddef>
#include <string>
#include <vector>

namespace vitruvian {

struct KeyRow {
    KeyChoice what;  // whole: of every path, all times
    std::string name;
    Item item;                 // what a click selects; none for bones of whatever figure
    std::vector<float> times;  // of all its channels, ascending, each once
    bool operator==(const KeyRow&) const = default;
};

/// In the order of nodes, then bones, then displacers.
[[nodiscard]] std::vector<KeyRow> key_rows(const Document& document, const Clip& clip);

/// When any row has a key, ascending.
[[nodiscard]] std::vector<float> times_of(const std::vector<KeyRow>& rows);

/// The frame rate that the clip's keys lie on: a usual one, for all or for most of them, or that of keys at equal steps;
/// else 30.
[[nodiscard]] double frame_rate_of(const Clip& clip);

/// The nearest whole frame.
[[nodiscard]] double snapped(double seconds, double frame_rate);

/// Chosen keys.
class KeySelection {
  public:
    [[nodiscard]] bool empty() const { return keys_.empty(); }
    [[nodiscard]] std::size_t size() const;
    [[nodiscard]] bool has(const KeyRow& row, float time) const;
    void clear() { keys_.clear(); }
    void add(const KeyRow& row, float time);
    void remove(const KeyRow& row, float time);
    /// All of the row's from one time to another, both included.
    void add_span(const KeyRow& row, float from, float to);
    /// What commands take; each row once, its times ascending.
    [[nodiscard]] const std::vector<KeyChoice>& keys() const { return keys_; }
    [[nodiscard]] float first() const;  // 0 where nothing is chosen
    [[nodiscard]] float last() const;
    /// The same keys once they have been moved.
    [[nodiscard]] KeySelection moved(const TimeChange& change) const;
    /// Drops what the rows do not have.
    void prune(const std::vector<KeyRow>& rows);
    bool operator==(const KeySelection&) const = default;

  private:
    KeyChoice* find(const KeyRow& row);
    [[nodiscard]] const KeyChoice* find(const KeyRow& row) const;
    std::vector<KeyChoice> keys_;
};

/// Moving by what the pointer was moved, so that the key that is held (at `held`) comes to a whole frame (rate 0: not), and
/// none before 0.
[[nodiscard]] TimeChange dragged(const KeySelection& selection, double held, double by, double frame_rate);

/// Moving by seconds, none before 0.
[[nodiscard]] TimeChange moved_by(const KeySelection& selection, double seconds);

/// Scaling about a time; never to nothing, never before 0.
[[nodiscard]] TimeChange scaled(const KeySelection& selection, double about, double scale);

/// Scaling about `about` as the pointer goes from `from` to `to`; never to nothing, never before 0, and so that the
/// selection's far end comes to a whole frame (rate 0: not).
[[nodiscard]] TimeChange stretched(const KeySelection& selection, double about, double from, double to,
                                   double frame_rate);

/// The chosen keys with their values and tangents; times from the first of them.
[[nodiscard]] std::vector<KeyValues> copied_keys(const Clip& clip, const KeySelection& selection);
/// The same at a time.
[[nodiscard]] std::vector<KeyValues> pasted_at(std::vector<KeyValues> copied, float time);

/// The next time after `now` (direction 1) or before it (-1) of those, ascending; `now` where there is none.
[[nodiscard]] double next_key(const std::vector<float>& times, double now, int direction);

}  // namespace vitruvian
