#include "app/cli/json_output.h"

#include "model/core/utf8.h"

#include <utility>

namespace vitruvian {
namespace {

std::string on_one_line(const Json& json) {
    return json.dump(-1, ' ', false, nlohmann::detail::error_handler_t::replace);
}

void append(const Json& json, int open_levels, int depth, std::string& out) {
    if (depth >= open_levels || !json.is_structured() || json.empty()) {
        out += on_one_line(json);
        return;
    }
    const std::string margin(static_cast<std::size_t>(depth + 1) * 2, ' ');
    out += json.is_object() ? "{\n" : "[\n";
    bool first = true;
    for (auto it = json.begin(); it != json.end(); ++it) {
        if (!first) out += ",\n";
        first = false;
        out += margin;
        if (json.is_object()) out += on_one_line(Json(it.key())) + ": ";
        append(*it, open_levels, depth + 1, out);
    }
    out += '\n' + margin.substr(2) + (json.is_object() ? '}' : ']');
}

}  // namespace

Json diagnostic_json(const Diagnostic& diagnostic) {
    return {{"severity", to_string(diagnostic.severity)},
            {"code", diagnostic.code},
            {"message", diagnostic.message},
            {"where", diagnostic.where.text()},
            {"count", diagnostic.count}};
}

std::string json_text(const Json& json, int open_levels) {
    std::string out;
    append(json, open_levels, 0, out);
    out += '\n';
    return visible_json(std::move(out));
}

}  // namespace vitruvian
