// Edits of JSON text that leave all other bytes unchanged: values are replaced, members and elements added or
// removed in place, without parsing and printing the rest. Knows nothing of glTF.
#pragma once

#include "model/formats/gltf/write/write_bin.h"

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace vitruvian::gltf {

class JsonEdits {
  public:
    /// Sets the value at a JSON pointer ("/nodes/3/name"; RFC 6901 without escapes, since glTF's keys need
    /// none). Missing objects on the path are created. A later set of the same pointer wins.
    void set(std::string_view pointer, OrderedJson value);
    /// The same; if the members of its object are in the order of `keys`, a missing one takes its place there.
    void set_in_order(std::string_view pointer, OrderedJson value, std::vector<std::string> keys);
    /// Removes a member or element. Indices in other edits still refer to the original text.
    void remove(std::string_view pointer);
    /// Appends an element to the array at `pointer`, which is created if missing.
    void append(std::string_view pointer, OrderedJson value);
    /// Reorders the elements of an array: `order` gives per position the index of the element that goes
    /// there; appended elements are numbered after those of the text. Indices in other edits still refer to
    /// the original text.
    void reorder(std::string_view pointer, std::vector<std::size_t> order);

    [[nodiscard]] bool empty() const { return root_.children.empty(); }

    /// Returns `text`, valid JSON with an object at its top level, with the edits applied.
    [[nodiscard]] std::string apply(std::string_view text) const;

  private:
    friend class EditedText;
    struct Child;
    struct Edit {
        std::optional<OrderedJson> value;
        bool removed = false;
        std::vector<std::string> keys;  // the order of its object's members; empty: a missing one comes last
        std::vector<Child> children;    // in the order in which they were added
        std::vector<OrderedJson> appended;
        std::vector<std::size_t> order;                         // empty: unchanged
        std::map<std::string, std::size_t, std::less<>> place;  // index into `children`

        [[nodiscard]] const Edit* find(std::string_view key) const;
    };
    struct Child {
        std::string key;
        Edit edit;
    };
    [[nodiscard]] Edit& at(std::string_view pointer);
    static OrderedJson made_from(const Edit& edit);

    Edit root_;
};

}  // namespace vitruvian::gltf
