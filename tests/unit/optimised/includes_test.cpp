// Each file includes what it uses, even where a precompiled header or a unity build would hide a missing
// include: whatever a file uses is in a header that it includes, also through this project's headers. For the
// standard library and other libraries this is known for the contents of the precompiled headers; for this
// project's headers for their types and functions.
#include "tests/folders.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cctype>
#include <cstddef>
#include <filesystem>
#include <fstream>
#include <initializer_list>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace {

namespace fs = std::filesystem;

/// What a header is included for. Not every name that it declares: only those that indicate it.
struct Provider {
    const char* header;
    const char* prefix;
    std::set<std::string> names;
};

const std::vector<Provider>& providers() {
    static const std::vector<Provider> list{
        {"algorithm", "std::", {"sort",        "stable_sort", "find",          "find_if",
                                "find_if_not", "any_of",      "all_of",        "none_of",
                                "min",         "max",         "clamp",         "copy",
                                "copy_n",      "count_if",    "transform",     "remove_if",
                                "lower_bound", "upper_bound", "equal_range",   "max_element",
                                "min_element", "minmax",      "unique",        "reverse",
                                "rotate",      "fill",        "equal",         "stable_partition",
                                "nth_element", "mismatch",    "binary_search", "replace"}},
        {"array", "std::", {"array"}},
        {"atomic", "std::", {"atomic"}},
        {"bit",
         "std::",
         {"bit_cast", "bit_ceil", "bit_width", "countr_zero", "countl_zero", "popcount", "has_single_bit",
          "endian"}},
        {"charconv", "std::", {"from_chars", "to_chars"}},
        {"cmath", "std::", {"sqrt",  "sin", "cos",   "tan",  "floor", "ceil", "isfinite",  "isnan",
                            "hypot", "pow", "atan2", "acos", "asin",  "fmod", "remainder", "lround",
                            "round", "exp", "log",   "log2", "fabs",  "cbrt", "copysign"}},
        {"cstdint",
         "std::",
         {"uint8_t", "uint16_t", "uint32_t", "uint64_t", "int8_t", "int16_t", "int32_t", "int64_t"}},
        {"cstring", "std::", {"memcpy", "memcmp", "memset", "memmove", "strlen", "strcmp"}},
        {"deque", "std::", {"deque"}},
        {"filesystem", "std::", {"filesystem"}},
        {"functional", "std::", {"function"}},
        {"iterator", "std::", {"back_inserter", "make_move_iterator", "distance", "prev"}},
        {"limits", "std::", {"numeric_limits"}},
        {"map", "std::", {"map"}},
        {"memory", "std::", {"unique_ptr", "shared_ptr", "make_shared", "make_unique", "weak_ptr"}},
        {"numeric", "std::", {"accumulate", "iota"}},
        {"optional", "std::", {"optional"}},
        {"set", "std::", {"set"}},
        {"span", "std::", {"span", "as_bytes"}},
        {"string", "std::", {"string"}},
        {"tuple", "std::", {"tuple", "tie", "apply"}},
        {"type_traits", "std::", {"is_same_v", "remove_cvref_t", "conditional_t", "decay_t"}},
        {"unordered_map", "std::", {"unordered_map"}},
        {"unordered_set", "std::", {"unordered_set"}},
        {"variant", "std::", {"variant", "visit", "get_if", "holds_alternative", "monostate"}},
        {"vector", "std::", {"vector"}},
        {"fmt/format.h", "fmt::", {"format", "format_to"}},
        {"glm/gtc/constants.hpp", "glm::", {"pi", "half_pi", "two_pi"}},
        {"glm/gtc/matrix_transform.hpp",
         "glm::",
         {"translate", "rotate", "scale", "lookAt", "perspective", "ortho"}},
        {"glm/gtc/quaternion.hpp",
         "glm::",
         {"quat", "mat4_cast", "mat3_cast", "quat_cast", "angleAxis", "slerp"}},
        {"tl/expected.hpp", "tl::", {"expected", "unexpected"}},
    };
    return list;
}

struct Source {
    std::set<std::string> names;     // "std::sort", in the namespaces of providers
    std::set<std::string> offered;   // types and functions declared at namespace level
    std::set<std::string> declared;  // everything that it declares: members, parameters and variables too
    std::set<std::string> used;      // types, and functions called by unqualified name
    std::vector<std::string> includes;
    std::set<std::string> reached;  // also through the project's headers
    bool is_resolved = false;
};

using Sources = std::map<std::string, Source>;  // by path within the project

bool is_part_of_name(char c) {
    return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_';
}

/// The line without its comment and without quoted text.
std::string code_of(const std::string& line) {
    std::string out;
    bool quoted = false;
    for (std::size_t i = 0; i < line.size(); ++i) {
        if (!quoted && line.compare(i, 2, "//") == 0) break;
        if (quoted && line[i] == '\\') {
            ++i;
        } else if (line[i] == '"') {
            quoted = !quoted;
        } else if (!quoted) {
            out += line[i];
        }
    }
    return out;
}

void add_names(const std::string& code, const std::string& prefix, std::set<std::string>& names) {
    for (std::size_t at = code.find(prefix); at != std::string::npos; at = code.find(prefix, at + 1)) {
        if (at > 0 && (is_part_of_name(code[at - 1]) || code[at - 1] == ':')) continue;
        std::size_t end = at + prefix.size();
        while (end < code.size() && is_part_of_name(code[end])) ++end;
        names.insert(code.substr(at, end - at));
    }
}

/// Names, and the tokens around them; "::", "->" and "&&" are one each, and "..." is ignored.
std::vector<std::string> tokens_of(const std::string& code) {
    std::vector<std::string> out;
    for (std::size_t i = 0; i < code.size();) {
        std::size_t end = i + 1;
        if (is_part_of_name(code[i])) {
            while (end < code.size() && is_part_of_name(code[end])) ++end;
        } else if (const std::string two = code.substr(i, 2); two == "::" || two == "->" || two == "&&") {
            ++end;
        } else if (code.compare(i, 3, "...") == 0) {
            i += 3;
            continue;
        }
        if (code[i] != ' ') out.push_back(code.substr(i, end - i));
        i = end;
    }
    return out;
}

bool is_one_of(const std::string& token, std::initializer_list<std::string_view> list) {
    return std::find(list.begin(), list.end(), token) != list.end();
}

/// Whether the name after this token, the end of a type, is being declared.
bool ends_type(const std::string& token) {
    if (is_one_of(token, {"return", "case", "else", "throw", "in"})) return false;
    return is_part_of_name(token.back()) || is_one_of(token, {">", "*", "&"});
}

/// Sorts a line's names into declarations and uses. Where a single line is ambiguous, a name counts as
/// declared.
void read_names(const std::string& code, Source& out) {
    const bool is_outermost =
        !code.empty() && code.front() != ' ' && code.front() != '}' && !code.starts_with("template");
    const std::vector<std::string> tokens = tokens_of(code);
    for (std::size_t i = 0; i < tokens.size(); ++i) {
        const std::string& name = tokens[i];
        if (std::isalpha(static_cast<unsigned char>(name.front())) == 0) continue;
        const std::string before = i > 0 ? tokens[i - 1] : ";";
        const std::string after = i + 1 < tokens.size() ? tokens[i + 1] : ";";
        if (is_one_of(before, {".", "->", "::"})) continue;
        const bool is_type = std::isupper(static_cast<unsigned char>(name.front())) != 0;
        if (is_one_of(before, {"struct", "class", "enum", "union", "using", "typename", "auto"})) {
            out.declared.insert(name);
            if (is_outermost && is_type) out.offered.insert(name);
        } else if (is_type) {
            out.used.insert(name);
        } else if (after == "(" && !ends_type(before)) {
            out.used.insert(name);
        } else if (ends_type(before)) {
            out.declared.insert(name);
            if (is_outermost && after == "(") out.offered.insert(name);
        }
    }
}

Source read_source(const fs::path& path) {
    Source out;
    std::ifstream stream(path);
    bool is_raw_text = false;
    for (std::string line; std::getline(stream, line);) {
        constexpr std::string_view include = "#include ";
        if (line.starts_with(include)) {
            out.includes.push_back(
                line.substr(include.size() + 1, line.find_last_of(">\"") - include.size() - 1));
            continue;
        }
        if (!is_raw_text) {
            const std::string code = code_of(line);
            for (const char* prefix : {"std::", "fmt::", "glm::", "tl::"}) add_names(code, prefix, out.names);
            read_names(code, out);
        }
        if (line.find("R\"(") != std::string::npos) is_raw_text = true;
        if (line.find(")\"") != std::string::npos) is_raw_text = false;
    }
    return out;
}

Sources read_sources() {
    const fs::path root = vitruvian::source_folder();
    Sources out;
    for (const char* folder : {"model", "renderer", "app"}) {
        for (const fs::directory_entry& entry : fs::recursive_directory_iterator(root / folder)) {
            const std::string extension = entry.path().extension().string();
            if (extension != ".h" && extension != ".cpp") continue;
            out[fs::relative(entry.path(), root).generic_string()] = read_source(entry.path());
        }
    }
    return out;
}

const std::set<std::string>& reached(Sources& sources, const std::string& file) {
    Source& source = sources.at(file);
    if (source.is_resolved) return source.reached;
    source.is_resolved = true;
    for (const std::string& header : source.includes) {
        source.reached.insert(header);
        if (!sources.contains(header)) continue;
        const std::set<std::string>& further = reached(sources, header);
        source.reached.insert(further.begin(), further.end());
    }
    return source.reached;
}

TEST(Includes, EachFileIncludesWhatItUses) {
    Sources sources = read_sources();
    ASSERT_GT(sources.size(), 500U);
    for (const Provider& provider : providers()) {
        for (const auto& [file, source] : sources) {
            if (reached(sources, file).contains(provider.header)) continue;
            for (const std::string& name : provider.names) {
                EXPECT_FALSE(source.names.contains(provider.prefix + name))
                    << file << " uses " << provider.prefix << name << " without #include <" << provider.header
                    << ">";
            }
        }
    }
}

TEST(Includes, EachFileIncludesTheHeadersOfWhatItUses) {
    Sources sources = read_sources();
    std::map<std::string, std::set<std::string>> headers;  // by the names they provide
    for (const auto& [file, source] : sources) {
        if (!file.ends_with(".h")) continue;
        for (const std::string& name : source.offered) headers[name].insert(file);
    }
    ASSERT_TRUE(headers.contains("Document"));
    headers.erase("handle");  // of intents: found by their types, where the template that calls it is used
    for (const auto& entry : sources) {
        const std::string& file = entry.first;
        const Source& source = entry.second;
        const std::set<std::string>& within = reached(sources, file);
        const auto is_known = [&](const std::string& name) {
            return source.declared.contains(name) ||
                   std::ranges::any_of(within, [&](const std::string& header) {
                       return sources.contains(header) && sources.at(header).declared.contains(name);
                   });
        };
        for (const std::string& name : source.used) {
            const auto found = headers.find(name);
            if (found == headers.end() || is_known(name)) continue;
            ADD_FAILURE() << file << " uses " << name << " without #include \"" << *found->second.begin()
                          << "\"";
        }
    }
}

}  // namespace
