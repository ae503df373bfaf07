// Changes to JSON text that leave every other byte as it is: values are replaced, members and elements added
// or removed where they stand, and nothing is parsed into values and printed again. It knows nothing of glTF.
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
    /// Puts `value` at a JSON pointer ("/nodes/3/name"; RFC 6901 without escapes, since glTF's keys need
    /// none). Objects on the way that are not there are made. A later set of the same place counts.
    void set(std::string_view pointer, OrderedJson value);
    /// Takes the member or element away. Numbers in other edits stay those of the text as it was.
    void remove(std::string_view pointer);
    /// Adds an element behind the array at `pointer`, which is made where there is none.
    void append(std::string_view pointer, OrderedJson value);
    /// The elements of an array in another order: of each place the number of the element that comes there, appended
    /// ones counting on from those of the text. Numbers in other edits stay those of the text as it was.
    void reorder(std::string_view pointer, std::vector<std::size_t> order);

    [[nodiscard]] bool empty() const { return root_.children.empty(); }

    /// `text`, which is valid JSON with an object at its top, with the edits made.
    [[nodiscard]] std::string apply(std::string_view text) const;

  private:
    friend class EditedText;
    struct Child;
    struct Edit {
        std::optional<OrderedJson> value;
        bool removed = false;
        std::vector<Child> children;  // in the order in which they were asked for
        std::vector<OrderedJson> appended;
        std::vector<std::size_t> order;                         // empty: as it is
        std::map<std::string, std::size_t, std::less<>> place;  // in `children`

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
