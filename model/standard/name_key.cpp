#include "model/standard/name_key.h"

#include "model/standard/name_letters.h"

#include <algorithm>
#include <array>
#include <map>
#include <set>
#include <utility>

namespace vitruvian {
namespace {

using Words = std::vector<std::string>;

enum class Kind { separator, digit, upper, lower };

Kind kind_of(char c) {
    if (c >= '0' && c <= '9') return Kind::digit;
    if (c >= 'A' && c <= 'Z') return Kind::upper;
    // Bytes beyond ASCII are letters without case.
    if ((c >= 'a' && c <= 'z') || static_cast<unsigned char>(c) >= 0x80) return Kind::lower;
    return Kind::separator;
}

bool is_number(std::string_view word) {
    return !word.empty() &&
           std::all_of(word.begin(), word.end(), [](char c) { return kind_of(c) == Kind::digit; });
}

std::string without_leading_zeros(std::string_view number) {
    const std::size_t first = number.find_first_not_of('0');
    return first == std::string_view::npos ? "0" : std::string(number.substr(first));
}

/// Splits "IKFootRoll_01" into ik, foot, roll, 1.
Words words_of(std::string_view name) {
    Words out;
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

void drop_decoration(Words& words) {
    static constexpr std::array<std::string_view, 26> prefixes{
        "mixamorig", "bip", "valvebiped", "valve", "biped", "def",  "cc",        "base", "j",
        "adj",       "jnt", "b",          "bn",    "rig",   "c",    "character", "sk",   "org",
        "mch",       "m",   "skel",       "jt",    "hik",   "bone", "joint",     "npc"};
    static constexpr std::array<std::string_view, 3> numbered{"mixamorig", "bip", "character"};
    static constexpr std::array<std::string_view, 10> suffixes{"jnt", "joint", "bone", "bind", "jt",
                                                               "bnd", "skin",  "jj",   "bn",   "link"};
    while (words.size() > 1 && is_one_of(words.front(), prefixes)) {
        const bool takes_number = is_one_of(words.front(), numbered);
        // "bone_12" and "m2" have no meaning, and must stay distinct.
        if (!takes_number && is_number(words[1])) break;
        words.erase(words.begin());
        if (takes_number && words.size() > 1 && is_number(words.front())) words.erase(words.begin());
    }
    while (words.size() > 1 && is_one_of(words.back(), suffixes)) words.pop_back();
    // Meta's legs are "FullBody_", the rest is "Body_".
    if (words.size() > 2 && words[0] == "full" && words[1] == "body")
        words.erase(words.begin(), words.begin() + 2);
}

/// "larm" and "rleg" are used by OpenHRP robots; hidari and migi are Japanese. Adjectives agree with their bones.
Side side_of(const std::string& word) {
    static constexpr std::array<std::string_view, 19> left{
        "l",         "left",     "larm",     "lleg",     "lft",     "hidari", "lt",
        "lf",        "links",    "linker",   "linke",    "linkes",  "gauche", "izquierda",
        "izquierdo", "sinistra", "sinistro", "esquerda", "esquerdo"};
    static constexpr std::array<std::string_view, 19> right{
        "r",       "right",   "rarm",   "rleg",    "rgt",    "migi",  "rt",
        "rechts",  "rechter", "rechte", "rechtes", "droite", "droit", "derecha",
        "derecho", "destra",  "destro", "direita", "direito"};
    if (is_one_of(word, left)) return Side::left;
    return is_one_of(word, right) ? Side::right : Side::none;
}

/// Removes `side_word` from the beginning or the end of a key without side.
void strip_side(NameKey& key, std::string_view side_word, Side side) {
    if (key.side != Side::none || key.key.size() <= side_word.size()) return;
    if (key.key.starts_with(side_word)) {
        key.key.erase(0, side_word.size());
    } else if (key.key.ends_with(side_word)) {
        key.key.erase(key.key.size() - side_word.size());
    } else {
        return;
    }
    key.side = side;
}

NameKey key_of_words(const Words& words) {
    NameKey out;
    std::string all;
    for (const std::string& word : words) {
        all += word;
        if (out.side == Side::none) {
            out.side = side_of(word);
            if (out.side != Side::none) continue;
        }
        out.key += word;
    }
    // "L5" is a vertebra, and "larm" alone an arm.
    const bool only_digits = is_number(out.key) && words.size() == 2 && words.front().size() == 1;
    if (out.side != Side::none && (out.key.empty() || only_digits)) {
        if (all.size() > 3 && (all.ends_with("arm") || all.ends_with("leg"))) {
            out.key = all.substr(all.size() - 3);
        } else {
            out = {Side::none, all};
        }
    }
    static constexpr std::array<std::pair<std::string_view, std::string_view>, 13> glued{
        {{"left", "right"},
         {"links", "rechts"},
         {"linker", "rechter"},
         {"linkes", "rechtes"},
         {"linke", "rechte"},
         {"gauche", "droite"},
         {"gauche", "droit"},
         {"左", "右"},
         {"왼쪽", "오른쪽"},
         {"왼", "오른"},
         {"левая", "правая"},
         {"левый", "правый"},
         {"левое", "правое"}}};
    for (const auto& [left, right] : glued) {
        strip_side(out, left, Side::left);
        strip_side(out, right, Side::right);
    }
    return out;
}

std::string without_scope(std::string_view name) {
    while (!name.empty() && (name.back() == ':' || name.back() == '|' || name.back() == '/'))
        name.remove_suffix(1);
    // A code after the name: "NPC L Hand [LHnd]".
    const std::size_t code = name.ends_with(']') ? name.find_last_of('[') : std::string_view::npos;
    if (code != std::string_view::npos && code > 0) name = name.substr(0, code);
    const std::size_t scope = name.find_last_of(":|/");
    return plain_letters(narrowed(scope == std::string_view::npos ? name : name.substr(scope + 1)));
}

/// Returns the number after the last underscore, or empty.
std::string_view running_number(std::string_view name) {
    const std::size_t mark = name.rfind('_');
    if (mark == std::string_view::npos || mark == 0) return {};
    const std::string_view number = name.substr(mark + 1);
    return is_number(number) ? number : std::string_view{};
}

/// Whether it is most of at least six.
bool is_most(std::size_t count, std::size_t all) {
    constexpr std::size_t fewest = 6;
    return all >= fewest && count * 10 >= all * 7;
}

void drop_running_numbers(std::vector<std::string>& names) {
    std::set<std::string> numbers;
    std::size_t numbered = 0;
    for (const std::string& name : names) {
        const std::string_view number = running_number(name);
        if (number.empty()) continue;
        ++numbered;
        numbers.emplace(number);
    }
    // Running numbers are all different; those of a spine or a finger repeat.
    if (!is_most(numbered, names.size()) || numbers.size() * 10 < numbered * 9) return;
    for (std::string& name : names) {
        const std::string_view number = running_number(name);
        if (!number.empty()) name.resize(name.size() - number.size() - 1);
    }
}

/// Removes the word that most names begin (or end) with, if there is one.
bool drop_common_word(std::vector<Words>& names, bool at_front) {
    std::map<std::string, std::size_t> uses;
    for (const Words& words : names) {
        if (words.size() > 1) ++uses[at_front ? words.front() : words.back()];
    }
    for (const auto& [word, count] : uses) {
        if (!is_most(count, names.size()) || side_of(word) != Side::none) continue;
        for (Words& words : names) {
            if (words.size() < 2 || (at_front ? words.front() : words.back()) != word) continue;
            words.erase(at_front ? words.begin() : words.end() - 1);
        }
        return true;
    }
    return false;
}

/// "bras_G" beside "bras_D", and "knee_le" beside "knee_ri": marks of sides that say nothing alone. They are
/// used as sides where several joints have both, and none has an English side.
void find_sides_of_languages(std::vector<Words>& names) {
    static constexpr std::array<std::pair<std::string_view, std::string_view>, 9> pairs{{{"g", "d"},
                                                                                         {"i", "d"},
                                                                                         {"e", "d"},
                                                                                         {"li", "re"},
                                                                                         {"sx", "dx"},
                                                                                         {"izq", "der"},
                                                                                         {"esq", "dir"},
                                                                                         {"le", "ri"},
                                                                                         {"л", "п"}}};
    constexpr std::size_t fewest = 4;
    const auto is_side = [](const std::string& word) { return side_of(word) != Side::none; };
    for (const Words& words : names) {
        if (std::any_of(words.begin(), words.end(), is_side)) return;
    }
    for (const auto& [left, right] : pairs) {
        std::vector<std::pair<std::string*, std::string*>> sides;
        std::map<Words, std::string*> of_the_right;
        const auto stem = [](const Words& words, std::size_t i) {
            Words out = words;
            out[i] = "?";
            return out;
        };
        for (Words& words : names) {
            for (std::size_t i = 0; i < words.size() && words.size() > 1; ++i) {
                if (words[i] == right) of_the_right.emplace(stem(words, i), &words[i]);
            }
        }
        for (Words& words : names) {
            for (std::size_t i = 0; i < words.size() && words.size() > 1; ++i) {
                if (words[i] != left) continue;
                const auto twin = of_the_right.find(stem(words, i));
                if (twin != of_the_right.end()) sides.emplace_back(&words[i], twin->second);
            }
        }
        if (sides.size() < fewest) continue;
        for (const auto& [one, other] : sides) {
            *one = "left";
            *other = "right";
        }
        return;
    }
}

/// "lfemur" beside "rfemur", and "handl" beside "handr".
void find_glued_sides(std::vector<NameKey>& keys) {
    std::set<std::string> unsided;
    for (const NameKey& key : keys) {
        if (key.side == Side::none) unsided.insert(key.key);
    }
    for (NameKey& key : keys) {
        if (key.side != Side::none || key.key.size() < 3) continue;
        for (const bool front : {true, false}) {
            std::string other = key.key;
            char& mark = front ? other.front() : other.back();
            if (mark != 'l' && mark != 'r') continue;
            const Side side = mark == 'l' ? Side::left : Side::right;
            mark = mark == 'l' ? 'r' : 'l';
            if (unsided.count(other) == 0) continue;
            key.key.erase(front ? 0 : key.key.size() - 1, 1);
            key.side = side;
            break;
        }
    }
}

}  // namespace

std::string narrowed(std::string_view text) {
    std::string out;
    for (std::size_t i = 0; i < text.size(); ++i) {
        const auto byte = [&](std::size_t k) {
            return i + k < text.size() ? static_cast<unsigned char>(text[i + k]) : 0U;
        };
        const bool is_full_width = byte(0) == 0xEF && (byte(1) == 0xBC || byte(1) == 0xBD) && byte(2) >= 0x80;
        const unsigned code = is_full_width ? 0xF000U | (byte(1) & 0x3FU) << 6U | (byte(2) & 0x3FU) : 0;
        if (is_full_width && code >= 0xFF01 && code <= 0xFF5E) {
            out += static_cast<char>(code - 0xFF01 + '!');
            i += 2;
        } else {
            out += text[i];
        }
    }
    return out;
}

NameKey name_key(std::string_view name) {
    Words words = words_of(without_scope(name));
    drop_decoration(words);
    return key_of_words(words);
}

std::vector<NameKey> rig_name_keys(const std::vector<std::string>& names) {
    std::vector<std::string> plain;
    plain.reserve(names.size());
    for (const std::string& name : names) plain.push_back(without_scope(name));
    drop_running_numbers(plain);
    std::vector<Words> words;
    words.reserve(plain.size());
    for (const std::string& name : plain) words.push_back(words_of(name));
    constexpr int max_words = 8;
    for (int i = 0; i < max_words && drop_common_word(words, true); ++i) continue;
    for (int i = 0; i < max_words && drop_common_word(words, false); ++i) continue;
    find_sides_of_languages(words);
    std::vector<NameKey> out;
    out.reserve(words.size());
    for (Words& list : words) {
        drop_decoration(list);
        out.push_back(key_of_words(list));
    }
    find_glued_sides(out);
    return out;
}

std::string loose_key(std::string_view key) {
    std::string out;
    append_loose_key(key, out);
    return out;
}

NameRole name_role(std::string_view name) {
    if (name.starts_with("__") || name.find("$AssimpFbx$") != std::string_view::npos)
        return NameRole::control;
    static constexpr std::array<std::string_view, 7> controls{"org", "mch",   "ctrl", "ik",
                                                              "fk",  "tweak", "vis"};
    const Words words = words_of(without_scope(name));
    if (words.size() > 1 && words.front() == "def") return NameRole::deforming;
    const bool is_control = std::any_of(words.begin(), words.end(),
                                        [](const std::string& word) { return is_one_of(word, controls); });
    if (is_control) return NameRole::control;
    const bool is_twin = (words.size() > 1 && words[0] == "c") || (words.size() > 2 && words[1] == "c");
    return is_twin ? NameRole::control_twin : NameRole::plain;
}

bool is_end_name(std::string_view name, std::string_view parent) {
    static constexpr std::array<std::string_view, 6> ends{"end", "tip", "nub", "leaf", "eff", "effector"};
    const auto words_before_number = [](std::string_view text) {
        Words words = words_of(without_scope(text));
        if (words.size() > 1 && is_number(words.back())) words.pop_back();
        return words;
    };
    Words words = words_before_number(name);
    if (words.size() < 2 || !is_one_of(words.back(), ends)) return false;
    words.pop_back();
    return words == words_before_number(parent) || words == words_of(without_scope(parent));
}

}  // namespace vitruvian
