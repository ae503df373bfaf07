// What only a VRM file says: read from files that say it in a wrong way, too.
#include "model/formats/gltf/vrm_things.h"

#include "model/rig_diff/rig_diff.h"
#include "tests/unit/check_rigs.h"

#include <gtest/gtest.h>

#include <functional>
#include <string>
#include <vector>

namespace vitruvian::test {
namespace {

Json vrm1_springs() {
    return Json::parse(R"({"specVersion": "1.0",
        "colliders": [{"node": 1, "shape": {"capsule": {"offset": [0, 1, 0], "radius": 0.1, "tail": [0, 0, 1]}}}],
        "colliderGroups": [{"name": "group", "colliders": [0]}],
        "springs": [{"name": "spring", "center": 0, "colliderGroups": [0],
                     "joints": [{"node": 2, "stiffness": 0.5, "gravityDir": [0, -1, 0]}, {"node": 3}]}]})");
}

GltfBuilder vrm1_rig() {
    GltfBuilder rig = gltf_rig(GltfKind::vrm);
    Json& vrm = rig.json["extensions"]["VRMC_vrm"];
    vrm["meta"]["authors"] = {"A", "B"};
    vrm["lookAt"] = {{"type", "bone"}, {"rangeMapVerticalUp", {{"inputMaxValue", 90}, {"outputScale", 10}}}};
    vrm["firstPerson"] = {{"meshAnnotations", {{{"node", 1}, {"type", "auto"}}}}};
    rig.json["extensions"]["VRMC_springBone"] = vrm1_springs();
    rig.json["nodes"][4]["extensions"]["VRMC_node_constraint"] = {
        {"constraint", {{"aim", {{"source", 2}, {"aimAxis", "PositiveX"}}}}}};
    return rig;
}

std::vector<std::string> names_of(const std::vector<gltf::VrmThing>& things) {
    std::vector<std::string> out;
    for (const gltf::VrmThing& thing : things) out.push_back(thing.name.substr(0, thing.name.find(' ')));
    return out;
}

TEST(VrmThings, AreToldOfAVrmAlone) {
    EXPECT_EQ(names_of(gltf::vrm_things(load(vrm1_rig()))),
              (std::vector<std::string>{"authors", "lookAt", "firstPerson", "collider", "collider", "spring",
                                        "spring", "spring", "constraint"}));
    EXPECT_TRUE(gltf::vrm_things(load(gltf_rig(GltfKind::plain))).empty());
    EXPECT_TRUE(gltf::vrm_things(Document{}).empty());
}

/// Calls `visit` with a pointer to each value in the tree.
void each_value(const Json& value, const Json::json_pointer& at,
                const std::function<void(const Json::json_pointer&)>& visit) {
    visit(at);
    if (value.is_object()) {
        for (const auto& [key, inner] : value.items()) each_value(inner, at / key, visit);
    } else if (value.is_array()) {
        for (std::size_t i = 0; i < value.size(); ++i) each_value(value[i], at / i, visit);
    }
}

TEST(VrmThings, AnyValueMayBeWrong) {
    const GltfBuilder rig = vrm1_rig();
    const Document whole = load(rig);
    const std::vector<Json> wrong{nullptr,
                                  true,
                                  -1,
                                  1e300,
                                  4294967296,
                                  99,
                                  "x",
                                  Json::array(),
                                  Json::object(),
                                  Json::array({1, Json::array()})};
    int read = 0;
    for (const char* part :
         {"/extensions/VRMC_springBone", "/extensions/VRMC_vrm/lookAt", "/extensions/VRMC_vrm/firstPerson",
          "/extensions/VRMC_vrm/meta", "/nodes/4/extensions/VRMC_node_constraint"}) {
        const Json::json_pointer root(part);
        each_value(rig.json.at(root), root, [&](const Json::json_pointer& at) {
            for (const Json& value : wrong) {
                GltfBuilder broken = rig;
                broken.json[at] = value;
                const Result<Document> document = broken.load();
                if (!document) continue;
                ++read;
                EXPECT_TRUE(compare_rigs(*document, *document).empty()) << at.to_string() << value;
                EXPECT_NO_THROW((void)compare_rigs(whole, *document)) << at.to_string() << value;
            }
        });
    }
    EXPECT_GT(read, 300);
}

}  // namespace
}  // namespace vitruvian::test
