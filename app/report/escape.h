// Words of strangers, made fit for the inside of HTML, XML and addresses.
#pragma once

#include <string>
#include <string_view>

namespace vitruvian::report {

/// For text and quoted attributes of XML 1.0 and HTML: markup becomes entities; what XML 1.0 (2.2) has no character for,
/// and what would hide or turn the text around it, becomes visible as \x1b or \u202e.
[[nodiscard]] std::string markup_text(std::string_view text);

/// A path as a URI: relative as it is, absolute with the scheme file (RFC 3986, RFC 8089).
[[nodiscard]] std::string file_uri(const std::string& path);

}  // namespace vitruvian::report
