#include "app/gui/script_fonts.h"

#include "app/gui/focus.h"
#include "app/gui/panel.h"
#include "app/gui/theme.h"
#include "app/scene/system_typefaces.h"

#include <algorithm>
#include <string>
#include <utility>

namespace vitruvian {
namespace {

bool is_within(ImWchar character, ImWchar first, ImWchar last) {
    return character >= first && character <= last;
}

bool is_shipped(ImWchar character) {
    for (const ImWchar* range = shipped_characters(); range[0] != 0; range += 2) {
        if (is_within(character, range[0], range[1])) return true;
    }
    return character < ' ';
}

std::vector<ImWchar> ranges_of(const std::vector<char32_t>& characters) {
    std::vector<ImWchar> out;
    for (const char32_t code : characters) {
        const auto character = static_cast<ImWchar>(code);
        if (!out.empty() && out.back() + 1 == character) {
            out.back() = character;
        } else {
            out.insert(out.end(), {character, character});
        }
    }
    out.push_back(0);
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
    for (FoundTypeface& found : find_typefaces({noted_.begin(), noted_.end()}))
        faces_.push_back({std::move(found.face), ranges_of(found.characters)});
    return faces_;
}

}  // namespace vitruvian
