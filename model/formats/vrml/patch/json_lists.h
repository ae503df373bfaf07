// The lists and objects of a JSON text, and changes of what they hold: items taken out, unwrapped and put in where they
// stand, with the commas between them, in the file's own layout. It knows no nodes.
#pragma once

#include "model/formats/vrml/syntax/text_edits.h"

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace vitruvian::vrml {

/// A member of an object or an entry of a list, of which only lists and objects are told.
struct JsonItem {
    SourceRange range;        // of a member from its name's quote on
    std::uint32_t value = 0;  // where the value begins
    int box = -1;             // the list or object that the value is
};

struct JsonBox {
    SourceRange range;  // with its brackets
    bool is_list = false;
    bool is_plain = true;  // a list of lists and objects alone, or an object
    int owner = -1;        // the box that it is in
    int place = -1;        // as which of the owner's items
    std::vector<JsonItem> items;
};

class JsonLists {
  public:
    /// `text` outlives it. Of text that is no JSON there is what precedes the damage.
    explicit JsonLists(std::string_view text);

    /// The list or object whose bracket is at `begin`; -1: there is none.
    [[nodiscard]] int find(std::uint32_t begin) const;
    [[nodiscard]] const JsonBox& operator[](int box) const { return boxes_[static_cast<std::size_t>(box)]; }
    /// A member's name as written, without its quotes; empty for a list's items.
    [[nodiscard]] std::string_view name(int box, int item) const;
    /// The place of the member `name` in an object; -1: it has none.
    [[nodiscard]] int member(int box, std::string_view name) const;

    /// Changes, which `write` makes all at once.
    void take_out(int box, int item);
    /// Leaves in the item's place what the list `inner`, somewhere in it, holds.
    void unwrap(int box, int item, int inner);
    /// Puts an item behind another, or behind the last where `item` is -1. Its further lines begin at the margin.
    void put_behind(int box, int item, std::string text);
    /// False where they cannot all be made.
    [[nodiscard]] bool write(TextEdits& edits) const;

    /// What a line more has in front of it within `box`, where its items stand in lines of their own; else nullopt.
    [[nodiscard]] std::optional<std::string> indent_in(int box) const;
    /// How much further in items stand than their list, as its neighbours have it.
    [[nodiscard]] std::string step_at(int box) const;

  private:
    struct Changes {
        std::vector<bool> gone;    // by item
        std::map<int, int> inner;  // of items that are unwrapped
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
    [[nodiscard]] std::string indented(const std::string& text, const std::string& indent) const;

    std::string_view text_;
    std::string new_line_;
    std::vector<JsonBox> boxes_;  // by where they begin
    std::map<int, Changes> changes_;
};

}  // namespace vitruvian::vrml
