// The checks of counts and sizes, each with cases just inside and just outside the threshold.
#include "model/io/png.h"
#include "tests/unit/clip_rig.h"
#include "tests/unit/gltf_builder.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

namespace vitruvian::test {
namespace {

using check::Finding;
using check::Level;
using testing::IsEmpty;
using testing::SizeIs;

/// The rig with one more mesh of that many triangles.
Document with_triangles(std::size_t count) {
    ClipRig rig;
    auto mesh = std::make_shared<Mesh>();
    mesh->positions = {vec3(0.0F), vec3(1.0F, 0.0F, 0.0F), vec3(0.0F, 1.0F, 0.0F)};
    for (std::size_t t = 0; t < count; ++t) mesh->indices.insert(mesh->indices.end(), {0U, 1U, 2U});
    MeshInstance instance = rig.document.meshes[0];
    instance.mesh = std::move(mesh);
    rig.document.meshes.push_back(std::move(instance));
    return rig.document;
}

std::size_t triangles_of_rig() {
    std::size_t out = 0;
    for (const MeshInstance& instance : ClipRig().document.meshes) out += instance.mesh->indices.size() / 3;
    return out;
}

TEST(BudgetChecks, Triangles) {
    for (const auto& [profile, most] : {std::pair<std::string, std::size_t>{"vrchat-mobile", 20'000},
                                        {"roblox", 10'742},
                                        {"vrchat-pc", 70'000}}) {
        EXPECT_THAT(findings_of(with_triangles(most - triangles_of_rig()), "BU01", profile), IsEmpty());
        const std::vector<Finding> found =
            findings_of(with_triangles(most - triangles_of_rig() + 1), "BU01", profile);
        ASSERT_THAT(found, SizeIs(1));
        EXPECT_EQ(found[0].level, Level::warning);
        EXPECT_EQ(found[0].object.name, "figure");
        EXPECT_EQ(found[0].threshold, static_cast<double>(most));
    }
    EXPECT_THAT(findings_of(with_triangles(100'000), "BU01", "vrm"), IsEmpty());
}

/// A mesh skinned to that many separate nodes.
Document with_joints(int count) {
    ClipRig rig;
    auto skin = std::make_shared<Skin>();
    for (int j = 0; j < count; ++j) {
        skin->nodes.push_back(static_cast<int>(rig.document.nodes.size()));
        skin->inverse_bind.emplace_back(1.0F);
        Node node;
        node.parent = 0;
        rig.document.nodes.push_back(node);
    }
    auto mesh = std::make_shared<Mesh>(*rig.document.meshes[0].mesh);
    mesh->influence_begin.assign(mesh->positions.size() + 1, 0);
    MeshInstance instance = rig.document.meshes[0];
    instance.mesh = std::move(mesh);
    instance.skin = std::move(skin);
    rig.document.meshes.push_back(std::move(instance));
    return rig.document;
}

TEST(BudgetChecks, Bones) {
    EXPECT_THAT(findings_of(with_joints(150), "BU02", "vrchat-mobile"), IsEmpty());
    EXPECT_THAT(findings_of(with_joints(151), "BU02", "vrchat-mobile"), SizeIs(1));
    EXPECT_THAT(findings_of(with_joints(400), "BU02", "vrchat-pc"), IsEmpty());
    EXPECT_THAT(findings_of(with_joints(401), "BU02", "vrchat-pc"), SizeIs(1));
}

TEST(BudgetChecks, SkinnedMeshesAndMaterials) {
    Document document = with_joints(3);
    const MeshInstance skinned = document.meshes.back();
    document.meshes = {skinned, skinned};
    document.meshes[1].node = 2;
    EXPECT_THAT(findings_of(document, "BU03", "vrchat-mobile"), IsEmpty());
    document.meshes.push_back(skinned);
    EXPECT_THAT(findings_of(document, "BU03", "vrchat-mobile"), IsEmpty()) << "of the same node";
    document.meshes.push_back(skinned);
    EXPECT_THAT(findings_of(document, "BU04", "vrchat-mobile"), IsEmpty());
    document.meshes[3].node = 3;
    EXPECT_THAT(findings_of(document, "BU03", "vrchat-mobile"), SizeIs(1));
    document.meshes.push_back(skinned);
    EXPECT_THAT(findings_of(document, "BU04", "vrchat-mobile"), SizeIs(1));
}

std::shared_ptr<const ImageSource> picture(int width, int height) {
    auto out = std::make_shared<ImageSource>();
    out->name = "skin.png";
    out->mime_type = "image/png";
    Image image{width, height, {}};
    image.rgba.assign(static_cast<std::size_t>(width) * static_cast<std::size_t>(height) * 4, 255);
    // Images of one size must be distinguished.
    static std::uint8_t number = 0;
    image.rgba[0] = ++number;
    out->encoded = encode_png(image);
    return out;
}

TEST(BudgetChecks, TextureMemory) {
    // 7 x 1024 x 1024 x 4 x 4/3 bytes are 39.1 MB, and 10 MB more than 40 with two more.
    ClipRig rig;
    for (int i = 0; i < 7; ++i) rig.document.images.push_back(picture(1024, 1024));
    EXPECT_THAT(findings_of(rig.document, "BU05", "vrchat-mobile"), IsEmpty());
    rig.document.images.push_back(rig.document.images[0]);
    EXPECT_THAT(findings_of(rig.document, "BU05", "vrchat-mobile"), IsEmpty()) << "the same picture again";
    rig.document.images.push_back(picture(1024, 256));
    const std::vector<Finding> found = findings_of(rig.document, "BU05", "vrchat-mobile");
    ASSERT_THAT(found, SizeIs(1));
    EXPECT_NEAR(*found[0].value, 40.54, 0.01);
}

TEST(BudgetChecks, Bounds) {
    const auto tall = [](float height) {
        ClipRig rig;
        auto mesh = std::make_shared<Mesh>(*rig.document.meshes[0].mesh);
        mesh->positions.emplace_back(0.0F, height, 0.0F);
        rig.document.meshes[0].mesh = std::move(mesh);
        return rig.document;
    };
    EXPECT_THAT(findings_of(tall(5.99F), "BU06", "vrchat-pc"), IsEmpty());
    const std::vector<Finding> found = findings_of(tall(6.01F), "BU06", "vrchat-pc");
    ASSERT_THAT(found, SizeIs(1));
    EXPECT_EQ(found[0].threshold, 6.0);
}

TEST(BudgetChecks, TextureSize) {
    const auto check = [](int width, int height) {
        ClipRig rig;
        rig.document.images = {picture(width, height)};
        return findings_of(rig.document, "BU07");
    };
    EXPECT_THAT(check(2048, 4), IsEmpty());
    EXPECT_EQ(check(2048, 6).at(0).level, Level::info);
    EXPECT_EQ(check(2049, 4).at(0).level, Level::warning);
    EXPECT_EQ(check(4096, 4).at(0).level, Level::warning);
    EXPECT_EQ(check(4097, 4).at(0).level, Level::error);
    EXPECT_EQ(check(4097, 4).at(0).threshold, 4096.0);
    EXPECT_EQ(check(4097, 4).at(0).object.name, "skin.png");
}

TEST(BudgetChecks, MissingAndBrokenPictures) {
    GltfBuilder file;
    file.json["nodes"] = Json::array({{{"name", "a"}}});
    file.json["materials"] =
        Json::array({{{"pbrMetallicRoughness", {{"baseColorTexture", {{"index", 0}}}}}}});
    file.json["textures"] = Json::array({{{"source", 0}}});
    const std::vector<std::byte> png = picture(2, 2)->encoded;
    file.json["images"] = Json::array({{{"bufferView", file.view(png)}, {"mimeType", "image/png"}}});
    EXPECT_THAT(findings_of(load(file), "BU08"), IsEmpty());
    GltfBuilder gone = file;
    gone.json["images"][0] = {{"uri", "gone.png"}};
    const std::vector<Finding> found = findings_of(load(gone), "BU08");
    ASSERT_THAT(found, SizeIs(1));
    EXPECT_EQ(found[0].level, Level::error);
    EXPECT_EQ(found[0].object.name, "gone.png");
    gone.json["images"][0] = {{"uri", "/gone.png"}};
    EXPECT_EQ(findings_of(load(gone), "BU08").at(0).level, Level::error);
    GltfBuilder broken = file;
    broken.json["images"][0]["bufferView"] = broken.view(std::vector<std::byte>(64));
    EXPECT_THAT(findings_of(load(broken), "BU08"), SizeIs(1));
}

/// A separate triangle mesh with these indices.
Document with_mesh(std::vector<vec3> positions, std::vector<std::uint32_t> indices,
                   std::vector<vec3> normals = {}) {
    ClipRig rig;
    auto mesh = std::make_shared<Mesh>();
    mesh->positions = std::move(positions);
    mesh->indices = std::move(indices);
    mesh->normals = std::move(normals);
    rig.document.meshes[0].mesh = std::move(mesh);
    rig.document.meshes.resize(1);
    return rig.document;
}

TEST(BudgetChecks, DegenerateTriangles) {
    const vec3 x(1e-6F, 0.0F, 0.0F);
    const vec3 y(0.0F, 1e-6F, 0.0F);
    // Half of 2 x 1 square micrometres is just sufficient; half of 1.9 x 1 is not.
    EXPECT_THAT(findings_of(with_mesh({vec3(0.0F), 2.01F * x, y}, {0, 1, 2}), "BU09"), IsEmpty());
    EXPECT_THAT(findings_of(with_mesh({vec3(0.0F), 1.9F * x, y}, {0, 1, 2}), "BU09"), SizeIs(1));
    EXPECT_THAT(findings_of(with_mesh({vec3(0.0F), vec3(1.0F), y}, {0, 1, 1}), "BU09"), SizeIs(1));
}

TEST(BudgetChecks, NormalsAgainstTheWinding) {
    const auto check = [](int against) {
        std::vector<vec3> positions;
        std::vector<vec3> normals;
        std::vector<std::uint32_t> indices;
        for (int t = 0; t < 200; ++t) {
            for (const vec3& corner : {vec3(0.0F), vec3(1.0F, 0.0F, 0.0F), vec3(0.0F, 1.0F, 0.0F)}) {
                indices.push_back(static_cast<std::uint32_t>(positions.size()));
                positions.push_back(corner);
                normals.emplace_back(0.0F, 0.0F, t < against ? -1.0F : 1.0F);
            }
        }
        return findings_of(with_mesh(positions, indices, normals), "BU10");
    };
    EXPECT_THAT(check(2), IsEmpty());
    EXPECT_THAT(check(3), SizeIs(1));
}

TEST(BudgetChecks, NormalsThatAreNotUnit) {
    const auto check = [](float length) {
        GltfBuilder file;
        const int positions = file.vec3s({0, 0, 0, 1, 0, 0, 0, 1, 0});
        const int normals = file.vec3s({0, 0, 1, 0, 0, length, 0, 0, 1});
        file.mesh_node({{"attributes", {{"POSITION", positions}, {"NORMAL", normals}}}});
        return findings_of(load(file), "BU10");
    };
    EXPECT_THAT(check(1.0067F), IsEmpty());
    EXPECT_THAT(check(0.9933F), IsEmpty());
    ASSERT_THAT(check(1.0068F), SizeIs(1));
    EXPECT_EQ(check(1.0068F)[0].level, Level::error);
    EXPECT_EQ(check(0.9932F)[0].where.pointer, "/meshes/0/primitives/0/attributes/NORMAL");
    EXPECT_EQ(check(0.0F)[0].object.name, "mesh");
}

TEST(BudgetChecks, OpenMeshes) {
    // The rig's boxes only share corners across edges by position.
    EXPECT_THAT(findings_of(ClipRig().document, "BU11", "roblox"), IsEmpty());
    const std::vector<Finding> found = findings_of(
        with_mesh({vec3(0.0F), vec3(1.0F, 0.0F, 0.0F), vec3(0.0F, 1.0F, 0.0F)}, {0, 1, 2}), "BU11", "roblox");
    ASSERT_THAT(found, SizeIs(1));
    EXPECT_EQ(found[0].value, 3.0);
    EXPECT_THAT(findings_of(with_mesh({vec3(0.0F), vec3(1.0F), vec3(0.0F, 1.0F, 0.0F)}, {0, 1, 2}), "BU11"),
                IsEmpty());
}

TEST(BudgetChecks, UnusedObjects) {
    GltfBuilder file;
    file.mesh_node({{"attributes", {{"POSITION", file.vec3s({0, 0, 0, 1, 0, 0, 0, 1, 0})}}}});
    file.json["scenes"] = Json::array({{{"nodes", {0}}}});
    EXPECT_THAT(findings_of(load(file), "BU12"), IsEmpty());
    file.json["materials"] = Json::array({{{"name", "spare"}}});
    const std::vector<Finding> found = findings_of(load(file), "BU12");
    ASSERT_THAT(found, SizeIs(1));
    EXPECT_EQ(found[0].where.pointer, "/materials/0");
    EXPECT_EQ(found[0].value, 1.0);
}

TEST(BudgetChecks, AFileIsCalledByItsNameWhereverItLies) {
    GltfBuilder file;
    file.mesh_node({{"attributes", {{"POSITION", file.vec3s({0, 0, 0, 1, 0, 0, 0, 1, 0})}}}});
    file.json["scenes"] = Json::array({{{"nodes", {0}}}});
    file.json["materials"] = Json::array({{{"name", "spare"}}});
    Document document = load(file);
    document.file = "some/folder/figure.glb";
    const std::vector<Finding> found = findings_of(document, "BU12");
    ASSERT_THAT(found, SizeIs(1));
    EXPECT_EQ(found[0].object.name, "figure.glb") << "what is ignored of it is stored by that name";
}

TEST(BudgetChecks, CagesAreReportedAsUnknown) {
    const auto roblox = check::built_in_profile("roblox");
    check::RunOptions options;
    options.only = {"BU13"};
    const check::Outcome outcome = check::run_checks(ClipRig().document, &*roblox, options);
    EXPECT_THAT(outcome.findings, IsEmpty());
    EXPECT_THAT(outcome.skipped, SizeIs(1));
}

}  // namespace
}  // namespace vitruvian::test
