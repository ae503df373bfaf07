#include "app/gui/wrapped_text.h"

#include <algorithm>
#include <cstddef>

namespace vitruvian {

std::string wrapped(std::string_view text, float width,
                    const std::function<float(std::string_view)>& width_of) {
    std::string out;
    std::size_t line = 0;  // where the last line of `out` begins
    while (!text.empty()) {
        // The next word, with the spaces before it.
        const std::size_t begin = std::min(text.find_first_not_of(' '), text.size());
        const std::size_t end = std::min(text.find_first_of(" \n", begin), text.size());
        const std::string longer = out.substr(line).append(text.substr(0, end));
        if (begin > 0 && out.size() > line && width_of(longer) > width) {
            out += '\n';
            line = out.size();
            out += text.substr(begin, end - begin);
        } else {
            out += text.substr(0, end);
        }
        text.remove_prefix(end);
        if (text.starts_with('\n')) {
            out += '\n';
            line = out.size();
            text.remove_prefix(1);
        }
    }
    return out;
}

}  // namespace vitruvian
