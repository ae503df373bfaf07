// The lists and objects of a JSON text, and edits of their items: removed, unwrapped and inserted in place,
// with the commas between them, in the file's own layout. Knows nothing of nodes.
#pragma once

#include "model/formats/vrml/syntax/text_edits.h"

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace vitruvian::vrml {

/// A member of an object or an entry of a list; only values that are lists or objects are described further.
struct JsonItem {
    SourceRange range;        // for a member, from its name's opening quote on
    std::uint32_t value = 0;  // where the value begins
    int box = -1;             // the list or object that is the value
};

struct JsonBox {
    SourceRange range;  // with its brackets
    bool is_list = false;
    bool is_plain = true;  // an object, or a list that only holds lists and objects
    int owner = -1;        // the box that contains it
    int place = -1;        // its index in the owner's items
    std::vector<JsonItem> items;
};

class JsonLists {
  public:
    /// `text` must outlive this object. For invalid JSON, holds what precedes the error.
    explicit JsonLists(std::string_view text);

    /// Returns the list or object whose bracket is at `begin`; -1 if there is none.
    [[nodiscard]] int find(std::uint32_t begin) const;
    [[nodiscard]] const JsonBox& operator[](int box) const { return boxes_[static_cast<std::size_t>(box)]; }
    /// A member's name as written, without its quotes; empty for items of lists.
    [[nodiscard]] std::string_view name(int box, int item) const;
    /// Returns the index of the member `name` of an object; -1 if it has none.
    [[nodiscard]] int member(int box, std::string_view name) const;

    /// Edits, applied together by `write`.
    void take_out(int box, int item);
    /// Replaces the item by the contents of the list `inner`, which is somewhere inside it.
    void unwrap(int box, int item, int inner);
    /// Inserts an item after another, or at the end where `item` is -1. Its further lines are not indented.
    void put_behind(int box, int item, std::string text);
    /// Returns false where some edit cannot be made.
    [[nodiscard]] bool write(TextEdits& edits) const;

    /// Returns the indentation of a new line within `box`, where its items are on separate lines; otherwise
    /// nullopt.
    [[nodiscard]] std::optional<std::string> indent_in(int box) const;
    /// Returns how much further items are indented than their list, taken from neighbouring lists.
    [[nodiscard]] std::string step_at(int box) const;

  private:
    struct Changes {
        std::vector<bool> gone;    // per item
        std::map<int, int> inner;  // of items that are unwrapped: the list that replaces them
        std::vector<std::pair<int, std::string>> added;
    };
    [[nodiscard]] Changes& changes_of(int box);
    [[nodiscard]] const Changes* find_changes(int box) const;
    [[nodiscard]] bool stays(int box, int item) const;
    [[nodiscard]] bool has_any(int box) const;
    [[nodiscard]] bool is_gone_with_another(int box) const;
    [[nodiscard]] bool write_box(int box, const Changes& changes, TextEdits& edits) const;
    [[nodiscard]] bool write_gone(int box, TextEdits& edits) const;
    [[nodiscard]] bool write_unwrapped(int box, int item, int inner, TextEdits& edits) const;
    [[nodiscard]] bool write_added(int box, const Changes& changes, TextEdits& edits) const;
    [[nodiscard]] bool write_all_new(int box, const Changes& changes, TextEdits& edits) const;

    std::string_view text_;
    std::string new_line_;
    std::vector<JsonBox> boxes_;  // in the order of their offsets
    std::map<int, Changes> changes_;
};

}  // namespace vitruvian::vrml
