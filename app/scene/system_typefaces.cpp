#include "app/scene/system_typefaces.h"

#include "model/io/file.h"

#include <fontconfig/fontconfig.h>

#include <memory>
#include <utility>

namespace vitruvian {
namespace {

struct Free {
    void operator()(FcPattern* pattern) const { FcPatternDestroy(pattern); }
    void operator()(FcCharSet* set) const { FcCharSetDestroy(set); }
    void operator()(FcConfig* config) const { FcConfigDestroy(config); }
};
using Pattern = std::unique_ptr<FcPattern, Free>;
using CharSet = std::unique_ptr<FcCharSet, Free>;
using Config = std::unique_ptr<FcConfig, Free>;

bool has_caches(FcConfig* config) {
    FcStrList* folders = FcConfigGetCacheDirs(config);
    const bool any = FcStrListNext(folders) != nullptr;
    FcStrListDone(folders);
    return any;
}

/// The system's typefaces. Containers may have fonts without fonts.conf; the folders given here avoid a
/// warning.
Config read_config() {
    constexpr const char* plain =
        "<fontconfig><dir>/usr/share/fonts</dir><cachedir>/var/cache/fontconfig</cachedir>"
        "<cachedir prefix=\"xdg\">fontconfig</cachedir></fontconfig>";
    Config config(FcConfigCreate());
    FcConfigParseAndLoad(config.get(), nullptr, FcFalse);
    if (!has_caches(config.get()))
        FcConfigParseAndLoadFromMemory(config.get(), reinterpret_cast<const FcChar8*>(plain), FcFalse);
    FcConfigBuildFonts(config.get());
    return config;
}

/// Han characters differ between Japan, Korea and China: the other characters of the names decide.
const char* language_of(const std::set<char32_t>& characters) {
    const auto any = [&](char32_t first, char32_t last) {
        const auto found = characters.lower_bound(first);
        return found != characters.end() && *found <= last;
    };
    if (any(0x3040, 0x30FF)) return "ja";
    if (any(0xAC00, 0xD7A3)) return "ko";
    return nullptr;
}

/// Returns the system's choice of an outline font for as many of `characters` as possible; null if there is
/// none.
Pattern best_face(FcConfig* config, const FcCharSet* characters, const char* language) {
    const Pattern wanted(FcPatternCreate());
    FcPatternAddString(wanted.get(), FC_FAMILY, reinterpret_cast<const FcChar8*>("sans-serif"));
    FcPatternAddCharSet(wanted.get(), FC_CHARSET, characters);
    FcPatternAddBool(wanted.get(), FC_OUTLINE, FcTrue);
    FcPatternAddBool(wanted.get(), FC_COLOR, FcFalse);
    if (language != nullptr)
        FcPatternAddString(wanted.get(), FC_LANG, reinterpret_cast<const FcChar8*>(language));
    FcConfigSubstitute(config, wanted.get(), FcMatchPattern);
    FcDefaultSubstitute(wanted.get());
    FcResult result = FcResultNoMatch;
    return Pattern(FcFontMatch(config, wanted.get(), &result));
}

/// ImGui reads outlines of TrueType, and of PostScript in a TrueType file, only.
bool is_readable(const FcPattern* face) {
    FcChar8* format = nullptr;
    FcBool outline = FcFalse;
    if (FcPatternGetString(face, FC_FONTFORMAT, 0, &format) != FcResultMatch) return false;
    if (FcPatternGetBool(face, FC_OUTLINE, 0, &outline) != FcResultMatch || outline == FcFalse) return false;
    const std::string_view text = reinterpret_cast<const char*>(format);
    return text == "TrueType" || text == "CFF";
}

/// Returns the face's file with those of `characters` that it has, which are removed from `characters`.
FoundTypeface face_with(const FcPattern* face, std::set<char32_t>& characters) {
    FoundTypeface out;
    FcCharSet* has = nullptr;
    FcChar8* file = nullptr;
    if (FcPatternGetCharSet(face, FC_CHARSET, 0, &has) != FcResultMatch ||
        FcPatternGetString(face, FC_FILE, 0, &file) != FcResultMatch)
        return out;
    int index = 0;
    FcPatternGetInteger(face, FC_INDEX, 0, &index);
    out.face.index = index & 0xFFFF;  // upper bits: the instance of a variable font
    std::erase_if(characters, [&](char32_t character) {
        const bool found = FcCharSetHasChar(has, character) != FcFalse;
        if (found) out.characters.push_back(character);
        return found;
    });
    if (out.characters.empty()) return out;
    constexpr std::size_t largest = 64U << 20U;
    if (Result<std::vector<std::byte>> bytes = read_file(reinterpret_cast<const char*>(file), largest))
        out.face.bytes = std::make_shared<const std::vector<std::byte>>(std::move(*bytes));
    return out;
}

}  // namespace

std::vector<FoundTypeface> find_typefaces(std::set<char32_t> characters) {
    std::vector<FoundTypeface> out;
    if (characters.empty()) return out;
    static const Config config = read_config();
    const char* language = language_of(characters);
    constexpr std::size_t max_faces = 12;
    while (!characters.empty() && out.size() < max_faces) {
        const CharSet wanted(FcCharSetCreate());
        for (const char32_t character : characters) FcCharSetAddChar(wanted.get(), character);
        const Pattern found = best_face(config.get(), wanted.get(), language);
        if (!found || !is_readable(found.get())) break;
        FoundTypeface face = face_with(found.get(), characters);
        if (!face.face.bytes) break;
        out.push_back(std::move(face));
    }
    return out;
}

std::vector<Typeface> typefaces_for_labels(const RenderScene& scene) {
    constexpr char32_t first_foreign = 0x0530;  // the bundled typeface has Latin, Greek and Cyrillic letters
    std::set<char32_t> characters;
    for (const OverlayLabel& label : scene.labels) {
        for (const char32_t character : label_characters(label.text)) {
            if (character >= first_foreign) characters.insert(character);
        }
    }
    std::vector<Typeface> out;
    for (FoundTypeface& found : find_typefaces(std::move(characters))) out.push_back(std::move(found.face));
    return out;
}

}  // namespace vitruvian
