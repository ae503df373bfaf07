#include "model/formats/vrml/x3d/x3d_values.h"

#include "model/formats/vrml/syntax/lexer.h"

#include <algorithm>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

namespace vitruvian::vrml {
namespace {

constexpr std::string_view white = " \t\r\n,";

std::string_view trimmed(std::string_view text) {
    const std::size_t first = text.find_first_not_of(white);
    if (first == std::string_view::npos) return {};
    return text.substr(first, text.find_last_not_of(white) - first + 1);
}

/// "a" "b": a quote within is \", a backslash \\ (ISO/IEC 19776-1, 5.14).
TextValue parse_strings(std::string_view text) {
    const std::string_view body = trimmed(text);
    if (body.empty()) return {};
    if (body.front() != '"') return {std::vector<std::string>{std::string(text)}, TextFault::no_quotes};
    std::vector<std::string> out;
    Lexer lexer(body);
    for (Token token = lexer.next(); token.kind != TokenKind::end; token = lexer.next()) {
        if (token.kind != TokenKind::string) continue;
        bool odd = false;
        out.push_back(unescape(token.text, odd));
    }
    return {std::move(out), TextFault::none};
}

bool parse_truth(std::string_view word, bool& truth) {
    truth = word == "true" || word == "TRUE" || word == "True";
    return truth || word == "false" || word == "FALSE" || word == "False";
}

/// Parses one boolean, or several, which become integers as in VRML lists.
bool parse_truths(std::string_view text, Value& out) {
    std::vector<std::int32_t> all;
    for (std::size_t at = 0; at < text.size();) {
        const std::size_t begin = text.find_first_not_of(white, at);
        if (begin == std::string_view::npos) break;
        at = std::min(text.find_first_of(white, begin), text.size());
        bool truth = false;
        if (!parse_truth(text.substr(begin, at - begin), truth)) return false;
        all.push_back(truth ? 1 : 0);
    }
    if (all.empty()) return false;
    if (all.size() == 1) {
        out = all.front() != 0;
    } else {
        out = std::move(all);
    }
    return true;
}

Value take(NumberRun&& run) {
    if (run.size() == 1) return run.last;
    if (run.is_real) return std::move(run.real);
    return std::move(run.whole);
}

TextValue parse_by_looks(std::string_view text, bool numbers_wanted, float in_place) {
    const std::string_view body = trimmed(text);
    if (body.empty()) return {};
    TextValue out;
    if (parse_truths(body, out.value)) return out;
    Lexer lexer(body);
    NumberRun run;
    run.in_place = in_place;
    lexer.read_numbers(run);
    const bool to_the_end = lexer.peek().kind == TokenKind::end;
    if (run.size() > 0 && (to_the_end || numbers_wanted)) {
        if (run.repaired > 0) out.fault = TextFault::not_finite;
        if (!to_the_end) out.fault = TextFault::not_numbers;
        out.value = take(std::move(run));
        return out;
    }
    if (numbers_wanted) return {std::vector<std::string>{std::string(text)}, TextFault::not_numbers};
    if (body.front() == '"') return parse_strings(text);
    return {std::vector<std::string>{std::string(text)}, TextFault::none};
}

const std::unordered_map<std::string_view, TextKind>& field_kinds() {
    static const std::unordered_map<std::string_view, TextKind> table = [] {
        std::unordered_map<std::string_view, TextKind> out;
        const auto add = [&](TextKind kind, std::initializer_list<std::string_view> names) {
            for (const std::string_view name : names) out[name] = kind;
        };
        add(TextKind::string, {"name", "description", "title", "version", "skeletalConfiguration", "channels",
                               "joints", "reference", "language", "style", "alphaMode", "colorMode",
                               "geoSystem", "jointType", "jointAxis", "load_url"});
        add(TextKind::strings,
            {"url", "info", "string", "type", "family", "justify", "parameter", "mode", "function", "source",
             "backUrl", "bottomUrl", "frontUrl", "leftUrl", "rightUrl", "topUrl"});
        add(TextKind::numbers, {"translation",
                                "rotation",
                                "scale",
                                "scaleOrientation",
                                "center",
                                "bboxCenter",
                                "bboxSize",
                                "llimit",
                                "ulimit",
                                "limitOrientation",
                                "stiffness",
                                "skinCoordIndex",
                                "skinCoordWeight",
                                "coordIndex",
                                "normalIndex",
                                "colorIndex",
                                "texCoordIndex",
                                "index",
                                "point",
                                "vector",
                                "displacements",
                                "weight",
                                "mass",
                                "centerOfMass",
                                "momentsOfInertia",
                                "key",
                                "keyValue",
                                "cycleInterval",
                                "startTime",
                                "position",
                                "orientation",
                                "fieldOfView",
                                "diffuseColor",
                                "emissiveColor",
                                "specularColor",
                                "ambientIntensity",
                                "shininess",
                                "transparency",
                                "creaseAngle",
                                "radius",
                                "height",
                                "bottomRadius",
                                "size",
                                "color",
                                "values",
                                "frameDuration",
                                "jointBindingPositions",
                                "jointBindingRotations",
                                "jointBindingScales",
                                "loa",
                                "whichChoice",
                                "range",
                                "crossSection",
                                "spine"});
        return out;
    }();
    return table;
}

}  // namespace

TextKind text_kind_of_field(std::string_view field) {
    const auto found = field_kinds().find(field);
    return found == field_kinds().end() ? TextKind::by_looks : found->second;
}

TextKind text_kind_of_type(std::string_view type) {
    if (type == "SFString") return TextKind::string;
    if (type == "MFString") return TextKind::strings;
    if (type == "SFBool" || type == "MFBool" || type == "SFNode" || type == "MFNode")
        return TextKind::by_looks;
    return type.starts_with("SF") || type.starts_with("MF") ? TextKind::numbers : TextKind::by_looks;
}

TextValue parse_text(std::string_view text, TextKind kind, float in_place) {
    switch (kind) {
        case TextKind::string:
            return {std::vector<std::string>{std::string(text)}, TextFault::none};
        case TextKind::strings:
            return parse_strings(text);
        default:
            return parse_by_looks(text, kind == TextKind::numbers, in_place);
    }
}

}  // namespace vitruvian::vrml
