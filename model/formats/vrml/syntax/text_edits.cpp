#include "model/formats/vrml/syntax/text_edits.h"

#include "model/core/splice.h"

#include <algorithm>
#include <iterator>
#include <utility>

namespace vitruvian::vrml {

bool TextEdits::replace(SourceRange range, std::string text) {
    const auto later = std::partition_point(edits_.begin(), edits_.end(), [&](const Edit& edit) {
        return edit.range.begin < range.begin ||
               (edit.range.begin == range.begin && edit.range.end <= range.begin);
    });
    if (later != edits_.end() && later->range.begin < range.end) {
        const bool same = later->range.begin == range.begin && later->range.end == range.end;
        return same && later->text == text;
    }
    if (later != edits_.begin() && std::prev(later)->range.end > range.begin) return false;
    edits_.insert(later, {range, std::move(text)});
    return true;
}

void TextEdits::insert(std::uint32_t at, std::string text) {
    // Before an edit that begins here, and after the insertions at the same place.
    const auto later = std::partition_point(edits_.begin(), edits_.end(), [at](const Edit& edit) {
        return edit.range.begin < at || (edit.range.begin == at && edit.range.end <= at);
    });
    edits_.insert(later, {{at, at}, std::move(text)});
}

bool TextEdits::add(const TextEdits& others) {
    for (const Edit& edit : others.edits_) {
        if (edit.range.begin == edit.range.end) {
            insert(edit.range.begin, edit.text);
        } else if (!replace(edit.range, edit.text)) {
            return false;
        }
    }
    return true;
}

std::string TextEdits::apply(std::string_view text) const {
    return splice(text, edits_);
}

}  // namespace vitruvian::vrml
