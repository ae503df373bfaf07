// Each file includes what it uses, also where a precompiled header would hide that it does not: of what those headers
// hold, whatever a file names is in a header that it reaches through this project's own. (Of the project's own headers
// a compiler misses what is missing: builds for work compile each file by itself.)
#include "tests/folders.h"

#include <gtest/gtest.h>

#include <cctype>
#include <cstddef>
#include <filesystem>
#include <fstream>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace {

namespace fs = std::filesystem;

/// What a header is included for. Not every name that it declares: those by which its lack would be noticed.
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
    std::set<std::string> names;  // "std::sort", of the namespaces that providers have
    std::vector<std::string> includes;
    std::set<std::string> reached;  // also through the project's headers
    bool is_resolved = false;
};

using Sources = std::map<std::string, Source>;  // by path within the project

bool is_part_of_name(char c) {
    return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_';
}

/// The line without its comment and without what stands in quotes.
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

Source read_source(const fs::path& path) {
    Source out;
    std::ifstream stream(path);
    for (std::string line; std::getline(stream, line);) {
        constexpr std::string_view include = "#include ";
        if (line.starts_with(include)) {
            out.includes.push_back(
                line.substr(include.size() + 1, line.find_last_of(">\"") - include.size() - 1));
            continue;
        }
        const std::string code = code_of(line);
        for (const char* prefix : {"std::", "fmt::", "glm::", "tl::"}) add_names(code, prefix, out.names);
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

}  // namespace
