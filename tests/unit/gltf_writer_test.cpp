// Documents written from scratch as glTF and read back: what is visible must be the same.
#include "model/core/at.h"
#include "model/edit/conform.h"
#include "model/figure/facing.h"
#include "model/formats/load.h"
#include "model/formats/save.h"
#include "model/pose/pose.h"
#include "tests/folders.h"
#include "tests/unit/document_equality.h"
#include "tests/unit/random_rig.h"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>
#include <map>
#include <regex>

namespace vitruvian {
namespace {

/// Written as a GLB and read back; nullopt, with a failure, on errors.
std::optional<Document> there_and_back(const Document& document, SaveOptions options = {}) {
    options.format = FileFormat::glb;
    const Result<EncodedDocument> written = encode_document(document, options);
    if (!written) {
        ADD_FAILURE() << document.file << ": " << written.error().text();
        return std::nullopt;
    }
    Result<Document> read = load_document(written->bytes, "written.glb", {});
    if (!read) {
        ADD_FAILURE() << document.file << ": " << read.error().text();
        return std::nullopt;
    }
    for (const Diagnostic& diagnostic : read->diagnostics.list()) {
        EXPECT_EQ(diagnostic.severity, Severity::info) << document.file << ": " << diagnostic.message;
    }
    return std::move(*read);
}

/// Like the above, with H-Anim figures without the bone axes that the extension requires.
std::optional<Document> there_and_straight(const Document& document) {
    const std::optional<Document> read = there_and_back(document);
    return read ? std::optional(in_hanim_form(*read)) : std::nullopt;
}

float size_of(const std::vector<mat4>& world) {
    float out = 1.0F;
    for (const mat4& m : world) out = std::max({out, std::abs(m[3].x), std::abs(m[3].y), std::abs(m[3].z)});
    return out;
}

/// The file's node of each original node: they have the same indices.
std::map<int, std::size_t> by_source(const Document& document) {
    std::map<int, std::size_t> out;
    for (std::size_t n = 0; n < document.nodes.size(); ++n) out[document.nodes[n].source_index] = n;
    return out;
}

/// Nodes and vertices of both are at the same positions.
void expect_same_places(const Document& found, const Pose& found_pose, const Document& expected,
                        const Pose& expected_pose, float tolerance, const std::string& when) {
    const std::vector<mat4> world = world_matrices(make_skeleton(found), found_pose);
    const std::vector<mat4> wanted = world_matrices(make_skeleton(expected), expected_pose);
    const float limit = tolerance * size_of(wanted);
    const auto nodes = by_source(found);
    for (std::size_t n = 0; n < wanted.size(); ++n) {
        const mat4& is = world[nodes.at(static_cast<int>(n))];
        for (int c = 0; c < 4; ++c) {
            ASSERT_LE(glm::length(is[c] - wanted[n][c]), limit * std::max(1.0F, glm::length(wanted[n][c])))
                << expected.file << ' ' << when << ": node " << expected.nodes[n].name;
        }
    }
    std::vector<std::vector<vec3>> meshes;
    for (const MeshInstance& instance : found.meshes) {
        meshes.push_back(skinned_positions(instance, world, found_pose.weights));
    }
    for (const MeshInstance& instance : expected.meshes) {
        if (instance.mesh->positions.empty() || instance.mesh->indices.empty()) continue;
        const std::vector<vec3> should = skinned_positions(instance, wanted, expected_pose.weights);
        const auto same = std::find_if(meshes.begin(), meshes.end(), [&](const std::vector<vec3>& is) {
            return std::equal(is.begin(), is.end(), should.begin(), should.end(), [&](vec3 a, vec3 b) {
                return glm::length(a - b) <= limit * std::max(1.0F, glm::length(b));
            });
        });
        ASSERT_NE(same, meshes.end())
            << expected.file << ' ' << when << ": no mesh is where '" << instance.name << "' was";
        meshes.erase(same);
    }
    EXPECT_TRUE(meshes.empty()) << expected.file << ": more meshes than there were";
}

void expect_same_figure(const Document& found, const Document& expected, float tolerance) {
    const Skeleton is = make_skeleton(found);
    const Skeleton should = make_skeleton(expected);
    expect_same_places(found, file_pose(is), expected, file_pose(should), tolerance, "as stored");
    if (::testing::Test::HasFatalFailure()) return;
    ASSERT_EQ(found.clips.size(), expected.clips.size()) << expected.file;
    for (std::size_t c = 0; c < expected.clips.size(); ++c) {
        // Away from keys, where steps are.
        for (const double at : {0.1234567, 0.4111111, 0.7654321}) {
            Pose found_pose = file_pose(is);
            Pose expected_pose = file_pose(should);
            const double seconds = at * expected.clips[c]->duration;
            sample(*found.clips[c], seconds, is, found_pose);
            sample(*expected.clips[c], seconds, should, expected_pose);
            expect_same_places(found, found_pose, expected, expected_pose, tolerance,
                               expected.clips[c]->name + " at " + std::to_string(seconds));
            if (::testing::Test::HasFatalFailure()) return;
        }
    }
}

std::vector<std::filesystem::path> worlds_below(const std::filesystem::path& folder) {
    std::vector<std::filesystem::path> out;
    for (const auto& entry : std::filesystem::recursive_directory_iterator(folder)) {
        const FileFormat format = format_for_path(entry.path());
        if (entry.is_regular_file() && format != FileFormat::unknown) out.push_back(entry.path());
    }
    std::sort(out.begin(), out.end());
    return out;
}

class WriteCorpus : public ::testing::TestWithParam<const char*> {};

TEST_P(WriteCorpus, ComesBackEqual) {
    const std::filesystem::path folder = shared_folder() / "corpus" / GetParam();
    if (!std::filesystem::is_directory(folder)) GTEST_SKIP() << "no corpus here: " << folder;
    for (const std::filesystem::path& path : worlds_below(folder)) {
        const Result<Document> document = load_document(path);
        if (!document || document->humanoids.empty()) continue;
        const std::optional<Document> back = there_and_straight(*document);
        if (!back) continue;
        test::Agreement agreement;
        // Bytes that are not UTF-8 are written as the Latin-1 letters they represent.
        const bool is_latin1 = path.stem() == "a15_latin1";
        agreement.humanoid_data = document->humanoids[0].kind == HumanoidKind::hanim && !is_latin1;
        EXPECT_EQ(test::difference(*back, stood_up(*document).document, agreement), std::nullopt)
            << path.filename();
    }
}

TEST_P(WriteCorpus, GoesThroughGlbToAWorld) {
    const std::filesystem::path folder = shared_folder() / "corpus" / GetParam();
    if (!std::filesystem::is_directory(folder)) GTEST_SKIP() << "no corpus here: " << folder;
    for (const std::filesystem::path& path : worlds_below(folder)) {
        const Result<Document> document = load_document(path);
        if (!document || document->humanoids.empty() || document->format == FileFormat::bvh) continue;
        const std::optional<Document> glb = there_and_back(*document);
        if (!glb) continue;
        for (const FileFormat format : {FileFormat::vrml97, FileFormat::x3d_xml}) {
            SaveOptions options;
            options.format = format;
            const Result<EncodedDocument> world = encode_document(*glb, options);
            ASSERT_TRUE(world) << path << ": " << world.error().text();
            const Result<Document> back = load_document(world->bytes, "world", {});
            ASSERT_TRUE(back) << path << ": " << back.error().text();
            test::Agreement agreement;
            agreement.humanoid_data = false;
            EXPECT_EQ(test::difference(*back, stood_up(*document).document, agreement), std::nullopt)
                << path.filename() << " as " << to_string(format);
        }
    }
}

TEST_P(WriteCorpus, LooksTheSameAsGlb) {
    const std::filesystem::path folder = shared_folder() / "corpus" / GetParam();
    if (!std::filesystem::is_directory(folder)) GTEST_SKIP() << "no corpus here: " << folder;
    for (const std::filesystem::path& path : worlds_below(folder)) {
        const Result<Document> document = load_document(path);
        if (!document) continue;
        SCOPED_TRACE(path.filename().string());
        const std::optional<Document> back = there_and_straight(*document);
        if (!back) continue;
        expect_same_figure(*back, stood_up(*document).document, 1e-5F);
    }
}

/// No image is behind its only one, and glTF has no keys of a scale orientation.
Document without_what_gltf_lacks(Document document) {
    document.images.clear();
    document.materials[0].base_color_texture.image = -1;
    auto clip = std::make_shared<Clip>(*document.clips[0]);
    std::erase_if(clip->channels, [](const Channel& c) { return c.path == ChannelPath::scale_orientation; });
    document.clips[0] = clip;
    return document;
}

TEST(GltfWriter, RandomDocumentsLookTheSame) {
    for (std::uint32_t seed = 1; seed <= 30; ++seed) {
        const Document document = without_what_gltf_lacks(test::random_document(seed));
        SaveOptions options;
        options.keep_bind = true;
        const std::optional<Document> back = there_and_back(document, options);
        ASSERT_TRUE(back);
        expect_same_figure(*back, document, 2e-5F);
        if (HasFatalFailure()) return;
    }
}

/// A random document as an H-Anim figure in a pose.
Document random_hanim(std::uint32_t seed) {
    test::Random random(seed * 7919);
    Document document = without_what_gltf_lacks(test::random_document(seed));
    Humanoid& humanoid = document.humanoids[0];
    humanoid.kind = HumanoidKind::hanim;
    humanoid.expressions.clear();  // EXT_skeleton_humanoid has none
    std::erase_if(document.displacers, [](const Displacer& d) { return !is_in_file(d); });
    humanoid.info = {{"authorName", "somebody"}, {"info", "a = b"}};
    humanoid.declared_loa = 2;
    humanoid.skeletal_configuration = "BASIC";
    humanoid.bounding_box = Bounds{vec3(-1.0F), vec3(2.0F)};
    humanoid.segments[0].mass = 2.5F;
    humanoid.segments[0].centre_of_mass = random.vector(-1.0F, 1.0F);
    humanoid.segments[0].moments_of_inertia[4] = 0.25F;
    for (Joint& joint : humanoid.joints) {
        Node& node = at(document.nodes, joint.node);
        node.frame_offset = random.vector(-1.0F, 1.0F);
        node.delta.rotation = random.rotation();
        joint.limit_orientation = random.rotation();
    }
    document.displacers[0].kind = DisplacerKind::action;
    document.displacers[1].weight = 0.5F;
    return document;
}

TEST(GltfWriter, RandomHanimFiguresComeBack) {
    for (std::uint32_t seed = 1; seed <= 30; ++seed) {
        Document document = random_hanim(seed);
        // Of its channels with one target only the last counts, and joint weights are not tested here.
        const std::optional<Document> back = there_and_back(document);
        ASSERT_TRUE(back);
        test::Agreement agreement;
        agreement.tolerance = 3e-5F;
        EXPECT_EQ(test::difference(*back, document, agreement), std::nullopt) << document.file;
        ASSERT_EQ(back->humanoids.size(), 1U);
        EXPECT_EQ(back->humanoids[0].kind, HumanoidKind::hanim);
        EXPECT_EQ(back->nodes.size(), document.nodes.size()) << "what glTF needs is folded away again";
    }
}

TEST(GltfWriter, FiguresOfTheProgramComeBack) {
    for (const char* file : {"tests/data/boxman.wrl", "assets/manikin/manikin.wrl"}) {
        const Result<Document> document = load_document(source_folder() / file);
        ASSERT_TRUE(document) << file;
        const std::optional<Document> back = there_and_straight(*document);
        ASSERT_TRUE(back);
        EXPECT_EQ(test::difference(*back, *document), std::nullopt) << file;
        expect_same_figure(*back, *document, 1e-5F);
    }
}

/// Every value below `json`, as JSON pointers.
void collect_pointers(const nlohmann::json& json, const std::string& at, std::vector<std::string>& out) {
    out.push_back(at);
    if (!json.is_structured()) return;
    std::size_t index = 0;
    for (const auto& item : json.items()) {
        const std::string key = json.is_array() ? std::to_string(index++) : item.key();
        collect_pointers(item.value(), at + '/' + key, out);
    }
}

/// "/joints/#/llimit/#" of "/joints/3/llimit/0".
std::string without_numbers(const std::string& pointer) {
    static const std::regex number("/[0-9]+(?=/|$)");
    return std::regex_replace(pointer, number, "/#");
}

TEST(GltfWriter, WrongHanimObjectsAreReportedOrRefused) {
    SaveOptions options;
    options.format = FileFormat::gltf;
    const Result<EncodedDocument> written = encode_document(random_hanim(3), options);
    ASSERT_TRUE(written);
    auto json =
        nlohmann::json::parse(reinterpret_cast<const char*>(written->bytes.data()),
                              reinterpret_cast<const char*>(written->bytes.data()) + written->bytes.size());
    // Without geometry, so that the buffer is not needed.
    for (const char* key :
         {"buffers", "bufferViews", "accessors", "meshes", "skins", "animations", "images"}) {
        json.erase(key);
    }
    for (auto& node : json["nodes"]) {
        node.erase("mesh");
        node.erase("skin");
    }
    const std::string object =
        "/extensions/EXT_skeleton_humanoid/humanoidSkeletons/0/extensions/VITRUVIAN_hanim";
    std::vector<std::string> pointers;
    collect_pointers(json.at(nlohmann::json::json_pointer(object)), object, pointers);
    ASSERT_GT(pointers.size(), 200U);
    const std::vector<nlohmann::json> wrong{nullptr,
                                            -1,
                                            1,
                                            1000000,
                                            1e300,
                                            "text",
                                            false,
                                            nlohmann::json::array(),
                                            nlohmann::json::array({1, 2, 3}),
                                            nlohmann::json::object(),
                                            0.5};
    std::map<std::string, int> met;  // by pointer without its numbers
    for (const std::string& pointer : pointers) {
        // Each property of each kind of object twice: the others use the same code.
        if (++met[without_numbers(pointer)] > 2) continue;
        for (const nlohmann::json& value : wrong) {
            nlohmann::json changed = json;
            changed.at(nlohmann::json::json_pointer(pointer)) = value;
            const std::string text = changed.dump();
            const Result<Document> read = load_document(std::as_bytes(std::span(text)), "wrong.gltf", {});
            ASSERT_TRUE(read) << pointer << " = " << value << ": " << read.error().text();
            EXPECT_EQ(expect_valid(*read), std::nullopt) << pointer << " = " << value;
        }
    }
}

INSTANTIATE_TEST_SUITE_P(Folders, WriteCorpus, ::testing::Values("hanim", "torture", "bvh"));

}  // namespace
}  // namespace vitruvian
