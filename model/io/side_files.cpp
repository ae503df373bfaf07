#include "model/io/side_files.h"

#include "model/core/ascii.h"
#include "model/core/utf8.h"
#include "model/io/image.h"
#include "model/io/write_file.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <cstring>
#include <string_view>
#include <system_error>

namespace vitruvian {
namespace {

namespace fs = std::filesystem;

struct PictureSignature {
    std::string_view magic;
    std::size_t at;
    std::string_view ending;
    bool decoded;  // by decode_image
};
constexpr std::array<PictureSignature, 9> signatures{{{"\x89PNG\r\n\x1a\n", 0, ".png", true},
                                                      {"\xFF\xD8\xFF", 0, ".jpg", true},
                                                      {"WEBP", 8, ".webp", true},
                                                      {"GIF8", 0, ".gif", true},
                                                      {"BM", 0, ".bmp", true},
                                                      {"\xABKTX 20\xBB\r\n\x1a\n", 0, ".ktx2", false},
                                                      {"\xABKTX 11\xBB\r\n\x1a\n", 0, ".ktx", false},
                                                      {"DDS ", 0, ".dds", false},
                                                      {"ftypavif", 4, ".avif", false}}};
struct MediaSignature {
    std::string_view magic;
    std::size_t at;
    std::string_view ending;
};
using std::string_view_literals::operator""sv;
constexpr std::array<MediaSignature, 14> media_signatures{{{"\0\0\1\xBA"sv, 0, ".mpg"},
                                                           {"\0\0\1\xB3"sv, 0, ".mpg"},
                                                           {"ftyp", 4, ".mp4"},
                                                           {"moov", 4, ".mov"},
                                                           {"mdat", 4, ".mov"},
                                                           {"\x1A\x45\xDF\xA3", 0, ".webm"},
                                                           {"OggS", 0, ".ogg"},
                                                           {"AVI ", 8, ".avi"},
                                                           {"WAVE", 8, ".wav"},
                                                           {"ID3", 0, ".mp3"},
                                                           {"\xFF\xFB", 0, ".mp3"},
                                                           {"\xFF\xF3", 0, ".mp3"},
                                                           {"fLaC", 0, ".flac"},
                                                           {"MThd", 0, ".mid"}}};
constexpr std::array<std::string_view, 18> media_endings{{".mpg", ".mpeg", ".mp4", ".m4v", ".mov", ".webm",
                                                          ".mkv", ".ogv", ".avi", ".ogg", ".oga", ".wav",
                                                          ".mp3", ".m4a", ".flac", ".mid", ".midi", ".opus"}};
constexpr std::array<std::string_view, 11> picture_endings{
    {".png", ".jpg", ".jpeg", ".jpe", ".webp", ".gif", ".bmp", ".ktx2", ".ktx", ".dds", ".avif"}};
constexpr std::array<std::string_view, 7> buffer_endings{
    {".bin", ".glbin", ".gltfbin", ".buffer", ".buf", ".dat", ".data"}};
constexpr std::array<std::string_view, 12> world_endings{{".wrl", ".vrml", ".wrz", ".x3d", ".x3dv", ".x3dj",
                                                          ".json", ".x3dz", ".x3dvz", ".wrl.gz", ".x3d.gz",
                                                          ".x3dv.gz"}};

constexpr std::size_t max_part_bytes = 200;
constexpr std::size_t max_parts = 16;

template <class Signature, std::size_t count>
const Signature* find_signature(const std::array<Signature, count>& list, std::span<const std::byte> bytes) {
    const auto* found = std::find_if(list.begin(), list.end(), [&](const Signature& s) {
        return bytes.size() >= s.at + s.magic.size() &&
               std::memcmp(bytes.data() + s.at, s.magic.data(), s.magic.size()) == 0;
    });
    return found == list.end() ? nullptr : found;
}

const PictureSignature* signature_of(std::span<const std::byte> bytes) {
    return find_signature(signatures, bytes);
}

std::span<const std::string_view> endings_of(SideKind kind) {
    switch (kind) {
        case SideKind::picture:
            return picture_endings;
        case SideKind::buffer:
            return buffer_endings;
        case SideKind::world:
            return world_endings;
        case SideKind::media:
            return media_endings;
    }
    return {};
}

/// Returns the length of the suffix of `name`; 0 where none matches.
std::size_t ending_length(const std::string& name, SideKind kind) {
    const std::string lower = lower_case(name);
    std::size_t out = 0;
    for (const std::string_view ending : endings_of(kind)) {
        if (lower.size() > ending.size() && lower.ends_with(ending)) out = std::max(out, ending.size());
    }
    return out;
}

/// Whether it is a name that Windows reserves for devices, whatever its suffix.
bool is_device(const std::string& part) {
    const std::string stem = lower_case(part.substr(0, part.find('.')));
    if (stem == "con" || stem == "prn" || stem == "aux" || stem == "nul") return true;
    return stem.size() == 4 && (stem.starts_with("com") || stem.starts_with("lpt")) && stem[3] >= '0' &&
           stem[3] <= '9';
}

bool is_plain_letter(unsigned char c) {
    return c >= 0x20 && c != 0x7F && std::strchr("<>:\"|?*\\/", c) == nullptr;
}

/// Whether it is UTF-8 without the control characters U+0080 to U+009F and invisible or direction-changing
/// characters.
bool is_plain_text(std::string_view text) {
    while (!text.empty()) {
        const std::size_t length = utf8_length(text);
        if (length == 0) return false;
        const std::string_view letter = text.substr(0, length);
        if (length == 1 && !is_plain_letter(static_cast<unsigned char>(letter[0]))) return false;
        if (length == 2 && letter[0] == '\xC2' && static_cast<unsigned char>(letter[1]) < 0xA0) return false;
        const bool hidden = letter >= "\xE2\x80\x8B" && letter <= "\xE2\x80\x8F";
        const bool turning = (letter >= "\xE2\x80\xA8" && letter <= "\xE2\x80\xAE") ||
                             (letter >= "\xE2\x81\xA0" && letter <= "\xE2\x81\xAF");
        if (hidden || turning || letter == "\xEF\xBB\xBF") return false;
        text.remove_prefix(length);
    }
    return true;
}

bool is_safe_part(const std::string& part) {
    return !part.empty() && part.size() <= max_part_bytes && part.front() != '.' && part.front() != ' ' &&
           part.front() != '-' && part.back() != '.' && part.back() != ' ' && !is_device(part) &&
           is_plain_text(part);
}

std::vector<std::string> parts_of(const std::string& name) {
    std::vector<std::string> out;
    std::size_t begin = 0;
    while (begin <= name.size()) {
        const std::size_t end = std::min(name.find('/', begin), name.size());
        out.push_back(name.substr(begin, end - begin));
        begin = end + 1;
    }
    return out;
}

/// Whether both names cannot be in one folder on case-insensitive file systems, or one is a folder of the
/// other.
bool collide(const std::string& a, const std::string& b) {
    const std::string one = lower_case(a);
    const std::string two = lower_case(b);
    return one == two || one.starts_with(two + '/') || two.starts_with(one + '/');
}

/// "skin.png" as "skin_2.png".
std::string numbered(const std::string& name, SideKind kind, int number) {
    if (number < 2) return name;
    const std::size_t ending = ending_length(name, kind);
    return fmt::format("{}_{}{}", name.substr(0, name.size() - ending), number,
                       name.substr(name.size() - ending));
}

/// For names without a suffix of their kind.
std::string usual_ending(SideKind kind, std::span<const std::byte> bytes) {
    if (kind == SideKind::buffer) return ".bin";
    if (kind == SideKind::world) return ".wrl";
    if (kind == SideKind::media) {
        const MediaSignature* signature = find_signature(media_signatures, bytes);
        return std::string(signature != nullptr ? signature->ending : ".mp4");
    }
    const PictureSignature* signature = signature_of(bytes);
    return std::string(signature != nullptr ? signature->ending : ".png");
}

const char* usual_stem(SideKind kind) {
    switch (kind) {
        case SideKind::buffer:
            return "buffer";
        case SideKind::world:
            return "part";
        case SideKind::media:
            return "media";
        default:
            return "texture";
    }
}

/// Whether the path to `name` below `folder` stays within `folder`, as far as it exists, following links.
bool stays_within(const fs::path& folder, const fs::path& name) {
    std::error_code error;
    const fs::path root = fs::canonical(folder, error);
    if (error) return true;  // nothing can be written there
    fs::path at = root;
    for (const fs::path& part : name.parent_path()) {
        at /= part;
        const fs::file_status status = fs::symlink_status(at, error);
        if (!fs::exists(status)) return true;  // it will be created
        const fs::path real = fs::canonical(at, error);
        if (error || !fs::is_directory(real, error)) return false;
        const auto [end, rest] = std::mismatch(root.begin(), root.end(), real.begin(), real.end());
        if (end != root.end()) return false;
    }
    return true;
}

}  // namespace

bool is_picture(std::span<const std::byte> bytes) {
    const PictureSignature* signature = signature_of(bytes);
    if (signature == nullptr) return false;
    if (!signature->decoded) return true;
    ImageSource source;
    source.encoded.assign(bytes.begin(), bytes.end());
    Diagnostics damage;
    return decode_image(source, damage, 0).has_value();
}

bool is_media(std::span<const std::byte> bytes) {
    return find_signature(media_signatures, bytes) != nullptr;
}

bool is_safe_side_name(const std::string& name, SideKind kind) {
    const std::vector<std::string> parts = parts_of(name);
    return parts.size() <= max_parts && std::all_of(parts.begin(), parts.end(), is_safe_part) &&
           ending_length(parts.back(), kind) > 0;
}

std::string safe_side_name(const std::string& name, SideKind kind, std::span<const std::byte> bytes) {
    std::string wanted = name.substr(name.find_last_of("/\\:") + 1);
    wanted = wanted.substr(0, wanted.find_first_of("?#"));
    const std::size_t good_ending = ending_length(wanted, kind);
    std::string ending = wanted.substr(wanted.size() - good_ending);
    wanted.erase(wanted.size() - good_ending);
    if (ending.empty()) ending = usual_ending(kind, bytes);
    std::string out;
    for (const char c : wanted.substr(0, 100)) {
        const bool plain =
            std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '-' || c == '_' || c == '.';
        out += plain ? c : '_';
    }
    out.erase(0, std::min(out.find_first_not_of(".-_"), out.size()));
    out.erase(out.find_last_not_of('.') + 1);
    if (out.empty()) out = usual_stem(kind);
    if (is_device(out)) out = "file_" + out;
    return out + ending;
}

SidePlace place_of(const fs::path& folder, const fs::path& name, std::span<const std::byte> bytes,
                   const std::vector<KnownFile>& own) {
    if (!stays_within(folder, name)) return SidePlace::taken;
    const fs::path path = folder / name;
    struct stat status {};
    if (::lstat(path.c_str(), &status) != 0) return SidePlace::free;
    // A link refers to another file, and a file with several names also belongs elsewhere.
    if (!S_ISREG(status.st_mode)) return SidePlace::taken;
    if (file_holds(path, bytes)) return SidePlace::same;
    if (status.st_nlink > 1) return SidePlace::taken;
    std::error_code error;
    const FileStamp* known = find_known(own, fs::canonical(path, error));
    return known != nullptr && holds_same(path, *known) ? SidePlace::own : SidePlace::taken;
}

bool add_side_file_as(EncodedDocument& out, const SaveOptions& options, const std::string& name,
                      const std::vector<std::byte>& bytes, SideKind kind) {
    if (!is_safe_side_name(name, kind)) return false;
    for (const SideFile& other : out.side_files) {
        const std::string known = other.name.generic_string();
        if (known == name && other.bytes == bytes) return true;
        if (collide(known, name)) return false;
    }
    if (!options.file_name.empty() && collide(options.file_name, name)) return false;
    if (!options.folder.empty() &&
        place_of(options.folder, name, bytes, options.own_files) == SidePlace::taken) {
        return false;
    }
    out.side_files.push_back({name, bytes});
    return true;
}

std::string add_side_file(EncodedDocument& out, const SaveOptions& options, const std::string& name,
                          const std::vector<std::byte>& bytes, SideKind kind) {
    const bool keeps_name =
        is_safe_side_name(name, kind) && (options.folder.empty() || stays_within(options.folder, name));
    const std::string base = keeps_name ? name : safe_side_name(name, kind, bytes);
    std::string chosen = base;
    for (int number = 2; !add_side_file_as(out, options, chosen, bytes, kind); ++number) {
        chosen = numbered(base, kind, number);
    }
    if (chosen != name) {
        out.notes.warn(
            "side-file-renamed",
            fmt::format("\"{}\" is written as \"{}\": {}", name.substr(0, 200), chosen,
                        keeps_name ? "that name is another file's"
                                   : "its own name is none that a file should have beside another"));
    }
    return chosen;
}

}  // namespace vitruvian
