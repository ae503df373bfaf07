// The common part of pages: light and dark colours, fonts, and a content security policy that forbids all
// requests.
#pragma once

#include <string>
#include <string_view>

namespace vitruvian::report {

/// Which scripts a page's policy allows: none, or its own.
enum class PageScripts { none, own };

/// Returns a page's text up to the start of the content of <body>. `title` is plain text; `styles` follow the
/// common ones.
[[nodiscard]] std::string page_head(std::string_view title, std::string_view styles,
                                    PageScripts scripts = PageScripts::own);

/// Script that follows the browser's light or dark setting; a button with the id "theme" switches it. Part of
/// the page's single script.
extern const std::string_view theme_script;

}  // namespace vitruvian::report
