// Each field of a document, changed at random, saved in each format, in place and rewritten, and read back:
// the change is there, or the notes name what was left out. Nothing is lost silently.
#include "model/core/at.h"
#include "model/document/differences.h"
#include "model/edit/command.h"
#include "model/formats/load.h"
#include "model/formats/save.h"
#include "model/io/source.h"
#include "model/pose/pose.h"
#include "tests/folders.h"
#include "tests/unit/format_names.h"
#include "tests/unit/random_field.h"
#include "tests/unit/random_rig.h"
#include "tests/unit/remap_rigs.h"

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <fstream>
#include <span>

namespace vitruvian::test {
namespace {

namespace fs = std::filesystem;

struct Saved {
    Document document;  // as it is read again
    std::string notes;
    std::vector<std::byte> bytes;
    bool refused = false;
};

/// A folder of this process.
struct Scratch {
    fs::path folder = fs::temp_directory_path() / fmt::format("vitruvian_saved_fields_{}", getpid());
    Scratch() { fs::create_directories(folder); }
    Scratch(const Scratch&) = delete;
    Scratch& operator=(const Scratch&) = delete;
    ~Scratch() {
        std::error_code ignored;
        fs::remove_all(folder, ignored);
    }
};

void write_side_files(const EncodedDocument& encoded, const fs::path& folder) {
    for (const SideFile& side : encoded.side_files) {
        std::ofstream file(folder / side.name, std::ios::binary);
        file.write(reinterpret_cast<const char*>(side.bytes.data()),
                   static_cast<std::streamsize>(side.bytes.size()));
    }
}

std::optional<Saved> save(const Document& document, const SaveOptions& options, const fs::path& folder) {
    Saved out;
    const Result<EncodedDocument> encoded = encode_document(document, options);
    if (!encoded) {
        // An error is a note too.
        out.notes = encoded.error().text();
        out.refused = true;
        return out;
    }
    fs::path beside = folder;
    if (!encoded->side_files.empty()) {
        // Not over those of the source file.
        static const Scratch scratch;
        beside = scratch.folder;
        write_side_files(*encoded, beside);
    }
    for (const Diagnostic& note : encoded->notes.list()) out.notes += note.code + ": " + note.message + '\n';
    std::replace(out.notes.begin(), out.notes.end(), '-', ' ');
    const std::string name = fmt::format("saved.{}", to_string(document.format));
    out.bytes = encoded->bytes;
    Result<Document> again = load_document(encoded->bytes, name, beside);
    if (!again) {
        ADD_FAILURE() << "not read again: " << again.error().text();
        return std::nullopt;
    }
    out.document = std::move(*again);
    return out;
}

/// The last part of a field's name as words, as in notes.
std::string last_words(std::string_view field) {
    const std::size_t dot = field.rfind('.');
    return words_of(dot == std::string_view::npos ? field : field.substr(dot + 1));
}

bool tells_of(const std::string& notes, const Field& field) {
    // A joint's frame is its node's.
    const std::string whole(field.first == Part::node && notes.find("joint") != std::string::npos
                                ? std::string_view("joint")
                                : to_string(field.first));
    const std::string first = words_of(field.second.substr(0, field.second.find('.')));
    if (field.first == Part::sky && notes.find("background's picture") != std::string::npos) return true;
    for (const std::string& words : {words_of(field.second), last_words(field.second), first}) {
        if (notes.find(words) != std::string::npos && notes.find(whole) != std::string::npos) return true;
    }
    return notes.find(whole + " has no place") != std::string::npos;
}

std::string listed(const std::vector<Difference>& list, const Document& document) {
    std::string out;
    for (std::size_t i = 0; i < std::min(list.size(), std::size_t{3}); ++i)
        out += "\n    " + describe(list[i], document);
    return out;
}

/// Whether no material of the document can show it.
bool is_unseen(const Document& document, std::string_view field) {
    const auto uses = [](const Material& m, std::string_view name) {
        const auto of = [name](std::string_view texture, const TextureUse& use) {
            return name.starts_with(texture) && use.present();
        };
        return of("base_color_texture.", m.base_color_texture) ||
               of("metallic_roughness_texture.", m.metallic_roughness_texture) ||
               of("normal_texture.", m.normal_texture) || of("occlusion_texture.", m.occlusion_texture) ||
               of("emissive_texture.", m.emissive_texture);
    };
    const auto any = [&](const auto& says) {
        return std::any_of(document.materials.begin(), document.materials.end(), says);
    };
    if (field == "alpha_cutoff")
        return !any([](const Material& m) { return m.alpha_mode == AlphaMode::mask; });
    if (field == "normal_scale") field = "normal_texture.";
    if (field == "occlusion_strength") field = "occlusion_texture.";
    return field.find("_texture.") != std::string_view::npos && !field.ends_with(".image") &&
           !any([&](const Material& m) { return uses(m, field); });
}

/// Whether a light of its kind does not use the field.
bool is_unlit(const Document& base, const Document& changed, std::string_view field) {
    if (field == "name" || field == "node" || field == "kind") return field == "node";
    const std::vector<Difference> list = differences(base, changed);
    if (list.empty() || list[0].part != Part::light) return false;
    const Light& light = at(changed.lights, list[0].index);
    const bool is_spot = light.kind == Light::Kind::spot;
    const bool is_directional = light.kind == Light::Kind::directional;
    if (field.ends_with("_cone")) return !is_spot;
    if (field == "orientation") return !is_spot && !is_directional;
    return is_directional && (field == "position" || field == "radius" || field == "attenuation");
}

/// Whether two channels of a clip have the same target, of which only one counts.
bool has_doubled_channels(const Document& document) {
    const auto same = [](const Channel& a, const Channel& b) {
        return a.path == b.path && a.node == b.node && a.bone == b.bone && a.displacer == b.displacer;
    };
    return std::any_of(document.clips.begin(), document.clips.end(), [&](const auto& clip) {
        const std::vector<Channel>& all = clip->channels;
        for (std::size_t i = 0; i < all.size(); ++i) {
            if (std::any_of(all.begin(), all.begin() + static_cast<std::ptrdiff_t>(i),
                            [&](const Channel& other) { return same(other, all[i]); }))
                return true;
        }
        return false;
    });
}

/// Changes without effect: a uniform scale has no direction, a missing texture no wrapping, a point light no
/// cone. Also fields that are only valid together with others, which a change of one field contradicts.
bool is_idle(const Document& base, const Document& changed, const Field& field) {
    const auto& [part, name] = field;
    if (name.ends_with("scale_orientation") || name == "frame_offset") return true;
    if (part == Part::material) return is_unseen(base, name);
    if (part == Part::image) return name == "name" || name == "mime_type" || name.starts_with("raw_");
    if (part == Part::light) return is_unlit(base, changed, name);
    // A channel's target is its identity: changed, it may conflict with another one's. Its keys do not.
    if (part == Part::clip && (name == "channels.times" || name == "channels.values"))
        return has_doubled_channels(base);
    if (part == Part::clip) return name.starts_with("channels.");
    // The figure and part that something belongs to follow from its position, and a morph target is named
    // after its displacer.
    if (part == Part::mesh)
        return name == "humanoid" || name == "segment" || name == "node" || name == "targets.name" ||
               name == "geometry.name";
    if (part == Part::viewpoint || part == Part::displacer) return name == "humanoid";
    if (part == Part::site) return name == "segment";
    // The version is that of the written names; the frame that of the tree.
    if (part == Part::humanoid) return name == "version" || name == "node";
    return part == Part::expression && name == "node";
}

class SavedFields : public testing::TestWithParam<FileFormat> {
  protected:
    void SetUp() override {
        folder_ = fs::temp_directory_path() /
                  fmt::format("vitruvian_fields_{}_{}", to_string(GetParam()), getpid());
        fs::create_directories(folder_);
    }
    void TearDown() override { fs::remove_all(folder_); }
    fs::path folder_;
};

void try_fields(const Document& base, const SaveOptions& options, const fs::path& folder,
                const std::string& what, std::uint32_t seed) {
    const std::optional<Saved> before = save(base, options, folder);
    ASSERT_TRUE(before && !before->refused) << what << before->notes;
    Document copy = base;
    Random random(seed);
    for (const Field& field : fields_of(copy)) {
        Document changed = base;
        if (!change_field(changed, field, random)) continue;
        if (is_idle(base, changed, field)) continue;
        const std::string name = fmt::format("{}: {} {}", what, to_string(field.first), field.second);
        const std::optional<Saved> after = save(changed, options, folder);
        if (!after) {
            ADD_FAILURE() << name;
            continue;
        }
        const bool there = !after->refused && !differences(before->document, after->document).empty();
        // What was already named before is not lost.
        const bool was_named = field.second.ends_with("_texture.image") && tells_of(before->notes, field);
        EXPECT_TRUE(there || was_named || tells_of(after->notes, field))
            << name << ": changed" << listed(differences(base, changed), changed)
            << "\n  notes: " << after->notes;
    }
}

/// A VRM figure with every bone, a skin, expressions and a camera.
Document vrm_figure(std::uint32_t seed) {
    Random random(seed);
    RigStyle style;
    style.kind = HumanoidKind::vrm1;
    Document document = make_rig(random, style);
    Humanoid& humanoid = document.humanoids[0];
    humanoid.name = "figure";
    const Skeleton skeleton = make_skeleton(document);
    const std::vector<mat4> world = world_matrices(skeleton, rest_pose(skeleton));
    auto skin = std::make_shared<Skin>();
    for (const Joint& joint : humanoid.joints) {
        skin->nodes.push_back(joint.node);
        skin->inverse_bind.push_back(affine_inverse(at(world, joint.node)));
    }
    MeshInstance mesh;
    mesh.name = "body";
    mesh.mesh = std::make_shared<Mesh>(random_mesh(random, 30, static_cast<int>(skin->nodes.size())));
    mesh.skin = skin;
    mesh.material = 0;
    mesh.humanoid = 0;
    mesh.displacers = {0};
    document.meshes.push_back(std::move(mesh));
    document.materials.emplace_back().name = "skin";
    document.displacers.push_back({"smile", DisplacerKind::morph, 0, -1, 0.25F, false, {}});
    humanoid.expressions.push_back({"happy", -1, {{0, 0.75F}}});
    humanoid.expressions.push_back({"my own", -1, {{0, 0.5F}}});
    document.viewpoints.push_back(
        {"front", humanoid.joints[3].node, 0, vec3(0.0F, 1.0F, 3.0F), identity_quat, 0.7F});
    return document;
}

/// A picture of 2x2 pixels, and one more of each texture that materials have.
void add_textures(Document& document) {
    auto picture = std::make_shared<ImageSource>();
    picture->name = "checks";
    picture->raw_width = picture->raw_height = 2;
    for (const int level : {10, 250, 90, 40})
        picture->encoded.insert(picture->encoded.end(),
                                {std::byte(level), std::byte{90}, std::byte{160}, std::byte{255}});
    document.images = {picture};
    Material& material = document.materials[0];
    material.alpha_mode = AlphaMode::mask;
    for_each_texture(material, [](TextureUse& use, const char*) { use.image = 0; });
    document.variants = {"summer", "winter"};
    if (!document.meshes.empty()) document.meshes[0].variant_materials = {-1, 0};
    for (MeshInstance& mesh : document.meshes) mesh.material = 0;
}

Document figure_for(FileFormat format, std::uint32_t seed) {
    Document document = format == FileFormat::vrm ? vrm_figure(seed) : random_document(seed);
    add_textures(document);
    return document;
}

TEST_P(SavedFields, AreThereOrNamedInANewFile) {
    SaveOptions options;
    options.format = GetParam();
    try_fields(figure_for(GetParam(), 1), options, folder_, "anew", 1);
}

TEST_P(SavedFields, AreThereOrNamedInTheFileTheyCameFrom) {
    SaveOptions options;
    options.format = GetParam();
    const Result<EncodedDocument> made = encode_document(figure_for(GetParam(), 2), options);
    ASSERT_TRUE(made) << made.error().text();
    write_side_files(*made, folder_);
    const Result<Document> base = load_document(made->bytes, "base", folder_);
    ASSERT_TRUE(base) << base.error().text();
    try_fields(*base, {}, folder_, "in place", 2);
}

/// Files of the project and of others: in place.
TEST(FieldsOfFiles, KeepOrNameEveryField) {
    std::vector<fs::path> paths{source_folder() / "tests/data/boxman.wrl",
                                source_folder() / "tests/data/boxman.gltf"};
    for (const char* name : {"vrm/cryptovoxels.vrm", "gltf/pirate.glb", "ext/ext_min15.glb"}) {
        const fs::path path = shared_folder() / "corpus" / name;
        if (fs::is_regular_file(path)) paths.push_back(path);
    }
    for (const fs::path& path : paths) {
        const Result<Document> base = load_document(path);
        ASSERT_TRUE(base) << path;
        try_fields(*base, {}, path.parent_path(), path.filename().string(), 5);
    }
}

/// Line by line.
std::vector<std::string> lines_of(std::span<const std::byte> bytes) {
    std::vector<std::string> out(1);
    for (const std::byte b : bytes) {
        out.back() += static_cast<char>(b);
        if (b == std::byte{'\n'}) out.emplace_back();
    }
    return out;
}

TEST(FieldsOfFiles, ARenamedDisplacerChangesOneLine) {
    for (const char* name : {"tests/data/boxman.wrl", "assets/manikin/manikin.x3d"}) {
        Result<Document> document = load_document(source_folder() / name);
        ASSERT_TRUE(document) << name;
        ASSERT_TRUE(apply(Rename{{ItemKind::displacer, -1, 0}, "grin_action"}, *document));
        const Result<EncodedDocument> saved = encode_document(*document, {});
        ASSERT_TRUE(saved) << saved.error().text();
        const std::vector<std::string> before = lines_of(document->source->bytes.span());
        const std::vector<std::string> after = lines_of(saved->bytes);
        ASSERT_EQ(after.size(), before.size()) << name;
        int changed = 0;
        for (std::size_t i = 0; i < after.size(); ++i) changed += after[i] == before[i] ? 0 : 1;
        EXPECT_EQ(changed, 1) << name;
    }
}

/// A figure of two joints, in each encoding, whose ankle moves.
std::vector<std::string> figures_of_two_joints() {
    return {
        "#X3D V3.3 utf8\nPROFILE Immersive\nDEF Man HAnimHumanoid { name \"Man\" version \"1.1\" skeleton [\n"
        "DEF hanim_HumanoidRoot HAnimJoint { name \"HumanoidRoot\" children [\n"
        "DEF hanim_l_ankle HAnimJoint { name \"l_ankle\" center 0 0.5 0 }\n] }\n] joints [ USE "
        "hanim_HumanoidRoot\n"
        "USE hanim_l_ankle\n] }\nDEF Clock TimeSensor { cycleInterval 1 loop TRUE }\n"
        "DEF Turn OrientationInterpolator { key [ 0 1 ] keyValue [ 1 0 0 0, 1 0 0 1 ] }\n"
        "ROUTE Clock.fraction_changed TO Turn.set_fraction\n"
        "ROUTE Turn.value_changed TO hanim_l_ankle.set_rotation\n",
        "<X3D version='3.3'><Scene><HAnimHumanoid DEF='Man' name='Man' version='1.1'>\n"
        "<HAnimJoint DEF='hanim_HumanoidRoot' name='HumanoidRoot' containerField='skeleton'>\n"
        "<HAnimJoint DEF='hanim_l_ankle' name='l_ankle' center='0 0.5 0'/></HAnimJoint>\n"
        "<HAnimJoint USE='hanim_HumanoidRoot' containerField='joints'/>\n"
        "<HAnimJoint USE='hanim_l_ankle' containerField='joints'/></HAnimHumanoid>\n"
        "<TimeSensor DEF='Clock' cycleInterval='1' loop='true'/>\n"
        "<OrientationInterpolator DEF='Turn' key='0 1' keyValue='1 0 0 0, 1 0 0 1'/>\n"
        "<ROUTE fromNode='Clock' fromField='fraction_changed' toNode='Turn' toField='set_fraction'/>\n"
        "<ROUTE fromNode='Turn' fromField='value_changed' toNode='hanim_l_ankle' toField='set_rotation'/>\n"
        "</Scene></X3D>\n",
        R"({"X3D": {"@version": "3.3", "Scene": {"-children": [
{"HAnimHumanoid": {"@DEF": "Man", "@name": "Man", "@version": "1.1", "-skeleton": [
 {"HAnimJoint": {"@DEF": "hanim_HumanoidRoot", "@name": "HumanoidRoot", "-children": [
  {"HAnimJoint": {"@DEF" : "hanim_l_ankle", "@name": "l_ankle", "@center": [0, 0.5, 0]}}]}}],
 "-joints": [{"HAnimJoint": {"@USE": "hanim_HumanoidRoot"}}, {"HAnimJoint": {"@USE": "hanim_l_ankle"}}]}},
{"TimeSensor": {"@DEF": "Clock", "@cycleInterval": 1, "@loop": true}},
{"OrientationInterpolator": {"@DEF": "Turn", "@key": [0, 1], "@keyValue": [1, 0, 0, 0, 1, 0, 0, 1]}},
{"ROUTE": {"@fromNode": "Clock", "@fromField": "fraction_changed", "@toNode": "Turn", "@toField": "set_fraction"}},
{"ROUTE": {"@fromNode": "Turn", "@fromField": "value_changed", "@toNode": "hanim_l_ankle", "@toField": "set_rotation"}}
]}}}
)"};
}

TEST(FieldsOfFiles, TheDefNameOfAJointFollowsANameOfAnotherVersion) {
    for (const std::string& text : figures_of_two_joints()) {
        SCOPED_TRACE(text.substr(0, 5));
        Result<Document> document = load_document(std::as_bytes(std::span(text)), "man.x3d", {});
        ASSERT_TRUE(document);
        ASSERT_TRUE(apply(Rename{joint_item(0, 1), "l_talocrural"}, *document));
        const Result<EncodedDocument> saved = encode_document(*document, {});
        ASSERT_TRUE(saved) << saved.error().text();
        std::string expected = text;
        for (std::size_t at = expected.find("l_ankle"); at != std::string::npos;
             at = expected.find("l_ankle"))
            expected.replace(at, 7, "l_talocrural");
        EXPECT_EQ(std::string(reinterpret_cast<const char*>(saved->bytes.data()), saved->bytes.size()),
                  expected);
        const Result<Document> again = load_document(saved->bytes, "man.x3d", {});
        ASSERT_TRUE(again);
        ASSERT_EQ(again->clips.size(), 1U);
        EXPECT_EQ(again->clips[0]->channels.size(), 1U);
    }
    // A DEF name with another meaning is unchanged.
    std::string other = figures_of_two_joints()[0];
    for (std::size_t at = other.find("hanim_l_ankle"); at != std::string::npos;
         at = other.find("hanim_l_ankle"))
        other.replace(at, 13, "Cheville");
    Result<Document> document = load_document(std::as_bytes(std::span(other)), "man.x3d", {});
    ASSERT_TRUE(document);
    ASSERT_TRUE(apply(Rename{joint_item(0, 1), "l_talocrural"}, *document));
    const Result<EncodedDocument> saved = encode_document(*document, {});
    ASSERT_TRUE(saved);
    const std::string_view text(reinterpret_cast<const char*>(saved->bytes.data()), saved->bytes.size());
    EXPECT_NE(text.find("DEF Cheville HAnimJoint { name \"l_talocrural\""), std::string_view::npos);
}

INSTANTIATE_TEST_SUITE_P(Formats, SavedFields,
                         testing::Values(FileFormat::vrml97, FileFormat::x3d_classic, FileFormat::x3d_xml,
                                         FileFormat::x3d_json, FileFormat::gltf, FileFormat::glb,
                                         FileFormat::vrm),
                         name_of_format);

}  // namespace
}  // namespace vitruvian::test
