#include "model/formats/vrml/write/def_names.h"

#include "model/formats/vrml/write/emit.h"
#include "model/standard/name_key.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace vitruvian::vrml {
namespace {

/// Reserved words where a name may occur.
constexpr std::array<std::string_view, 20> keywords{
    "DEF",      "USE",   "IS",           "TO",     "PROTO",  "EXTERNPROTO", "ROUTE",
    "NULL",     "TRUE",  "FALSE",        "true",   "false",  "AS",          "eventIn",
    "eventOut", "field", "exposedField", "IMPORT", "EXPORT", "Script"};

bool is_letter(unsigned char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || c >= 0x80;
}

bool is_digit(unsigned char c) {
    return c >= '0' && c <= '9';
}

std::string legal(std::string_view wanted) {
    constexpr std::size_t longest = 200;
    std::string out;
    // Full-width letters are not allowed in names of XML 1.0's fourth edition, which validators implement.
    for (const char c : narrowed(utf8_text(wanted.substr(0, longest)))) {
        const auto byte = static_cast<unsigned char>(c);
        const bool allowed = is_letter(byte) || is_digit(byte) || (c == '-' && !out.empty());
        if (out.empty() && is_digit(byte)) out += '_';
        out += allowed ? c : '_';
    }
    if (out.empty()) out += '_';
    if (std::find(keywords.begin(), keywords.end(), out) != keywords.end()) out += '_';
    return out;
}

}  // namespace

std::string DefNames::make(std::string_view wanted) {
    const std::string base = legal(wanted);
    if (taken_.insert(base).second) return base;
    for (unsigned& number = next_.try_emplace(base, 2).first->second;; ++number) {
        std::string name = fmt::format("{}_{}", base, number);
        if (taken_.insert(name).second) return name;
    }
}

}  // namespace vitruvian::vrml
