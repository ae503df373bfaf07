// What pages have in common: colours in light and dark, type, and a policy that lets nothing be fetched.
#pragma once

#include <string>
#include <string_view>

namespace vitruvian::report {

/// What a page's policy lets run: nothing, or its own script.
enum class PageScripts { none, own };

/// From the beginning to inside of <body>. `title` is text; `styles` follow the common ones.
[[nodiscard]] std::string page_head(std::string_view title, std::string_view styles,
                                    PageScripts scripts = PageScripts::own);

/// Follows the browser's choice of light or dark; a button with the id "theme" changes it. For the page's one script.
extern const std::string_view theme_script;

}  // namespace vitruvian::report
