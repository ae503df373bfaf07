// Escapes untrusted text for HTML, XML and URIs.
#pragma once

#include <string>
#include <string_view>

namespace vitruvian::report {

/// Escapes text for text and quoted attributes of XML 1.0 and HTML: markup becomes entities; characters that
/// XML 1.0 (2.2) does not allow, and those that would hide or reorder surrounding text, become visible as
/// \x1b or \u202e.
[[nodiscard]] std::string markup_text(std::string_view text);

/// Returns a path as a URI: relative paths stay relative, absolute ones get the scheme file (RFC 3986, RFC
/// 8089).
[[nodiscard]] std::string file_uri(const std::string& path);

}  // namespace vitruvian::report
