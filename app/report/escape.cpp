#include "app/report/escape.h"

#include "model/core/utf8.h"
#include "model/io/file.h"

namespace vitruvian::report {
namespace {

/// U+FFFE and U+FFFF are valid in UTF-8, but not in XML.
bool is_no_xml_character(std::string_view rest) {
    return rest.starts_with("\xEF\xBF\xBE") || rest.starts_with("\xEF\xBF\xBF");
}

}  // namespace

std::string markup_text(std::string_view text) {
    const std::string visible = visible_text(text);
    std::string out;
    out.reserve(visible.size());
    for (std::size_t i = 0; i < visible.size(); ++i) {
        if (is_no_xml_character(std::string_view(visible).substr(i))) {
            out += "\xEF\xBF\xBD";
            i += 2;
            continue;
        }
        switch (visible[i]) {
            case '&':
                out += "&amp;";
                break;
            case '<':
                out += "&lt;";
                break;
            case '>':
                out += "&gt;";
                break;
            case '"':
                out += "&quot;";
                break;
            case '\'':
                out += "&#39;";
                break;
            default:
                out += visible[i];
        }
    }
    return out;
}

std::string file_uri(const std::string& path) {
    const std::string encoded = percent_encoded(path);
    // Without "./" the part before a colon would be a scheme; percent_encoded escapes colons, but keeps two
    // slashes.
    if (encoded.starts_with("/")) return "file://" + encoded;
    return encoded;
}

}  // namespace vitruvian::report
