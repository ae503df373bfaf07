#include "model/formats/gltf/read/container.h"

#include "model/core/json_text.h"
#include "model/core/utf8.h"
#include "model/formats/gltf/read/library_json.h"

#include <fast_float/fast_float.h>
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstring>

namespace vitruvian::gltf {
namespace {

constexpr std::size_t header_bytes = 12;
constexpr std::size_t chunk_header_bytes = 8;
constexpr std::uint32_t json_chunk = 0x4E4F534A;
constexpr std::uint32_t bin_chunk = 0x004E4942;

constexpr std::size_t max_values = 4'000'000;
constexpr int max_levels = 1000;

// Little-endian on every machine; compilers turn it into a single load.
std::uint32_t word(std::span<const std::byte> bytes, std::size_t offset) {
    std::uint32_t value = 0;
    for (std::size_t i = 0; i < 4; ++i) value |= std::to_integer<std::uint32_t>(bytes[offset + i]) << (8 * i);
    return value;
}

Location at_byte(const std::string& file, std::size_t offset) {
    return {file, 0, 0, fmt::format("byte {}", offset)};
}

/// Each ',' '[' '{' can begin a value, and a parsed value takes up to 150 bytes.
bool has_too_many_values(std::string_view text) {
    const auto begins_value = [](char c) { return c == ',' || c == '[' || c == '{'; };
    return std::count_if(text.begin(), text.end(), begins_value) > static_cast<std::ptrdiff_t>(max_values);
}

/// Code that traverses the values recurses for each level.
bool is_too_deep(std::string_view text) {
    int depth = 0;
    bool in_string = false;
    for (std::size_t i = 0; i < text.size(); ++i) {
        const char c = text[i];
        if (in_string) {
            if (c == '\\') ++i;
            if (c == '"') in_string = false;
        } else if (c == '"') {
            in_string = true;
        } else if (c == '[' || c == '{') {
            if (++depth > max_levels) return true;
        } else if (c == ']' || c == '}') {
            --depth;
        }
    }
    return false;
}

/// Returns the text with every byte that is not UTF-8 replaced by '?'.
std::string as_utf8(std::string_view text) {
    std::string out(text);
    for (std::size_t i = 0; i < out.size();) {
        const std::size_t length = utf8_length(std::string_view(out).substr(i));
        if (length == 0) out[i] = '?';
        i += std::max<std::size_t>(length, 1);
    }
    return out;
}

/// Returns the position of the first number beyond the range of a double; the text is valid JSON up to there.
std::size_t place_of_large_number(std::string_view text) {
    const char* const end = text.data() + text.size();
    for (std::size_t i = 0; i < text.size(); ++i) {
        if (text[i] == '"') {
            while (++i < text.size() && text[i] != '"') i += text[i] == '\\' ? 1 : 0;
        } else if (text[i] == '-' || (text[i] >= '0' && text[i] <= '9')) {
            double number = 0.0;
            const char* const begin = text.data() + i;
            const auto [rest, error] = fast_float::from_chars(begin, end, number);
            if (error == std::errc::result_out_of_range || std::isinf(number)) return i;
            i += static_cast<std::size_t>(std::max(rest, begin + 1) - begin) - 1;
        }
    }
    return 0;
}

Result<Json> parse(std::string_view text, const std::string& file) {
    try {
        return Json::parse(text.begin(), text.end());
    } catch (const Json::parse_error& error) {
        return fail("gltf-json", "the JSON is broken here", at_byte(file, error.byte));
    } catch (const Json::exception&) {
        return fail("gltf-json", "this number is larger than any that a computer holds",
                    at_byte(file, place_of_large_number(text)));
    }
}

void warn_of_repeated_key(std::string_view text, const std::string& file, Diagnostics& diagnostics) {
    const std::optional<RepeatedKey> repeated = find_repeated_key(text);
    if (!repeated) return;
    diagnostics.warn("gltf-repeated-key",
                     fmt::format("an object has the key \"{}\" twice; the last one is used", repeated->key),
                     at_byte(file, repeated->offset));
}

}  // namespace

Result<Container> open_container(std::span<const std::byte> bytes, const std::string& file,
                                 Diagnostics& diagnostics) {
    Container out;
    if (bytes.size() < 4 || std::memcmp(bytes.data(), "glTF", 4) != 0) {
        out.json = {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
        return out;
    }
    out.is_glb = true;
    if (bytes.size() < header_bytes + chunk_header_bytes) {
        return fail("glb-truncated", "the file ends within its header", at_byte(file, bytes.size()));
    }
    const std::uint32_t version = word(bytes, 4);
    if (version != 2) {
        return fail("gltf-version",
                    fmt::format("this is GLB version {}; only 2 is read: to convert it, run "
                                "`npx gltf-pipeline -i IN.glb -o OUT.glb`",
                                version),
                    at_byte(file, 4));
    }
    if (word(bytes, 8) > bytes.size()) {
        return fail(
            "glb-truncated",
            fmt::format("the header declares {} bytes, the file has {}", word(bytes, 8), bytes.size()),
            at_byte(file, 8));
    }
    if (word(bytes, 8) < bytes.size()) {
        diagnostics.warn("glb-length", "the file is longer than its header declares", at_byte(file, 8));
    }
    for (std::size_t at = header_bytes; at + chunk_header_bytes <= bytes.size();) {
        const std::size_t length = word(bytes, at);
        const std::uint32_t type = word(bytes, at + 4);
        const std::size_t begin = at + chunk_header_bytes;
        if (length > bytes.size() - begin) {
            return fail("glb-truncated",
                        fmt::format("a chunk declares {} bytes; {} are left", length, bytes.size() - begin),
                        at_byte(file, at));
        }
        const std::span<const std::byte> chunk = bytes.subspan(begin, length);
        if (at == header_bytes) {
            if (type != json_chunk)
                return fail("glb-no-json", "the first chunk is not JSON", at_byte(file, at + 4));
            // A byte order mark is not JSON, and JsonEdits could not handle it.
            out.json =
                without_bom(std::string_view(reinterpret_cast<const char*>(chunk.data()), chunk.size()));
        } else if (type == bin_chunk && !out.has_bin) {
            out.bin = chunk;
            out.has_bin = true;
        }
        at = begin + length;
    }
    // Some writers pad the JSON with zeros instead of spaces.
    const std::size_t end = out.json.find_last_not_of('\0');
    out.json = out.json.substr(0, end == std::string_view::npos ? 0 : end + 1);
    return out;
}

Result<JsonTree> parse_tree(std::string_view text, const std::string& file, Diagnostics& diagnostics) {
    if (std::optional<JsonTree> tree = quick_json(text, max_values, max_levels)) return std::move(*tree);
    if (has_too_many_values(text)) {
        return fail("gltf-too-large", "the JSON has more than 4 million values", {file, 0, 0, {}});
    }
    if (is_too_deep(text))
        return fail("gltf-too-deep", "the JSON nests deeper than 1000 levels", {file, 0, 0, {}});
    const Result<Json> json = parse(text, file);
    if (json) {
        warn_of_repeated_key(text, file, diagnostics);
        return to_tree(*json);
    }
    const std::string repaired = as_utf8(text);
    if (repaired == text) return tl::unexpected(json.error());
    const Result<Json> second = parse(repaired, file);
    if (!second) return tl::unexpected(second.error());
    diagnostics.warn("gltf-encoding", "the JSON is not UTF-8; odd letters are shown as ?", {file, 0, 0, {}});
    warn_of_repeated_key(repaired, file, diagnostics);
    return to_tree(*second);
}

}  // namespace vitruvian::gltf
