// What VRM's expressions do to materials: read, shown by weight, driven by clips, and kept.
#include "model/core/at.h"
#include "model/formats/save.h"
#include "model/pose/changed_materials.h"
#include "model/remap/remap.h"
#include "tests/unit/avatar_rigs.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>

namespace vitruvian {
namespace {

using test::count_of;
using test::GltfBuilder;
using test::Json;

constexpr const char* one_pixel =
    "data:image/"
    "png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAQAAAC1HAwCAAAAC0lEQVR42mNk+A8AAQUBAScY42YAAAAASUVORK5C"
    "YII=";

Json color_bind(int material, const char* type, Json target) {
    return {{"material", material}, {"type", type}, {"targetValue", std::move(target)}};
}

/// A figure whose expressions "blush" and "glow" change the toon material 0, and "stare" moves the texture of material
/// 1.
test::Avatar changing_figure() {
    test::Avatar figure = test::make_avatar(test::t_pose(), test::Kind::vrm);
    GltfBuilder& builder = figure.builder;
    builder.json["images"] = {{{"uri", one_pixel}}};
    builder.json["textures"] = {{{"source", 0}}};
    Json skin = {{"name", "skin"},
                 {"pbrMetallicRoughness", {{"baseColorFactor", {0.5, 0.25, 1, 1}}}},
                 {"emissiveFactor", {0.5, 0, 0}}};
    skin["extensions"]["VRMC_materials_mtoon"] = {{"specVersion", "1.0"},
                                                  {"shadeColorFactor", {0.5, 0.5, 0.5}}};
    skin["extensions"]["KHR_materials_emissive_strength"] = {{"emissiveStrength", 4}};
    Json texture = {{"index", 0}};
    texture["extensions"]["KHR_texture_transform"] = {{"scale", {2, 4}}, {"offset", {0.5, 0.25}}};
    builder.json["materials"] = {
        skin, {{"name", "eyes"}, {"pbrMetallicRoughness", {{"baseColorTexture", texture}}}}};
    const Json blush = {
        {"materialColorBinds",
         {color_bind(0, "color", {1, 0.25, 1, 0.5}), color_bind(0, "shadeColor", {1, 0, 0.5, 1})}}};
    const Json glow = {
        {"isBinary", true},
        {"materialColorBinds",
         {color_bind(0, "color", {0.5, 0.5, 0, 1}), color_bind(0, "emissionColor", {0, 0.5, 0, 1})}}};
    const Json stare = {
        {"textureTransformBinds", {{{"material", 1}, {"scale", {1, 1}}, {"offset", {0, 0.75}}}}}};
    builder.json["extensions"]["VRMC_vrm"]["expressions"]["custom"] = {
        {"blush", blush}, {"glow", glow}, {"stare", stare}};
    return figure;
}

/// The displacer that stands for what the expression does to materials.
int carrier(const Document& document, const std::string& name) {
    const auto found = std::ranges::find_if(document.displacers, [&name](const Displacer& displacer) {
        return displacer.name == name && !displacer.changes.empty();
    });
    return found == document.displacers.end() ? -1 : static_cast<int>(found - document.displacers.begin());
}

std::vector<Material> with_weights(const Document& document,
                                   std::vector<std::pair<std::string, float>> shown) {
    std::vector<float> weights(document.displacers.size(), 0.0F);
    for (const auto& [name, weight] : shown)
        weights.at(static_cast<std::size_t>(carrier(document, name))) = weight;
    return changed_materials(document, weights);
}

TEST(MaterialChanges, ShowInProportionAndAddUp) {
    const Document document = changing_figure().load();
    ASSERT_EQ(document.displacers.size(), 3U);
    EXPECT_TRUE(std::ranges::none_of(document.displacers, is_in_file));
    EXPECT_EQ(with_weights(document, {}), document.materials);
    const std::vector<Material> half = with_weights(document, {{"blush", 0.5F}, {"stare", 0.5F}});
    EXPECT_EQ(half[0].base_color, vec4(0.75F, 0.25F, 1.0F, 0.75F));
    EXPECT_EQ(half[0].toon->shade_color, vec3(0.75F, 0.25F, 0.5F));
    EXPECT_EQ(half[1].base_color_texture.scale, vec2(1.5F, 2.5F));
    EXPECT_EQ(half[1].base_color_texture.offset, vec2(0.25F, 0.5F));
    const std::vector<Material> both = with_weights(document, {{"blush", 1.0F}, {"glow", 1.0F}});
    EXPECT_EQ(both[0].base_color, vec4(1.0F, 0.5F, 0.0F, 0.5F));
    EXPECT_EQ(both[0].emissive, vec3(0.0F, 2.0F, 0.0F));  // as strong as the material's own
    EXPECT_EQ(both[1], document.materials[1]);
}

TEST(MaterialChanges, FollowTheWeightsOfClips) {
    const Document figure = changing_figure().load();
    GltfBuilder clip;
    clip.push("nodes", {{"name", "hips"}, {"translation", {0, 1, 0}}});
    clip.push("nodes", {{"name", "blush"}});
    clip.push("nodes", {{"name", "glow"}});
    const int times = clip.floats({0, 1}, "SCALAR", 1);
    const int rise = clip.vec3s({0, 0, 0, 1, 0, 0});
    const auto channel = [](int node) {
        return Json{{"sampler", 0}, {"target", {{"node", node}, {"path", "translation"}}}};
    };
    clip.push("animations", {{"samplers", {{{"input", times}, {"output", rise}}}},
                             {"channels", Json::array({channel(1), channel(2)})}});
    clip.json["extensions"]["VRMC_vrm_animation"] = {
        {"specVersion", "1.0"},
        {"humanoid", {{"humanBones", {{"hips", {{"node", 0}}}}}}},
        {"expressions", {{"custom", {{"blush", {{"node", 1}}}, {"glow", {{"node", 2}}}}}}}};
    const Document clips = load(clip);
    Result<RemapPlan> plan = RemapPlan::make({clips.clips.at(0), &clips, -1}, figure, 0);
    ASSERT_TRUE(plan) << plan.error().text();
    const Clip baked = plan->bake();
    const auto weight = [&](const char* name, double seconds) {
        const auto found = std::ranges::find(baked.channels, carrier(figure, name), &Channel::displacer);
        return found == baked.channels.end() ? -1.0F : sample_channel(*found, seconds).x;
    };
    EXPECT_NEAR(weight("blush", 0.25), 0.25F, 1e-6F);
    EXPECT_EQ(weight("glow", 0.25), 0.0F);  // binary
    EXPECT_EQ(weight("glow", 0.75), 1.0F);
}

TEST(MaterialChanges, StayInTheFileAndTheirWeightsAreSaidToBeLost) {
    Document document = changing_figure().load();
    at(document.displacers, carrier(document, "blush")).weight = 0.5F;
    SaveOptions options;
    options.format = FileFormat::vrm;
    options.anew = true;
    const Result<EncodedDocument> out = encode_document(document, options);
    ASSERT_TRUE(out) << out.error().text();
    EXPECT_GT(count_of(out->notes, "left-out"), 0);
    const Result<Document> again = load_document(out->bytes, "again.vrm", {});
    ASSERT_TRUE(again) << again.error().text();
    ASSERT_EQ(again->displacers.size(), document.displacers.size());
    for (const Displacer& displacer : document.displacers) {
        const int found = carrier(*again, displacer.name);
        ASSERT_GE(found, 0) << displacer.name;
        EXPECT_EQ(at(again->displacers, found).changes, displacer.changes) << displacer.name;
    }
}

TEST(MaterialChanges, OfAnotherKindDoNoHarm) {
    test::Avatar figure = changing_figure();
    Json& root = figure.builder.json;
    root["extensions"]["VRMC_vrm"]["expressions"]["custom"]["blush"] = {
        {"materialColorBinds",
         {color_bind(7, "color", {1, 1, 1, 1}), color_bind(0, "colour", {1, 1, 1, 1}),
          color_bind(0, "color", {1, 1, 1}), color_bind(0, "color", {1e300, 1, 1, 1}), 3}},
        {"textureTransformBinds", {{{"material", -1}}, {{"material", 1}, {"scale", "big"}}}}};
    root["extensions"]["VRMC_vrm"]["expressions"]["custom"]["glow"] = {{"materialColorBinds", 5}};
    const Document document = figure.load();
    EXPECT_EQ(count_of(document, "vrm-expression-material"), 1);
    EXPECT_EQ(carrier(document, "glow"), -1);
    ASSERT_GE(carrier(document, "blush"), 0);
    EXPECT_EQ(at(document.displacers, carrier(document, "blush")).changes.size(), 1U);
}

}  // namespace
}  // namespace vitruvian
