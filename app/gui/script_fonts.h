// Typefaces of the system for characters that the shipped one does not have: joints are named 左腕, clips 걷기.
#pragma once

#include "renderer/lettering.h"

#include <imgui.h>

#include <set>
#include <string_view>
#include <vector>

namespace vitruvian {

class Session;
struct GuiState;

/// A typeface, and what of it is needed.
struct ScriptFace {
    Typeface face;
    std::vector<ImWchar> ranges;  // first and last in turn, a 0 at the end
};

/// Remembers which such characters were seen, and finds typefaces for them. Without any in the system they show as
/// question marks.
class ScriptFonts {
  public:
    /// Remembers the characters of `text` (UTF-8) that the shipped typeface lacks.
    void note(std::string_view text);
    /// The same of all names that the session and the window may show. Documents are looked through when they change.
    void note_names(const Session& session, const GuiState& gui);
    /// True where characters were noted since faces() was called.
    [[nodiscard]] bool has_news() const { return has_news_; }
    /// Typefaces for what was noted, each character in one; valid until the next call.
    [[nodiscard]] const std::vector<ScriptFace>& faces();

  private:
    void note_documents(const Session& session);

    std::set<ImWchar> noted_;
    std::vector<ScriptFace> faces_;
    bool has_news_ = false;
    unsigned long long looked_through_ = 0;  // the structure whose names were noted
};

}  // namespace vitruvian
