// System fonts for characters that the shipped font lacks: joints are named 左腕, clips 걷기.
#pragma once

#include "renderer/lettering.h"

#include <imgui.h>

#include <set>
#include <string_view>
#include <vector>

namespace vitruvian {

class Session;
struct GuiState;

/// A font, and the ranges of characters needed from it.
struct ScriptFace {
    Typeface face;
    std::vector<ImWchar> ranges;  // pairs of first and last, terminated by 0
};

/// Collects such characters and finds fonts for them. Characters without a font show as question marks.
class ScriptFonts {
  public:
    /// Notes the characters of `text` (UTF-8) that the shipped font lacks.
    void note(std::string_view text);
    /// Notes those of all names that the session and the window may show. Documents are scanned when they
    /// change.
    void note_names(const Session& session, const GuiState& gui);
    /// True if characters were noted since the last call of faces().
    [[nodiscard]] bool has_news() const { return has_news_; }
    /// Fonts for the noted characters, each character in one font; valid until the next call.
    [[nodiscard]] const std::vector<ScriptFace>& faces();

  private:
    void note_documents(const Session& session);

    std::set<ImWchar> noted_;
    std::vector<ScriptFace> faces_;
    bool has_news_ = false;
    unsigned long long looked_through_ = 0;  // the structure whose names were scanned
};

}  // namespace vitruvian
