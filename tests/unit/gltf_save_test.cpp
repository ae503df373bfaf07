// Saving glTF files that were read: unedited they keep every byte, edited only the edits change.
#include "model/core/at.h"
#include "model/edit/command.h"
#include "model/figure/joint_angles.h"
#include "model/formats/gltf/read/container.h"
#include "model/formats/load.h"
#include "model/formats/save.h"
#include "model/io/source.h"
#include "model/pose/pose.h"
#include "tests/folders.h"
#include "tests/unit/document_equality.h"
#include "tests/unit/random_rig.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>
#include <fstream>
#include <set>

namespace vitruvian {
namespace {

using nlohmann::json;

std::vector<std::filesystem::path> files_below(const std::filesystem::path& folder) {
    std::vector<std::filesystem::path> out;
    for (const auto& entry : std::filesystem::recursive_directory_iterator(folder)) {
        const std::string suffix = entry.path().extension().string();
        if (suffix == ".glb" || suffix == ".gltf" || suffix == ".vrm" || suffix == ".vrma") {
            out.push_back(entry.path());
        }
    }
    std::sort(out.begin(), out.end());
    return out;
}

/// The figures of the corpus and of the project, as read.
std::vector<Document> all_figures() {
    std::vector<Document> out;
    std::vector<std::filesystem::path> paths{source_folder() / "tests/data/boxman.gltf"};
    for (const char* folder : {"gltf", "vrm", "ext", "malformed"}) {
        const std::filesystem::path corpus = shared_folder() / "corpus" / folder;
        if (!std::filesystem::is_directory(corpus)) continue;
        for (const auto& path : files_below(corpus)) paths.push_back(path);
    }
    for (const auto& path : paths) {
        Result<Document> document = load_document(path);
        if (document) out.push_back(std::move(*document));
    }
    return out;
}

std::string_view as_text(std::span<const std::byte> bytes) {
    return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

TEST(GltfSave, UneditedFilesKeepEveryByte) {
    for (const Document& document : all_figures()) {
        const Result<EncodedDocument> saved = encode_document(document, {});
        ASSERT_TRUE(saved) << saved.error().text();
        const std::span<const std::byte> source = document.source->bytes.span();
        EXPECT_TRUE(std::ranges::equal(saved->bytes, source)) << document.file;
        EXPECT_TRUE(saved->side_files.empty()) << document.file;
    }
}

/// A random edit of the first figure, or of any displacer.
std::optional<Command> random_edit(test::Random& random, const Document& document, bool with_centre) {
    const auto pick = [&](std::size_t size) { return random.integer(0, static_cast<int>(size) - 1); };
    if (document.humanoids.empty() || document.humanoids[0].joints.empty()) return std::nullopt;
    const Humanoid& humanoid = document.humanoids[0];
    const Item joint = joint_item(0, pick(humanoid.joints.size()));
    switch (random.integer(0, with_centre ? 6 : 5)) {
        case 0:
            return SetJointRotation{joint, random.rotation()};
        case 1:
            return Rename{joint_item(0, joint.index), "renamed " + std::to_string(random.integer(0, 99999))};
        case 2:
            return SetJointLimits{joint, random.vector(-2.0F, 0.0F), random.vector(0.0F, 2.0F)};
        case 3:
            return SetJointStiffness{joint, random.vector(0.0F, 1.0F)};
        case 4:
            if (document.displacers.empty()) return std::nullopt;
            return SetDisplacerWeight{displacer_item(pick(document.displacers.size())),
                                      random.real(0.0F, 1.0F)};
        case 5:
            if (document.displacers.empty()) return std::nullopt;
            return Rename{displacer_item(pick(document.displacers.size())),
                          "displacer " + std::to_string(random.integer(0, 99999))};
        default:
            return SetJointCentre{joint,
                                  at(humanoid.joints, joint.index).centre + random.vector(-0.1F, 0.1F)};
    }
}

/// The document as read back: glTF has no pose besides rest, and centres are at the joints.
Document as_gltf_reads_it(Document document) {
    if (!document.humanoids.empty() && document.humanoids[0].kind == HumanoidKind::hanim) return document;
    for (Node& node : document.nodes) {
        node.rest = compose(node.rest, node.delta);
        node.delta = {};
        node.frame_offset = vec3(0.0F);
    }
    const Skeleton skeleton = make_skeleton(document);
    const std::vector<mat4> world = world_matrices(skeleton, rest_pose(skeleton));
    for (Humanoid& humanoid : document.humanoids) {
        for (Joint& joint : humanoid.joints) joint.centre = vec3(at(world, joint.node)[3]);
    }
    return document;
}

/// The ratio of the figure's units to the world's (100 if it is in centimetres).
float largest_scale(const Document& document) {
    const Skeleton skeleton = make_skeleton(document);
    float out = 1.0F;
    for (const mat4& m : world_matrices(skeleton, file_pose(skeleton)))
        out = std::max(out, glm::length(m[0]));
    return out;
}

TEST(GltfSave, EditsAreThereAndNothingElseChanges) {
    test::Random random(17);
    int saved_files = 0;
    for (const Document& original : all_figures()) {
        if (original.file.find("malformed") != std::string::npos) continue;
        Document document = original;
        int edits = 0;
        for (int i = 0; i < 12; ++i) {
            const auto command = random_edit(random, document, false);
            if (command && apply(*command, document)) ++edits;
        }
        if (edits == 0) continue;
        SCOPED_TRACE(document.file);
        const Result<EncodedDocument> saved = encode_document(document, {});
        ASSERT_TRUE(saved) << saved.error().text();
        for (const Diagnostic& note : saved->notes.list()) EXPECT_NE(note.code, "save-anew") << note.message;
        const Result<Document> back = load_document(saved->bytes, document.file, document.source->folder);
        ASSERT_TRUE(back) << back.error().text();
        Document expected = as_gltf_reads_it(document);
        test::Agreement agreement;
        agreement.humanoid_data = false;
        agreement.tolerance = 2e-5F * largest_scale(expected);
        // A figure without a name of its own is named after its first joint, or that joint's parent.
        expected.humanoids[0].name = back->humanoids[0].name;
        EXPECT_EQ(test::difference(*back, expected, agreement), std::nullopt);

        Diagnostics ignored;
        const auto before = gltf::open_container(document.source->bytes.span(), "", ignored);
        const auto after = gltf::open_container(saved->bytes, "", ignored);
        ASSERT_TRUE(before && after);
        EXPECT_TRUE(std::ranges::equal(before->bin, after->bin.first(before->bin.size())));
        // What no command changes is unchanged, in value and in order.
        auto a = nlohmann::ordered_json::parse(before->json);
        auto b = nlohmann::ordered_json::parse(after->json);
        for (const char* key : {"materials", "textures", "images", "samplers", "animations", "scenes",
                                "asset", "cameras", "extensionsRequired"}) {
            EXPECT_EQ(a.value(key, json()).dump(), b.value(key, json()).dump()) << key;
        }
        ++saved_files;
    }
    EXPECT_GE(saved_files, 1);
}

/// A GLB with a byte order mark before its JSON, which no GLB should have.
std::vector<std::byte> marked(const std::vector<std::byte>& glb) {
    const auto word = [&](std::size_t at) {
        std::uint32_t out = 0;
        std::memcpy(&out, &glb.at(at), sizeof out);
        return out;
    };
    std::vector<std::byte> out(glb.begin(), glb.begin() + 20);
    // Three bytes of mark and one of padding.
    for (const int byte : {0xEF, 0xBB, 0xBF}) out.push_back(static_cast<std::byte>(byte));
    out.insert(out.end(), glb.begin() + 20, glb.begin() + 20 + word(12));
    out.push_back(std::byte{' '});
    out.insert(out.end(), glb.begin() + 20 + word(12), glb.end());
    const std::uint32_t whole = word(8) + 4;
    const std::uint32_t json = word(12) + 4;
    std::memcpy(&out.at(8), &whole, sizeof whole);
    std::memcpy(&out.at(12), &json, sizeof json);
    return out;
}

TEST(GltfSave, AByteOrderMarkInAGlbLosesNothing) {
    const Result<Document> plain = load_document(source_folder() / "tests/data/boxman.gltf");
    ASSERT_TRUE(plain);
    SaveOptions options;
    options.format = FileFormat::glb;
    const Result<EncodedDocument> glb = encode_document(*plain, options);
    ASSERT_TRUE(glb);
    const std::vector<std::byte> bytes = marked(glb->bytes);
    const Result<Document> document = load_document(bytes, "marked.glb", {});
    ASSERT_TRUE(document) << document.error().text();
    EXPECT_EQ(document->nodes.size(), plain->nodes.size());
    EXPECT_EQ(encode_document(*document, {})->bytes, bytes);
    // To the other container, and in place.
    options.format = FileFormat::gltf;
    const Result<EncodedDocument> text = encode_document(*document, options);
    ASSERT_TRUE(text);
    const json root =
        json::parse(std::string(reinterpret_cast<const char*>(text->bytes.data()), text->bytes.size()));
    EXPECT_EQ(root["nodes"].size(), plain->nodes.size());
    Document changed = *document;
    ASSERT_TRUE(apply(Rename{joint_item(0, 0), "another"}, changed));
    const Result<EncodedDocument> saved = encode_document(changed, {});
    ASSERT_TRUE(saved);
    EXPECT_TRUE(saved->notes.empty());
    const Result<Document> again = load_document(saved->bytes, "again.glb", {});
    ASSERT_TRUE(again);
    EXPECT_EQ(test::difference(*again, changed), std::nullopt);
}

TEST(GltfSave, OneRenameChangesOneString) {
    const Result<Document> original = load_document(source_folder() / "tests/data/boxman.gltf");
    ASSERT_TRUE(original);
    Document document = *original;
    const std::string name = at(document.nodes, document.humanoids[0].joints[1].node).name;
    ASSERT_TRUE(apply(Rename{joint_item(0, 1), "somebody else"}, document));
    const Result<EncodedDocument> saved = encode_document(document, {});
    ASSERT_TRUE(saved);
    std::string expected(as_text(document.source->bytes.span()));
    const std::size_t at = expected.find('"' + name + '"');
    ASSERT_NE(at, std::string::npos) << name;
    expected.replace(at, name.size() + 2, "\"somebody else\"");
    EXPECT_EQ(as_text(saved->bytes), expected);
}

TEST(GltfSave, AFigureThatNoExtensionNamesIsRenamedAtTheNodeAboveIt) {
    std::string text(
        as_text(load_document(source_folder() / "tests/data/boxman.gltf")->source->bytes.span()));
    const auto replace = [&text](std::string_view part, std::string_view by) {
        const std::size_t at = text.find(part);
        ASSERT_NE(at, std::string::npos) << part;
        text.replace(at, part.size(), by);
    };
    replace(R"("scenes":[{"nodes":[0,17]}])", R"("scenes":[{"nodes":[18]}])");
    replace(R"("mesh":0,"skin":0}])", R"("mesh":0,"skin":0},{"name":"Armature","children":[0,17]}])");
    Result<Document> document = load_document(std::as_bytes(std::span(text)), "boxman.gltf", {});
    ASSERT_TRUE(document) << document.error().text();
    ASSERT_EQ(document->humanoids.at(0).name, "Armature");
    ASSERT_TRUE(apply(Rename{{ItemKind::humanoid, -1, 0}, "Jane"}, *document));
    const Result<EncodedDocument> saved = encode_document(*document, {});
    ASSERT_TRUE(saved) << saved.error().text();
    EXPECT_TRUE(saved->notes.empty());
    replace("Armature", "Jane");
    EXPECT_EQ(as_text(saved->bytes), text);
}

TEST(GltfSave, AVrmWithLimitsIsRenamedWhereItsNameIsReadFrom) {
    Result<Document> document = load_document(source_folder() / "tests/data/boxman.gltf");
    ASSERT_TRUE(document);
    SaveOptions options;
    options.format = FileFormat::vrm;
    options.humanoid = HumanoidExtension::vrm;
    const auto saved_again = [&](const Command& command) {
        const Result<void> done = apply(command, *document);
        EXPECT_TRUE(done) << done.error().text();
        const Result<EncodedDocument> encoded = encode_document(*document, options);
        ASSERT_TRUE(encoded) << encoded.error().text();
        document = load_document(encoded->bytes, "t.vrm", {});
        ASSERT_TRUE(document) << document.error().text();
    };
    // Limits are stored in addition to VRM's data, in EXT_skeleton_humanoid.
    for (const float limit : {1.0F, 0.5F}) {
        saved_again(SetJointLimits{joint_item(0, 1), vec3(-limit), vec3(limit)});
        options = {};
    }
    saved_again(Rename{{ItemKind::humanoid, -1, 0}, "somebody else"});
    EXPECT_EQ(document->humanoids.front().name, "somebody else");
    EXPECT_EQ(document->humanoids.front().kind, HumanoidKind::vrm1);
    EXPECT_EQ(at(document->humanoids.front().joints, 1).upper_limit, vec3(0.5F));
}

TEST(GltfSave, AFileWithoutScenesGetsOneAsVrmAndFacesTheFront) {
    const std::filesystem::path folder = source_folder() / "tests/data";
    std::ifstream file(folder / "boxman.gltf");
    json root = json::parse(file);
    root["nodes"].push_back(
        {{"name", "behind"}, {"rotation", {0, 1, 0, 0}}, {"children", root["scenes"][0]["nodes"]}});
    const int behind = static_cast<int>(root["nodes"].size()) - 1;
    root.erase("scenes");
    root.erase("scene");
    const std::string text = root.dump();
    const Result<Document> document = load_document(std::as_bytes(std::span(text)), "t.gltf", folder);
    ASSERT_TRUE(document) << document.error().text();
    const auto left_hand = [](const Document& of) {
        const Skeleton skeleton = make_skeleton(of);
        const int node = of.humanoids.front().bones[Bone::left_hand];
        const std::vector<mat4> world = world_matrices(skeleton, file_pose(skeleton));
        return vec3(at(world, node)[3]);
    };
    EXPECT_LT(left_hand(*document).x, 0.0F);
    SaveOptions options;
    options.format = FileFormat::gltf;
    options.humanoid = HumanoidExtension::vrm;
    const Result<EncodedDocument> encoded = encode_document(*document, options);
    ASSERT_TRUE(encoded) << encoded.error().text();
    const json written = json::parse(as_text(encoded->bytes));
    ASSERT_EQ(written.at("scenes").size(), 1U);
    const int front = written.at("scenes")[0].at("nodes")[0];
    EXPECT_EQ(written.at("nodes")[static_cast<std::size_t>(front)].at("children"), json::array({behind}));
    const Result<Document> again = load_document(encoded->bytes, "t.gltf", folder);
    ASSERT_TRUE(again) << again.error().text();
    EXPECT_GT(left_hand(*again).x, 0.0F);
}

TEST(GltfSave, NodesThatTheReferencePoseTurnsHaveNoMatrix) {
    const std::filesystem::path folder = source_folder() / "tests/data";
    const Result<Document> plain = load_document(folder / "boxman.gltf");
    ASSERT_TRUE(plain);
    std::ifstream file(folder / "boxman.gltf");
    json root = json::parse(file);
    root.erase("animations");
    for (const Node& node : plain->nodes) {
        json& element = root["nodes"][static_cast<std::size_t>(node.source_index)];
        for (const char* key : {"translation", "rotation", "scale"}) element.erase(key);
        const mat4 matrix = to_matrix(node.rest);
        element["matrix"] = std::vector<float>(&matrix[0][0], &matrix[0][0] + 16);
    }
    const std::string text = root.dump();
    Result<Document> document = load_document(std::as_bytes(std::span(text)), "t.gltf", folder);
    ASSERT_TRUE(document) << document.error().text();
    // Two bones of one node have one channel.
    BoneMap& bones = document->humanoids.front().bones;
    bones[Bone::jaw] = bones[Bone::head];
    SaveOptions options;
    options.format = FileFormat::gltf;
    options.humanoid = HumanoidExtension::khr;
    const Result<EncodedDocument> encoded = encode_document(*document, options);
    ASSERT_TRUE(encoded) << encoded.error().text();
    const json written = json::parse(as_text(encoded->bytes));
    ASSERT_EQ(written.at("animations").size(), 1U);
    std::set<std::size_t> turned;
    for (const json& channel : written["animations"][0].at("channels")) {
        const auto target = channel.at("target").at("node").get<std::size_t>();
        EXPECT_TRUE(turned.insert(target).second) << target;
        const json& node = written["nodes"][target];
        EXPECT_FALSE(node.contains("matrix")) << node.dump();
    }
}

TEST(GltfSave, APosedVrmIsSavedAsItStands) {
    Result<Document> document = load_document(source_folder() / "tests/data/boxman.gltf");
    ASSERT_TRUE(document);
    SaveOptions options;
    options.format = FileFormat::vrm;
    options.humanoid = HumanoidExtension::vrm;
    const Result<EncodedDocument> encoded = encode_document(*document, options);
    ASSERT_TRUE(encoded);
    Result<Document> vrm = load_document(encoded->bytes, "t.vrm", {});
    ASSERT_TRUE(vrm);
    const Humanoid& humanoid = vrm->humanoids.front();
    const int arm = joint_at(humanoid, humanoid.bones[Bone::left_lower_arm]);
    ASSERT_TRUE(apply(SetJointRotation{joint_item(0, arm), axis_angle({1, 0, 0}, 0.5F)}, *vrm));
    const std::filesystem::path file = std::filesystem::path(testing::TempDir()) / "posed.vrm";
    const Result<SavedDocument> saved = save_document(*vrm, file, {});
    ASSERT_TRUE(saved) << saved.error().text();
    EXPECT_EQ(saved->kept, Kept::all);
    ASSERT_EQ(saved->notes.list().size(), 1U);
    EXPECT_EQ(saved->notes.list().front().code, "posed-at-rest");
    const Result<Document> again = load_document(file);
    ASSERT_TRUE(again);
    const int node = humanoid.bones[Bone::left_hand];
    const auto place = [node](const Document& of) {
        const Skeleton skeleton = make_skeleton(of);
        const std::vector<mat4> world = world_matrices(skeleton, file_pose(skeleton));
        return vec3(at(world, node)[3]);
    };
    EXPECT_LT(glm::distance(place(*again), place(*vrm)), 1e-5F);
    std::filesystem::remove(file);
}

TEST(GltfSave, MovedCentresLeaveMeshesInPlace) {
    test::Random random(23);
    for (const Document& original : all_figures()) {
        if (original.humanoids.empty() || original.file.find("malformed") != std::string::npos) continue;
        Document document = original;
        bool moved = false;
        for (int i = 0; i < 3; ++i) {
            const int joint = random.integer(0, static_cast<int>(document.humanoids[0].joints.size()) - 1);
            const vec3 centre = at(document.humanoids[0].joints, joint).centre + random.vector(-0.1F, 0.1F);
            moved = apply(SetJointCentre{joint_item(0, joint), centre}, document).has_value() || moved;
        }
        if (!moved) continue;
        SCOPED_TRACE(document.file);
        const Result<EncodedDocument> saved = encode_document(document, {});
        ASSERT_TRUE(saved) << saved.error().text();
        const Result<Document> back = load_document(saved->bytes, document.file, document.source->folder);
        ASSERT_TRUE(back) << back.error().text();
        test::Agreement agreement;
        agreement.humanoid_data = false;
        agreement.tolerance = 5e-5F;
        const Document expected = as_gltf_reads_it(document);
        ASSERT_EQ(back->meshes.size(), expected.meshes.size());
        const Skeleton is = make_skeleton(*back);
        const Skeleton should = make_skeleton(expected);
        const std::vector<mat4> found_world = world_matrices(is, file_pose(is));
        const std::vector<mat4> world = world_matrices(should, file_pose(should));
        for (std::size_t m = 0; m < expected.meshes.size(); ++m) {
            const auto a = skinned_positions(back->meshes[m], found_world, is.weights);
            const auto b = skinned_positions(expected.meshes[m], world, should.weights);
            ASSERT_EQ(a.size(), b.size());
            for (std::size_t v = 0; v < a.size(); ++v) {
                ASSERT_LE(glm::length(a[v] - b[v]), 5e-5F * std::max(1.0F, glm::length(b[v]))) << m;
            }
        }
    }
}

TEST(GltfSave, HanimFiguresInGltfAreEditedInPlace) {
    test::Random random(31);
    for (const char* file : {"tests/data/boxman.wrl", "assets/manikin/manikin.wrl"}) {
        const Result<Document> world = load_document(source_folder() / file);
        ASSERT_TRUE(world);
        SaveOptions options;
        options.format = FileFormat::glb;
        const Result<EncodedDocument> written = encode_document(*world, options);
        ASSERT_TRUE(written);
        const Result<Document> original = load_document(written->bytes, "figure.glb", {});
        ASSERT_TRUE(original);
        for (int round = 0; round < 5; ++round) {
            Document document = *original;
            const Humanoid& figure = document.humanoids[0];
            std::vector<Command> commands{Rename{{ItemKind::humanoid, -1, 0}, "another one"},
                                          Rename{{ItemKind::segment, 0, 1}, "a part"}};
            if (!figure.sites.empty()) commands.push_back(Rename{{ItemKind::site, 0, 0}, "a place"});
            for (int i = 0; i < 12; ++i) {
                if (const auto command = random_edit(random, document, true)) commands.push_back(*command);
            }
            for (const Command& command : commands) static_cast<void>(apply(command, document));
            const Result<EncodedDocument> saved = encode_document(document, {});
            ASSERT_TRUE(saved) << saved.error().text();
            const Result<Document> back = load_document(saved->bytes, "figure.glb", {});
            ASSERT_TRUE(back) << back.error().text();
            EXPECT_EQ(test::difference(*back, document), std::nullopt) << file << " round " << round;
            EXPECT_EQ(back->nodes.size(), document.nodes.size());
        }
    }
}

TEST(GltfSave, AJointThatStoodAtRestKeepsThatWhenItIsPosed) {
    Result<Document> figure = load_document(source_folder() / "assets/manikin/manikin.glb");
    ASSERT_TRUE(figure);
    figure->clips.resize(1);
    // What the file says is rest only where the pose is another.
    for (Node& node : figure->nodes) {
        node.rest = compose(node.rest, node.delta);
        node.delta = {};
    }
    const std::filesystem::path path = std::filesystem::path(testing::TempDir()) / "rests_as_it_stands.glb";
    ASSERT_TRUE(save_document(*figure, path));
    const Result<Document> standing = load_document(path);
    ASSERT_TRUE(standing);
    Document posed = *standing;
    for (int j = 0; j < static_cast<int>(posed.humanoids[0].joints.size()); ++j)
        ASSERT_TRUE(apply(SetJointRotation{joint_item(0, j), axis_angle(vec3(0, 0, 1), 0.3F)}, posed));
    const Result<EncodedDocument> saved = encode_document(posed, {});
    ASSERT_TRUE(saved);
    for (const Diagnostic& note : saved->notes.list()) EXPECT_NE(note.code, "left-out") << note.message;
    const Result<Document> read = load_document(saved->bytes, "posed.glb", {});
    ASSERT_TRUE(read);
    for (const Joint& joint : read->humanoids[0].joints) {
        const Node& node = at(read->nodes, joint.node);
        EXPECT_LT(angle_between(node.rest.rotation, at(standing->nodes, joint.node).rest.rotation), 1e-3F)
            << node.name;
    }
    std::filesystem::remove(path);
}

TEST(GltfSave, OtherContainersHoldTheSame) {
    for (const Document& document : all_figures()) {
        if (document.file.find("malformed") != std::string::npos || document.format == FileFormat::vrm)
            continue;
        SaveOptions options;
        options.format = document.format == FileFormat::glb ? FileFormat::gltf : FileFormat::glb;
        options.name = "other";
        const std::filesystem::path folder = std::filesystem::temp_directory_path() / "vitruvian-gltf-save";
        std::filesystem::create_directories(folder);
        const std::filesystem::path path = folder / (options.format == FileFormat::glb ? "o.glb" : "o.gltf");
        const Result<SavedDocument> saved = save_document(document, path);
        ASSERT_TRUE(saved) << saved.error().text();
        const Result<Document> back = load_document(path);
        ASSERT_TRUE(back) << document.file << ": " << back.error().text();
        EXPECT_EQ(back->format, options.format);
        EXPECT_EQ(test::difference(*back, document), std::nullopt) << document.file;
        EXPECT_EQ(back->images.size(), document.images.size());
        for (std::size_t i = 0; i < back->images.size(); ++i) {
            EXPECT_EQ(back->images[i]->encoded, document.images[i]->encoded);
        }
        std::filesystem::remove_all(folder);
    }
}

TEST(GltfSave, ClipsComeAndGo) {
    for (const Document& original : all_figures()) {
        if (original.clips.size() < 2 || original.file.find("malformed") != std::string::npos) continue;
        SCOPED_TRACE(original.file);
        Document document = original;
        auto added = std::make_shared<Clip>(*document.clips[1]);
        added->name = "a new one";
        document.clips[0] = added;
        const Result<EncodedDocument> saved = encode_document(document, {});
        ASSERT_TRUE(saved) << saved.error().text();
        const Result<Document> back = load_document(saved->bytes, document.file, document.source->folder);
        ASSERT_TRUE(back) << back.error().text();
        // A new one comes last.
        std::rotate(document.clips.begin(), document.clips.begin() + 1, document.clips.end());
        test::Agreement agreement;
        agreement.tolerance = 2e-5F;
        EXPECT_EQ(test::difference(*back, document, agreement), std::nullopt);
        EXPECT_EQ(back->clips.back()->name, "a new one");
    }
}

}  // namespace
}  // namespace vitruvian
