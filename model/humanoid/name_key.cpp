#include "model/humanoid/name_key.h"

#include <algorithm>
#include <array>
#include <vector>

namespace vitruvian {
namespace {

enum class Kind { separator, digit, upper, lower };

Kind kind_of(char c) {
    if (c >= '0' && c <= '9') return Kind::digit;
    if (c >= 'A' && c <= 'Z') return Kind::upper;
    if (c >= 'a' && c <= 'z') return Kind::lower;
    return Kind::separator;
}

bool is_number(const std::string& word) {
    return !word.empty() &&
           std::all_of(word.begin(), word.end(), [](char c) { return kind_of(c) == Kind::digit; });
}

std::string without_leading_zeros(const std::string& number) {
    const std::size_t first = number.find_first_not_of('0');
    return first == std::string::npos ? "0" : number.substr(first);
}

/// "IKFootRoll_01" to ik, foot, roll, 1.
std::vector<std::string> words_of(std::string_view name) {
    std::vector<std::string> out;
    std::string word;
    bool after_letter = false;
    const auto finish = [&] {
        if (!word.empty())
            out.push_back(is_number(word) && !after_letter ? without_leading_zeros(word) : word);
        word.clear();
    };
    Kind before = Kind::separator;
    for (std::size_t i = 0; i < name.size(); ++i) {
        const Kind kind = kind_of(name[i]);
        const bool capital_of_next = kind == Kind::upper && before == Kind::upper && i + 1 < name.size() &&
                                     kind_of(name[i + 1]) == Kind::lower;
        const bool starts = kind == Kind::separator || (kind == Kind::digit) != (before == Kind::digit) ||
                            (kind == Kind::upper && before == Kind::lower) || capital_of_next;
        if (starts) finish();
        if (kind != Kind::separator) {
            if (word.empty()) after_letter = before != Kind::separator;
            word += kind == Kind::upper ? static_cast<char>(name[i] - 'A' + 'a') : name[i];
        }
        before = kind;
    }
    finish();
    return out;
}

template <std::size_t N>
bool is_one_of(const std::string& word, const std::array<std::string_view, N>& list) {
    return std::find(list.begin(), list.end(), word) != list.end();
}

void drop_decoration(std::vector<std::string>& words) {
    static constexpr std::array<std::string_view, 17> prefixes{
        "mixamorig", "bip", "valvebiped", "valve", "biped",     "def", "cc", "base", "j",
        "adj",       "jnt", "b",          "bn",    "character", "rig", "c",  "sk"};
    static constexpr std::array<std::string_view, 3> numbered{"mixamorig", "bip", "character"};
    static constexpr std::array<std::string_view, 5> suffixes{"jnt", "joint", "bone", "bind", "jt"};
    while (words.size() > 1 && is_one_of(words.front(), prefixes)) {
        const bool takes_number = is_one_of(words.front(), numbered);
        words.erase(words.begin());
        if (takes_number && words.size() > 1 && is_number(words.front())) words.erase(words.begin());
    }
    while (words.size() > 1 && is_one_of(words.back(), suffixes)) words.pop_back();
}

/// "larm" and "rleg" are the OpenHRP robots' way.
Side side_of(const std::string& word) {
    static constexpr std::array<std::string_view, 4> left{"l", "left", "larm", "lleg"};
    static constexpr std::array<std::string_view, 4> right{"r", "right", "rarm", "rleg"};
    if (is_one_of(word, left)) return Side::left;
    return is_one_of(word, right) ? Side::right : Side::none;
}

}  // namespace

NameKey name_key(std::string_view name) {
    const std::size_t scope = name.find_last_of(":|/");
    if (scope != std::string_view::npos) name.remove_prefix(scope + 1);
    std::vector<std::string> words = words_of(name);
    drop_decoration(words);
    NameKey out;
    for (const std::string& word : words) {
        if (out.side == Side::none) {
            out.side = side_of(word);
            if (out.side != Side::none) continue;
        }
        out.key += word;
    }
    const auto strip = [&out](std::string_view side_word, Side side) {
        if (out.side != Side::none || out.key.size() <= side_word.size()) return;
        if (out.key.compare(0, side_word.size(), side_word) != 0) return;
        out.key.erase(0, side_word.size());
        out.side = side;
    };
    strip("left", Side::left);
    strip("right", Side::right);
    return out;
}

}  // namespace vitruvian
