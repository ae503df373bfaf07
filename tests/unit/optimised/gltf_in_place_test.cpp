// Every command, on every kind of glTF file: saved in place, and the edited document is read back.
#include "model/core/at.h"
#include "model/document/rearrange.h"
#include "model/edit/command_json.h"
#include "model/edit/command_table.h"
#include "model/edit/script.h"
#include "model/formats/gltf/read/container.h"
#include "model/formats/load.h"
#include "model/formats/save.h"
#include "model/io/source.h"
#include "tests/folders.h"
#include "tests/unit/edited_figures.h"
#include "tests/unit/random_commands.h"

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <map>
#include <numeric>
#include <set>
#include <tuple>

namespace vitruvian::test {
namespace {

struct Case {
    std::string name;
    Document document;
};

Document read_bytes(const std::vector<std::byte>& bytes, const std::string& name) {
    Result<Document> document = load_document(bytes, name, {});
    if (!document) throw std::runtime_error(document.error().text());
    return std::move(*document);
}

Document read_file(const std::filesystem::path& path) {
    Result<Document> document = load_document(path);
    if (!document) throw std::runtime_error(document.error().text());
    return std::move(*document);
}

Document written(const Document& document, FileFormat format, HumanoidExtension humanoid,
                 const std::string& name) {
    SaveOptions options;
    options.format = format;
    options.humanoid = humanoid;
    const Result<EncodedDocument> encoded = encode_document(document, options);
    if (!encoded) throw std::runtime_error(encoded.error().text());
    return read_bytes(encoded->bytes, name);
}

/// glTF, GLB, VRM 1.0, and from the corpus VRM 0.x and third-party files.
std::vector<Case> cases() {
    std::vector<Case> out;
    for (const char* name : {"tests/data/boxman.gltf", "assets/manikin/manikin.glb"})
        out.push_back({name, read_file(source_folder() / name)});
    out.push_back(
        {"VRM 1.0", written(out.front().document, FileFormat::vrm, HumanoidExtension::vrm, "t.vrm")});
    for (const char* name : {"vrm/cryptovoxels.vrm", "gltf/RobotExpressive.glb", "ext/ext_full55.glb"}) {
        const std::filesystem::path path = shared_folder() / "corpus" / name;
        if (!std::filesystem::is_regular_file(path)) continue;
        out.push_back({name, read_file(path)});
    }
    return out;
}

std::string joint_of(const Humanoid& humanoid, Bone bone) {
    for (std::size_t j = 0; j < humanoid.joints.size(); ++j) {
        if (humanoid.joints[j].node == humanoid.bones[bone]) return fmt::format("\"#{}\"", j);
    }
    return "\"#1\"";
}

/// One line or several per command; A is the lower arm, H the hand, U the upper arm.
const std::vector<std::pair<std::string_view, std::string>> scripts{
    {"set-joint-limits", R"("joint":A,"lower":[-2,-1,-0.3],"upper":[0,1,0.5])"},
    {"set-joint-limit-orientation", R"("joint":A,"axis":[0,1,0],"angle":0.5)"},
    {"set-joint-stiffness", R"("joint":A,"stiffness":[0.1,0.1,0.5])"},
    {"set-joint-centre", R"("joint":A,"centre":[0.3,1,0.1])"},
    {"set-joint-rotation", R"("joint":A,"axis":[0,1,0],"angle":0.5)"},
    {"apply-anatomical-limits", ""},
    {"rename", R"("thing":"joint","name":A,"to":"arm of mine")"},
    {"rename", R"("thing":"material","name":"#0","to":"skin of mine")"},
    {"tidy-materials", ""},
    {"set-info", R"("name":"authorName","value":"x")"},
    {"set-bone", R"("bone":"leftHand","joint":null)"},
    {"set-site", R"("site":"#0","translation":[0.1,0.2,0.3])"},
    {"add-site", R"("name":"of mine","joint":H,"translation":[0.1,0,0])"},
    {"add-site", R"("name":"of mine","segment":"#3","translation":[0.1,0,0])"},
    {"delete-site", R"("site":"#0")"},
    {"set-segment", R"("segment":"#2","mass":2.5)"},
    {"add-displacer", R"("name":"mine_action","from":{"weights":{"#0":1}})"},
    {"add-displacer", R"("name":"bent_action","to-pose":[{"node":A,"rotation":[0,0,0.6,0.8]}])"},
    {"delete-displacer", R"("displacer":"#0")"},
    {"mirror", ""},
    {"scale", R"("factor":0.5)"},
    {"stand-on-ground", ""},
    {"face-forward", ""},
    {"normalise-weights", R"("influences":2,"least":0.01)"},
    {"pose-as-rest", ""},
    {"enforce-t-pose", ""},
    {"orient-bones", ""},
    {"add-joint", R"("name":"of mine","parent":A,"centre":[0.4,1,0])"},
    {"delete-joint", R"("joint":A)"},
    {"delete-joint", R"("joint":H)"},
    {"re-parent", R"("joint":H,"parent":U)"},
    {"add-clip", R"("name":"fresh")"},
    {"delete-clip", R"("clip":"#0")"},
    {"trim-clip", R"("clip":"#0","from":0.1,"to":0.5)"},
    {"reverse-clip", R"("clip":"#0")"},
    {"resample-clip", R"("clip":"#0","rate":12)"},
    {"set-key", R"("clip":"#0","time":0.25,"joint":A)"},
    {"set-keys", R"("clip":"#0","keys":[{"node":A,"path":"rotation","times":[0.3],"values":[[0,0,0,1]]}])"},
    {"delete-keys", R"("clip":"#0","keys":[{"node":A,"path":"rotation"}])"},
    {"move-keys", R"("clip":"#0","by":0.125)"},
    {"set-interpolation", R"("clip":"#0","keys":[{"node":A,"path":"rotation"}],"interpolation":"step")"},
    {"loop-clip", R"("clip":"#0")"},
    {"set-displacer-weight", R"("displacer":"#0","weight":0.5)"},
    {"set-pose", R"("nodes":[{"node":A,"rotation":[0,0,0.6,0.8]}])"},
    {"reach", R"("targets":[{"effector":H,"position":[0.3,1,0.3]}])"},
    {"map-bones", ""},
    {"rename-joints", R"("scheme":"mixamo")"},
    {"paint-weights", R"("mesh":"#0","joint":A,"weights":[[0,0.5],[3,0.25]])"},
    {"batch", R"("title":"two","commands":[{"do":"add-joint","name":"one","parent":A,"centre":[0.4,1,0]},)"
              R"({"do":"delete-joint","joint":H}])"},
};

std::string line_of(std::string_view command, std::string fields, const Humanoid& humanoid) {
    for (const auto& [letter, bone] : {std::pair("A", Bone::left_lower_arm), std::pair("H", Bone::left_hand),
                                       std::pair("U", Bone::left_upper_arm)}) {
        for (const std::string before : {":", "["}) {
            std::size_t place = 0;
            while ((place = fields.find(before + letter, place)) != std::string::npos) {
                const char next = place + 2 < fields.size() ? fields[place + 2] : ',';
                if (next != ',' && next != '}' && next != ']') {
                    ++place;
                    continue;
                }
                fields.replace(place + 1, 1, joint_of(humanoid, bone));
            }
        }
    }
    return fmt::format(R"({{"do":"{}"{}{}}})", command, fields.empty() ? "" : ",", fields);
}

/// Positions and parents, independent of order.
std::vector<std::string> summary(const Document& document) {
    std::vector<std::string> out;
    const std::vector<mat4> world = posed(document);
    for (std::size_t h = 0; h < document.humanoids.size(); ++h) {
        const Humanoid& humanoid = document.humanoids[h];
        const std::vector<int> parents = parents_of_joints(document, static_cast<int>(h));
        for (std::size_t j = 0; j < humanoid.joints.size(); ++j) {
            const Joint& joint = humanoid.joints[j];
            const int parent = parents[j] < 0 ? -1 : at(humanoid.joints, parents[j]).node;
            out.push_back(fmt::format("joint {} on {}{}", at(document.nodes, joint.node).name,
                                      parent < 0 ? "none" : at(document.nodes, parent).name,
                                      joint.lower_limit ? " limited" : ""));
        }
        for (const Segment& segment : humanoid.segments)
            out.push_back(fmt::format("segment {} of {}", segment.name,
                                      at(document.nodes, at(humanoid.joints, segment.joint).node).name));
        if (humanoid.kind != HumanoidKind::hanim) continue;
        for (const Site& site : humanoid.sites) out.push_back("site " + at(document.nodes, site.node).name);
    }
    for (const Displacer& displacer : document.displacers)
        out.push_back(fmt::format("displacer {} {:.3f}", displacer.name, displacer.weight));
    for (const auto& clip : document.clips) {
        if (!clip->channels.empty()) out.push_back("clip " + clip->name);
    }
    std::sort(out.begin(), out.end());
    return out;
}

/// Each mesh's vertices, in the order of the meshes' materials and names: the file may have them on new
/// nodes.
std::vector<std::vector<vec3>> shapes_by_name(const Document& document, int clip = -1, double time = 0.0) {
    std::vector<std::vector<vec3>> all = shapes(document, posed(document, clip, time));
    std::vector<std::size_t> order(all.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    const auto key = [&](std::size_t m) {
        const MeshInstance& mesh = document.meshes[m];
        return std::tuple(mesh.name, mesh.primitive, mesh.material, mesh.mesh->positions.size());
    };
    std::stable_sort(order.begin(), order.end(),
                     [&](std::size_t a, std::size_t b) { return key(a) < key(b); });
    std::vector<std::vector<vec3>> out;
    for (const std::size_t m : order) out.push_back(std::move(all[m]));
    return out;
}

/// The largest distance of a vertex from its expected position, in the stored pose and in the clips.
float furthest(const Document& found, const Document& expected) {
    float out = moved(shapes_by_name(found), shapes_by_name(expected));
    for (std::size_t c = 0; c < std::min(expected.clips.size(), std::size_t{2}); ++c) {
        const auto same = std::find_if(found.clips.begin(), found.clips.end(), [&](const auto& clip) {
            return clip->name == expected.clips[c]->name;
        });
        if (same == found.clips.end()) continue;
        const auto place = static_cast<int>(same - found.clips.begin());
        const double time = 0.6 * expected.clips[c]->duration;
        out = std::max(out, moved(shapes_by_name(found, place, time),
                                  shapes_by_name(expected, static_cast<int>(c), time)));
    }
    return out;
}

/// Saves the document and checks what is read back; returns why it was rewritten, otherwise empty.
std::string save_and_look(const Document& document, const std::string& what) {
    const Result<EncodedDocument> saved = encode_document(document, {});
    if (!saved) {
        ADD_FAILURE() << what << ": " << saved.error().text();
        return "refused";
    }
    for (const Diagnostic& note : saved->notes.list()) {
        if (note.code == "save-anew") return note.message;
    }
    const Document found = read_bytes(saved->bytes, document.file);
    EXPECT_EQ(summary(found), summary(document)) << what;
    float most = 2e-4F;
    if (furthest(found, document) > most) {
        // glTF clips cannot scale along rotated axes, so the tolerance is that of a rewritten file.
        SaveOptions options;
        options.anew = true;
        const Result<EncodedDocument> anew = encode_document(document, options);
        if (anew) most = 1.01F * furthest(read_bytes(anew->bytes, document.file), document);
    }
    EXPECT_LE(furthest(found, document), most) << what;
    std::set<std::string> known;
    for (const Diagnostic& d : document.diagnostics.list()) known.insert(d.code);
    for (const Diagnostic& d : found.diagnostics.list())
        EXPECT_TRUE(known.contains(d.code) || d.severity == Severity::info) << what << ": " << d.message;
    Diagnostics ignored;
    const auto before = gltf::open_container(document.source->bytes.span(), "", ignored);
    const auto after = gltf::open_container(saved->bytes, "", ignored);
    if (!before || !after) {
        ADD_FAILURE() << what << ": no container";
        return {};
    }
    const auto a = nlohmann::ordered_json::parse(before->json);
    const auto b = nlohmann::ordered_json::parse(after->json);
    // Only what nothing uses any more is taken from the end.
    const bool shrinks =
        b.value("bufferViews", nlohmann::json()).size() < a.value("bufferViews", nlohmann::json()).size();
    if (!shrinks) {
        EXPECT_GE(after->bin.size(), before->bin.size()) << what;
    }
    std::vector<const char*> kept{"asset", "textures", "images", "samplers", "extras"};
    if (what.find("material") == std::string::npos) kept.push_back("materials");
    for (const char* key : kept)
        EXPECT_EQ(a.value(key, nlohmann::json()).dump(), b.value(key, nlohmann::json()).dump())
            << what << ' ' << key;
    return {};
}

TEST(GltfInPlace, EveryCommandIsInTheTable) {
    std::set<std::string_view> known;
    for (const auto& [command, fields] : scripts) known.insert(command);
    for (const CommandKind& kind : command_kinds()) EXPECT_TRUE(known.contains(kind.name)) << kind.name;
}

TEST(GltfInPlace, EveryCommandIsSavedInPlace) {
    for (const Case& one : cases()) {
        int possible = 0;
        for (const auto& [command, fields] : scripts) {
            Document document = one.document;
            const std::string line = line_of(command, fields, document.humanoids.front());
            if (!run_script(line, "script", document)) continue;
            ++possible;
            const std::string what = one.name + ": " + line;
            // A rigid part of this robot is scaled along axes that its rotated joint does not have, for which
            // glTF needs two nodes.
            const bool is_stretched = one.name == "gltf/RobotExpressive.glb" && command == "orient-bones";
            const std::string why = save_and_look(document, what);
            EXPECT_EQ(why.empty(), !is_stretched) << what << why;
        }
        EXPECT_GE(possible, 25) << one.name;
    }
}

TEST(GltfInPlace, WhatCameAndWentTogetherIsSavedInPlace) {
    const std::string script = R"({"do":"add-joint","name":"elbow of mine","parent":U,"centre":[0.4,1,0]}
{"do":"re-parent","joint":H,"parent":"elbow of mine"}
{"do":"delete-joint","joint":A}
{"do":"add-site","name":"of mine","joint":"elbow of mine"}
{"do":"add-displacer","name":"mine_action","from":{"weights":{"#0":1}}}
{"do":"delete-displacer","displacer":"#0"}
{"do":"rename","thing":"joint","name":"elbow of mine","to":"elbow"}
{"do":"scale","factor":2}
)";
    for (const Case& one : cases()) {
        Document document = one.document;
        if (document.displacers.empty()) continue;
        std::string text = script;
        for (const auto& [letter, bone] :
             {std::pair(":A", Bone::left_lower_arm), std::pair(":H", Bone::left_hand),
              std::pair(":U", Bone::left_upper_arm)}) {
            const std::string joint = joint_of(document.humanoids.front(), bone);
            const int index = std::stoi(joint.substr(2));
            const std::string name =
                at(document.nodes, at(document.humanoids.front().joints, index).node).name;
            for (std::size_t p = 0; (p = text.find(std::string(letter) + ',', p)) != std::string::npos ||
                                    (p = text.find(std::string(letter) + '}')) != std::string::npos;)
                text.replace(p + 1, 1, '"' + name + '"');
        }
        const auto done = run_script(text, "script", document);
        ASSERT_TRUE(done) << one.name << done.error().text();
        EXPECT_EQ(save_and_look(document, one.name), "") << one.name;
    }
}

/// Whether a node is scaled along axes other than its own, for which glTF needs two nodes.
bool has_stretch(const Document& document) {
    return std::any_of(document.nodes.begin(), document.nodes.end(), [](const Node& node) {
        return compose(node.rest, node.delta).scale_orientation != identity_quat;
    });
}

TEST(GltfInPlace, RandomEditsOfRandomFigures) {
    int all = 0;
    std::map<std::string, int> anew;
    for (std::uint32_t seed = 1; seed <= 200; ++seed) {
        Document base;
        try {
            base = written(random_document(seed), FileFormat::glb, HumanoidExtension::automatic, "t.glb");
        } catch (const std::runtime_error&) {
            continue;
        }
        Document document = base;
        Random random(seed);
        std::string done;
        for (int i = 0; i < 3; ++i) {
            const Command command = random_command(random, document);
            const std::string line = command_json(command, document);
            Document changed = document;
            if (!apply(command, changed)) continue;
            document = std::move(changed);
            done += line + '\n';
        }
        if (done.empty() || has_stretch(document)) continue;
        ++all;
        const std::string why = save_and_look(document, fmt::format("seed {}: {}", seed, done));
        if (!why.empty()) ++anew[why + " " + done];
    }
    EXPECT_LE(static_cast<int>(anew.size()) * 50, all) << [&] {
        std::string out;
        for (const auto& [why, count] : anew) out += why + "\n";
        return out;
    }();
}

}  // namespace
}  // namespace vitruvian::test
