#include "tests/unit/edited_worlds.h"

#include "model/core/at.h"
#include "model/document/rearrange.h"
#include "model/formats/save.h"
#include "tests/unit/read_text.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <sstream>

namespace vitruvian::test {
std::string text_of(std::span<const std::byte> bytes) {
    return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

std::vector<std::string> summary(const Document& document) {
    std::vector<std::string> out;
    const Humanoid& humanoid = document.humanoids.front();
    const std::vector<int> parents = parents_of_joints(document, 0);
    for (std::size_t j = 0; j < humanoid.joints.size(); ++j) {
        const Joint& joint = humanoid.joints[j];
        const int parent = parents[j] < 0 ? -1 : at(humanoid.joints, parents[j]).node;
        out.push_back(fmt::format("joint {} on {} at {:.2f}", at(document.nodes, joint.node).name,
                                  parent < 0 ? "none" : at(document.nodes, parent).name,
                                  std::abs(joint.centre.y)));
    }
    for (const Site& site : humanoid.sites)
        out.push_back(fmt::format("site {}", at(document.nodes, site.node).name));
    for (const Segment& segment : humanoid.segments) out.push_back("segment " + segment.name);
    for (const Displacer& displacer : document.displacers) out.push_back("displacer " + displacer.name);
    for (const auto& clip : document.clips) {
        if (!clip->channels.empty())
            out.push_back(fmt::format("clip {} {}", clip->name, clip->channels.size()));
    }
    std::sort(out.begin(), out.end());
    return out;
}

std::string edited_in_place(const std::string& text, const std::vector<Command>& commands) {
    Document document = read_text(text);
    for (const Command& command : commands) {
        const Result<void> done = apply(command, document);
        if (!done) return "edit: " + done.error().text();
    }
    const Result<EncodedDocument> encoded = encode_document(document, {});
    if (!encoded) return encoded.error().code + ": " + encoded.error().text();
    for (const Diagnostic& note : encoded->notes.list()) {
        if (note.code == "save-anew") return note.message;
    }
    EXPECT_EQ(summary(read_text(text_of(encoded->bytes))), summary(document));
    return text_of(encoded->bytes);
}

std::size_t lines_missing(const std::string& from, const std::string& in) {
    std::map<std::string, int> lines;
    std::stringstream there(in);
    for (std::string line; std::getline(there, line);) ++lines[line];
    std::size_t missing = 0;
    std::stringstream wanted(from);
    for (std::string line; std::getline(wanted, line);) missing += --lines[line] < 0 ? 1 : 0;
    return missing;
}

}  // namespace vitruvian::test
