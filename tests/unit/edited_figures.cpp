#include "tests/unit/edited_figures.h"

#include "model/core/at.h"
#include "model/formats/load.h"
#include "tests/folders.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>

namespace vitruvian::test {

Document figure(const std::string& path) {
    static std::map<std::string, Document> read;
    if (!read.contains(path)) {
        auto document = load_document(source_folder() / path);
        EXPECT_TRUE(document) << path << (document ? "" : document.error().text());
        read[path] = document ? std::move(*document) : Document{};
        for (Node& node : read[path].nodes) {
            if (node.kind == NodeKind::joint) node.delta = {};
        }
    }
    return read[path];
}

std::vector<mat4> posed(const Document& document, int clip, double seconds) {
    const Skeleton skeleton = make_skeleton(document);
    Pose pose = file_pose(skeleton);
    if (clip >= 0) sample(*at(document.clips, clip), seconds, skeleton, pose);
    return world_matrices(skeleton, pose);
}

std::vector<std::vector<vec3>> shapes(const Document& document, const std::vector<mat4>& world) {
    std::vector<std::vector<vec3>> out;
    const std::vector<float> weights(document.displacers.size(), 0.0F);
    for (const MeshInstance& mesh : document.meshes) out.push_back(skinned_positions(mesh, world, weights));
    return out;
}

float moved(const std::vector<std::vector<vec3>>& a, const std::vector<std::vector<vec3>>& b, float factor) {
    float out = a.size() == b.size() ? 0.0F : 1e9F;
    for (std::size_t m = 0; m < std::min(a.size(), b.size()); ++m) {
        for (std::size_t v = 0; v < a[m].size(); ++v)
            out = std::max(out, glm::length(factor * a[m][v] - b[m][v]));
    }
    return out;
}

vec3 place_of(const Document& document, const std::vector<mat4>& world, const std::string& name) {
    for (std::size_t n = 0; n < document.nodes.size(); ++n) {
        if (document.nodes[n].name == name) return vec3(world[n][3]);
    }
    ADD_FAILURE() << "there is no " << name;
    return vec3(0.0F);
}

Item joint_called(const Document& document, const std::string& name) {
    const auto found = find_joints(document, name);
    EXPECT_EQ(found.size(), 1U) << name;
    return found.empty() ? joint_item(0, 0) : found.front();
}

void bend(Document& document) {
    for (const auto& [bone, axis] : std::map<std::string, vec3>{{"leftUpperArm", {0.3F, 0.2F, 1.0F}},
                                                                {"leftLowerArm", {-1.0F, 0.1F, 0.0F}},
                                                                {"rightUpperLeg", {-1.0F, 0.0F, 0.2F}},
                                                                {"head", {0.0F, 1.0F, 0.3F}}}) {
        ASSERT_TRUE(apply(SetJointRotation{joint_called(document, bone), axis_angle(axis, 0.7F)}, document));
    }
}

void apply_well(const Command& command, Document& document) {
    const Result<void> done = apply(command, document);
    ASSERT_TRUE(done) << title_of(command, document) << ": " << done.error().message;
    ASSERT_EQ(expect_valid(document), std::nullopt);
}

}  // namespace vitruvian::test
