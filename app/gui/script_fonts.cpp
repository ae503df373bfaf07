#include "app/gui/script_fonts.h"

#include "app/gui/focus.h"
#include "app/gui/panel.h"
#include "app/gui/theme.h"
#include "model/io/file.h"

#include <fontconfig/fontconfig.h>

#include <algorithm>
#include <memory>
#include <string>

namespace vitruvian {
namespace {

struct Free {
    void operator()(FcPattern* pattern) const { FcPatternDestroy(pattern); }
    void operator()(FcCharSet* set) const { FcCharSetDestroy(set); }
};
using Pattern = std::unique_ptr<FcPattern, Free>;
using CharSet = std::unique_ptr<FcCharSet, Free>;

bool is_within(ImWchar character, ImWchar first, ImWchar last) {
    return character >= first && character <= last;
}

bool is_shipped(ImWchar character) {
    for (const ImWchar* range = shipped_characters(); range[0] != 0; range += 2) {
        if (is_within(character, range[0], range[1])) return true;
    }
    return character < ' ';
}

/// Han characters look otherwise in Japan, Korea and China: the other letters in the names tell.
const char* language_of(const std::set<ImWchar>& characters) {
    const auto any = [&](ImWchar first, ImWchar last) {
        const auto found = characters.lower_bound(first);
        return found != characters.end() && *found <= last;
    };
    if (any(0x3040, 0x30FF)) return "ja";
    if (any(0xAC00, 0xD7A3)) return "ko";
    return nullptr;
}

/// The system's choice among outline fonts for as many of `characters` as one has; null where there is none.
Pattern best_face(const FcCharSet* characters, const char* language) {
    const Pattern wanted(FcPatternCreate());
    FcPatternAddString(wanted.get(), FC_FAMILY, reinterpret_cast<const FcChar8*>("sans-serif"));
    FcPatternAddCharSet(wanted.get(), FC_CHARSET, characters);
    FcPatternAddBool(wanted.get(), FC_OUTLINE, FcTrue);
    FcPatternAddBool(wanted.get(), FC_COLOR, FcFalse);
    if (language != nullptr)
        FcPatternAddString(wanted.get(), FC_LANG, reinterpret_cast<const FcChar8*>(language));
    FcConfigSubstitute(nullptr, wanted.get(), FcMatchPattern);
    FcDefaultSubstitute(wanted.get());
    FcResult result = FcResultNoMatch;
    return Pattern(FcFontMatch(nullptr, wanted.get(), &result));
}

/// ImGui reads outlines of TrueType and of PostScript in a TrueType file, and nothing else.
bool is_readable(const FcPattern* face) {
    FcChar8* format = nullptr;
    FcBool outline = FcFalse;
    if (FcPatternGetString(face, FC_FONTFORMAT, 0, &format) != FcResultMatch) return false;
    if (FcPatternGetBool(face, FC_OUTLINE, 0, &outline) != FcResultMatch || outline == FcFalse) return false;
    const std::string_view text = reinterpret_cast<const char*>(format);
    return text == "TrueType" || text == "CFF";
}

/// The face's file with those of `characters` that it has, which are taken out of `characters`.
ScriptFace face_with(const FcPattern* face, std::set<ImWchar>& characters) {
    ScriptFace out;
    FcCharSet* has = nullptr;
    FcChar8* file = nullptr;
    if (FcPatternGetCharSet(face, FC_CHARSET, 0, &has) != FcResultMatch ||
        FcPatternGetString(face, FC_FILE, 0, &file) != FcResultMatch)
        return out;
    int index = 0;
    FcPatternGetInteger(face, FC_INDEX, 0, &index);
    out.face.index = index & 0xFFFF;  // above it: which instance of a variable font
    for (auto character = characters.begin(); character != characters.end();) {
        if (FcCharSetHasChar(has, *character) == FcFalse) {
            ++character;
            continue;
        }
        const bool goes_on = !out.ranges.empty() && out.ranges.back() + 1 == *character;
        if (goes_on) {
            out.ranges.back() = *character;
        } else {
            out.ranges.insert(out.ranges.end(), {*character, *character});
        }
        character = characters.erase(character);
    }
    if (out.ranges.empty()) return out;
    out.ranges.push_back(0);
    constexpr std::uintmax_t largest = 64U << 20U;
    if (Result<std::vector<std::byte>> bytes = read_file(reinterpret_cast<const char*>(file), largest))
        out.face.bytes = std::make_shared<const std::vector<std::byte>>(std::move(*bytes));
    return out;
}

}  // namespace

void ScriptFonts::note(std::string_view text) {
    const auto is_ascii = [](char c) { return static_cast<unsigned char>(c) < 0x80U; };
    if (std::all_of(text.begin(), text.end(), is_ascii)) return;
    for (const char32_t code : label_characters(text)) {
        // ImGui's characters have 16 bits.
        if (code > 0xFFFF || is_shipped(static_cast<ImWchar>(code))) continue;
        has_news_ |= noted_.insert(static_cast<ImWchar>(code)).second;
    }
}

void ScriptFonts::note_documents(const Session& session) {
    if (session.structure_revision() == looked_through_) return;
    looked_through_ = session.structure_revision();
    for (const OpenFigure& figure : session.figures()) {
        const Document& document = figure.document();
        note(figure.path.string());
        for (const Node& node : document.nodes) note(node.name);
        for (const Humanoid& humanoid : document.humanoids) {
            note(humanoid.name);
            for (const Segment& segment : humanoid.segments) note(segment.name);
            for (const auto& [tag, value] : humanoid.info) note(value);
        }
        for (const Displacer& displacer : document.displacers) note(displacer.name);
        for (const MeshInstance& mesh : document.meshes) note(mesh.name);
        for (const Material& material : document.materials) note(material.name);
        for (const Viewpoint& viewpoint : document.viewpoints) note(viewpoint.name);
        for (const Light& light : document.lights) note(light.name);
        for (const auto& clip : document.clips) note(clip->name);
        for (const std::string& variant : document.variants) note(variant);
        for (const Diagnostic& diagnostic : document.diagnostics.list()) note(diagnostic.message);
    }
}

void ScriptFonts::note_names(const Session& session, const GuiState& gui) {
    note_documents(session);
    for (const Message& message : session.messages()) {
        note(message.title);
        note(message.text);
    }
    for (const StoredPose& pose : session.poses()) note(pose.name);
    for (const std::string& file : gui.settings.recent) note(file);
    if (gui.browser.open) {
        note(gui.browser.folder.string());
        for (const FileBrowser::Entry& entry : gui.browser.entries) note(entry.name);
    }
    note(text_being_typed());
}

const std::vector<ScriptFace>& ScriptFonts::faces() {
    if (!has_news_) return faces_;
    has_news_ = false;
    faces_.clear();
    std::set<ImWchar> rest = noted_;
    const char* language = language_of(noted_);
    constexpr std::size_t most_faces = 12;
    while (!rest.empty() && faces_.size() < most_faces) {
        const CharSet wanted(FcCharSetCreate());
        for (const ImWchar character : rest) FcCharSetAddChar(wanted.get(), character);
        const Pattern found = best_face(wanted.get(), language);
        if (!found || !is_readable(found.get())) break;
        ScriptFace face = face_with(found.get(), rest);
        if (!face.face.bytes) break;
        faces_.push_back(std::move(face));
    }
    return faces_;
}

}  // namespace vitruvian
