// Compares all checks on a rig of 100 joints and 20,000 vertices with 10 clips of 2 s with linear blend
// skinning of every frame of these clips by the project's own batch code.
#include "model/check/run.h"
#include "model/core/at.h"
#include "model/pose/pose_batch.h"
#include "model/pose/skinning.h"

#include <benchmark/benchmark.h>
#include <fmt/format.h>
#include <glm/gtc/matrix_transform.hpp>

#include <chrono>
#include <memory>
#include <random>

namespace {

using namespace vitruvian;

constexpr int joint_count = 100;
constexpr int vertex_count = 20'000;
constexpr int clip_count = 10;
constexpr int frames_of_a_clip = 120;  // 2 s at 60 Hz

float unit_real(std::mt19937& bits) {
    return static_cast<float>(bits() >> 8U) * (1.0F / 16777216.0F);
}

class Rig {
  public:
    Rig() {
        add_body();
        add_mesh();
        for (int c = 0; c < clip_count; ++c) add_clip(c);
    }
    Document document;

  private:
    int add_joint(Bone bone, int parent, const vec3& place) {
        const int node = add_joint(std::string(to_string(bone)), parent, place);
        document.humanoids[0].bones[bone] = node;
        return node;
    }
    int add_joint(std::string name, int parent, const vec3& place) {
        Node node;
        node.name = std::move(name);
        node.parent = parent;
        node.kind = NodeKind::joint;
        node.rest.translation = parent < 0 ? place : place - at(places_, parent);
        node.source_index = static_cast<int>(document.nodes.size());
        document.nodes.push_back(node);
        places_.push_back(place);
        Joint joint;
        joint.node = node.source_index;
        joint.centre = place;
        joint.lower_limit = vec3(-1.0F);
        joint.upper_limit = vec3(1.0F);
        document.humanoids[0].joints.push_back(joint);
        return joint.node;
    }

    void add_body() {
        document.format = FileFormat::glb;
        document.file = "bench.glb";
        Humanoid& humanoid = document.humanoids.emplace_back();
        humanoid.name = "figure";
        const int hips = add_joint(Bone::hips, -1, {0, 1, 0});
        const int spine = add_joint(Bone::spine, hips, {0, 1.1F, 0});
        const int chest = add_joint(Bone::chest, spine, {0, 1.25F, 0});
        const int neck = add_joint(Bone::neck, chest, {0, 1.5F, 0});
        add_joint(Bone::head, neck, {0, 1.6F, 0});
        for (const bool left : {true, false}) {
            const float x = left ? 1.0F : -1.0F;
            const auto side = [&](Bone a, Bone b) { return left ? a : b; };
            const int upper_arm =
                add_joint(side(Bone::left_upper_arm, Bone::right_upper_arm), chest, {x * 0.2F, 1.45F, 0});
            const int lower_arm = add_joint(side(Bone::left_lower_arm, Bone::right_lower_arm), upper_arm,
                                            {x * 0.48F, 1.45F, 0});
            add_joint(side(Bone::left_hand, Bone::right_hand), lower_arm, {x * 0.73F, 1.45F, 0});
            const int upper_leg =
                add_joint(side(Bone::left_upper_leg, Bone::right_upper_leg), hips, {x * 0.1F, 0.95F, 0});
            const int lower_leg =
                add_joint(side(Bone::left_lower_leg, Bone::right_lower_leg), upper_leg, {x * 0.1F, 0.5F, 0});
            const int foot =
                add_joint(side(Bone::left_foot, Bone::right_foot), lower_leg, {x * 0.1F, 0.08F, 0});
            add_joint(side(Bone::left_toes, Bone::right_toes), foot, {x * 0.1F, 0.03F, 0.12F});
        }
        // Fingers, hair and helpers, on hands and head.
        for (int i = static_cast<int>(document.nodes.size()); i < joint_count; ++i) {
            const int parent = i - 3;
            add_joint(fmt::format("helper{}", i), parent, at(places_, parent) + vec3(0.01F));
        }
    }

    void add_mesh() {
        auto mesh = std::make_shared<Mesh>();
        auto skin = std::make_shared<Skin>();
        for (int j = 0; j < joint_count; ++j) {
            skin->nodes.push_back(j);
            skin->inverse_bind.push_back(glm::translate(mat4(1.0F), -at(places_, j)));
        }
        mesh->influence_begin.push_back(0);
        for (int v = 0; v < vertex_count; ++v) {
            const int joint = v % joint_count;
            mesh->positions.push_back(at(places_, joint) +
                                      0.05F * vec3(unit_real(bits_), unit_real(bits_), unit_real(bits_)));
            mesh->normals.emplace_back(0.0F, 0.0F, 1.0F);
            for (int k = 0; k < 4; ++k) {
                const int other = k == 0 ? joint : std::max(at(document.nodes, joint).parent, 0);
                mesh->influence_joint.push_back(
                    static_cast<std::uint32_t>(k < 2 ? other : (joint + k) % joint_count));
                mesh->influence_weight.push_back(k == 0 ? 0.7F : 0.1F);
            }
            mesh->influence_begin.push_back(static_cast<std::uint32_t>(mesh->influence_joint.size()));
        }
        for (int v = 0; v + 2 < vertex_count; ++v) {
            for (int corner = 0; corner < 3; ++corner)
                mesh->indices.push_back(static_cast<std::uint32_t>(v + corner));
        }
        MeshInstance instance;
        instance.name = "skin";
        instance.mesh = std::move(mesh);
        instance.skin = std::move(skin);
        instance.humanoid = 0;
        instance.node = 0;
        document.meshes.push_back(std::move(instance));
    }

    void add_clip(int number) {
        auto clip = std::make_shared<Clip>();
        clip->name = fmt::format("clip{}", number);
        clip->duration = 2.0;
        for (int j = 0; j < joint_count; ++j) {
            Channel& channel = clip->channels.emplace_back();
            channel.node = j;
            const vec3 axis(unit_real(bits_) - 0.5F, unit_real(bits_) - 0.5F, unit_real(bits_) + 0.1F);
            for (int k = 0; k <= 60; ++k) {
                channel.times.push_back(static_cast<float>(k) / 30.0F);
                const quat q = axis_angle(axis, 0.5F * std::sin(0.1F * static_cast<float>(k * (number + 1))));
                channel.values.insert(channel.values.end(), {q.x, q.y, q.z, q.w});
            }
        }
        document.clips.push_back(std::move(clip));
    }

    std::mt19937 bits_{1};
    std::vector<vec3> places_;
};

const Rig& rig() {
    static const Rig instance;
    return instance;
}

void skin_every_frame(const Document& document) {
    const Skeleton skeleton = make_skeleton(document);
    const Pose base = file_pose(skeleton);
    std::vector<double> times;
    for (int f = 0; f < frames_of_a_clip; ++f) times.push_back(f / 60.0);
    WorldBatch batch;
    std::vector<mat4> world(skeleton.size());
    std::vector<vec3> out(document.meshes[0].mesh->positions.size());
    for (const auto& clip : document.clips) {
        BatchPlayer(*clip, skeleton, base).world_matrices(times, batch);
        for (std::size_t f = 0; f < times.size(); ++f) {
            batch.copy(f, world);
            skin_positions(document.meshes[0], world, base.weights, out, 1);
            benchmark::DoNotOptimize(out.data());
        }
    }
}

void AllChecks(benchmark::State& state) {
    const Document& document = rig().document;
    for (auto _ : state) benchmark::DoNotOptimize(check::run_checks(document));
}
BENCHMARK(AllChecks)->Unit(benchmark::kMillisecond);

/// Measures both alternately, so that a busy machine slows them equally. The target is at most 4.
void AllChecksRatioToSkinning(benchmark::State& state) {
    using Clock = std::chrono::steady_clock;
    const Document& document = rig().document;
    std::chrono::duration<double> checks{};
    std::chrono::duration<double> skinning{};
    for (auto _ : state) {
        const auto start = Clock::now();
        benchmark::DoNotOptimize(check::run_checks(document));
        const auto between = Clock::now();
        skin_every_frame(document);
        checks += between - start;
        skinning += Clock::now() - between;
    }
    state.counters["checks/skinning"] = checks / skinning;
}
BENCHMARK(AllChecksRatioToSkinning)->Unit(benchmark::kMillisecond);

}  // namespace
