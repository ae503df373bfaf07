// Measures playing a clip of one rig on another: compares sampling, remapping and forward kinematics for one
// character with the simplest glm code that does the same: arrays of quaternions, glm::slerp, the remapping
// formula as specified, and mat4 products.
#include "model/core/at.h"
#include "model/figure/bone_frames.h"
#include "model/remap/remap.h"

#include <benchmark/benchmark.h>
#include <glm/gtc/matrix_transform.hpp>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <memory>
#include <random>
#include <string>

namespace {

using namespace vitruvian;

constexpr int key_count = 60;

float unit_real(std::mt19937& bits) {
    return static_cast<float>(bits() >> 8U) * (1.0F / 16777216.0F);
}

quat random_rotation(std::mt19937& bits, float most) {
    const vec3 axis(unit_real(bits) - 0.5F, unit_real(bits) - 0.5F, unit_real(bits) + 0.1F);
    return axis_angle(axis, unit_real(bits) * most);
}

/// A figure of all 55 bones, each with axes of its own.
Document make_rig(std::mt19937& bits) {
    Document out;
    Humanoid humanoid;
    std::vector<quat> axes;
    for (std::size_t i = 0; i < bone_count; ++i) {
        const auto bone = static_cast<Bone>(i);
        const std::optional<Bone> parent = parent_of(bone);
        Node node;
        node.name = std::string(to_string(bone));
        node.parent = parent ? static_cast<int>(*parent) : -1;
        node.kind = NodeKind::joint;
        axes.push_back(random_rotation(bits, 3.0F));
        const quat above = parent ? at(axes, *parent) : identity_quat;
        node.rest.rotation = glm::conjugate(above) * axes.back();
        const quat along = t_pose_frame(bone);
        node.rest.translation =
            glm::conjugate(above) * (along * vec3(0.01F, bone == Bone::hips ? 1.0F : 0.1F, 0.02F));
        out.nodes.push_back(node);
        humanoid.bones[bone] = static_cast<int>(i);
    }
    out.humanoids.push_back(humanoid);
    return out;
}

struct Workload {
    Document source;
    Document target;
    std::shared_ptr<const Clip> clip;
    Skeleton skeleton;
    // The same data as plain arrays.
    std::vector<float> times;
    std::vector<std::vector<quat>> keys;
    std::vector<quat> source_rest;
    std::vector<quat> source_axes;
    std::vector<quat> target_rest;
    std::vector<quat> target_axes;

    Workload() {
        std::mt19937 bits(1);
        source = make_rig(bits);
        target = make_rig(bits);
        skeleton = make_skeleton(target);
        for (int k = 0; k < key_count; ++k) times.push_back(static_cast<float>(k) / 30.0F);
        auto made = std::make_shared<Clip>();
        const auto world_axes = [](const Document& document) {
            const Skeleton rig = make_skeleton(document);
            std::vector<quat> out;
            for (const mat4& m : world_matrices(rig, rest_pose(rig))) out.push_back(glm::quat_cast(mat3(m)));
            return out;
        };
        source_axes = world_axes(source);
        target_axes = world_axes(target);
        for (std::size_t i = 0; i < bone_count; ++i) {
            source_rest.push_back(source.nodes[i].rest.rotation);
            target_rest.push_back(target.nodes[i].rest.rotation);
            Channel channel;
            channel.node = static_cast<int>(i);
            channel.times = times;
            keys.emplace_back();
            for (int k = 0; k < key_count; ++k) {
                const quat q = source_rest.back() * random_rotation(bits, 1.0F);
                keys.back().push_back(q);
                channel.values.insert(channel.values.end(), {q.x, q.y, q.z, q.w});
            }
            made->channels.push_back(std::move(channel));
        }
        made->duration = static_cast<double>(times.back());
        clip = made;
    }
};

const Workload& workload() {
    static const Workload instance;
    return instance;
}

/// A straightforward implementation.
void plain_glm(const Workload& work, float seconds, std::vector<mat4>& world) {
    const auto after = std::upper_bound(work.times.begin(), work.times.end(), seconds);
    const auto next = std::min(static_cast<std::size_t>(after - work.times.begin()), work.times.size() - 1);
    const std::size_t key = next == 0 ? 0 : next - 1;
    const float span = work.times[next] - work.times[key];
    const float u = span > 0.0F ? (seconds - work.times[key]) / span : 0.0F;
    for (std::size_t j = 0; j < work.keys.size(); ++j) {
        const quat q = glm::slerp(work.keys[j][key], work.keys[j][next], u);
        const quat relative = glm::conjugate(work.source_rest[j]) * q;
        const quat turn = work.source_axes[j] * relative * glm::conjugate(work.source_axes[j]);
        const quat rotation =
            work.target_rest[j] * (glm::conjugate(work.target_axes[j]) * turn * work.target_axes[j]);
        const Transform& rest = work.skeleton.rest[j];
        const mat4 local = glm::translate(mat4(1.0F), rest.translation) * glm::mat4_cast(rotation) *
                           glm::scale(mat4(1.0F), rest.scale);
        const int parent = work.skeleton.parent[j];
        world[j] = parent < 0 ? local : at(world, parent) * local;
    }
}

double next_time(double seconds, double duration) {
    return seconds + 0.011 > duration ? 0.0 : seconds + 0.011;
}

/// Measures both alternately in the same loop, so that a busy machine slows them equally; the counter is ours
/// / plain glm.
void RemapRatioToPlainGlm(benchmark::State& state) {
    using Clock = std::chrono::steady_clock;
    const Workload& work = workload();
    const auto plan = RemapPlan::make({work.clip, &work.source, 0}, work.target, 0,
                                      {RemapMode::world, ReferenceKind::rest, ReferenceKind::rest, false});
    if (!plan) {
        state.SkipWithError("no plan");
        return;
    }
    Pose pose = plan->base();
    std::vector<mat4> world(work.skeleton.size());
    std::vector<mat4> plain(work.skeleton.size());
    std::chrono::duration<double> ours_time{};
    std::chrono::duration<double> plain_time{};
    std::chrono::duration<double> sample_time{};
    double seconds = 0.0;
    for (auto _ : state) {
        const auto start = Clock::now();
        plan->sample(seconds, pose);
        const auto sampled = Clock::now();
        local_to_world(work.skeleton, pose, world);
        benchmark::DoNotOptimize(world.data());
        const auto between = Clock::now();
        plain_glm(work, static_cast<float>(seconds), plain);
        benchmark::DoNotOptimize(plain.data());
        sample_time += sampled - start;
        ours_time += between - start;
        plain_time += Clock::now() - between;
        seconds = next_time(seconds, work.clip->duration);
    }
    float worst = 0.0F;
    for (std::size_t i = 0; i < world.size(); ++i) {
        for (int c = 0; c < 4; ++c) worst = std::max(worst, glm::length(vec3(world[i][c] - plain[i][c])));
    }
    if (worst > 1e-4F) state.SkipWithError("the two do not agree");
    state.counters["ours/glm"] = ours_time / plain_time;
    state.counters["sample/glm"] = sample_time / plain_time;
    state.counters["ns/joint"] =
        ours_time.count() * 1e9 / static_cast<double>(state.iterations()) / bone_count;
}
BENCHMARK(RemapRatioToPlainGlm);

/// A thousand characters at once, each at a different time, against the plain code a thousand times. Compares
/// the minimum of all rounds. The target is at most 0.15.
void RemapManyRatioToPlainGlm(benchmark::State& state) {
    using Clock = std::chrono::steady_clock;
    constexpr std::size_t characters = 1000;
    const Workload& work = workload();
    const auto plan = RemapPlan::make({work.clip, &work.source, 0}, work.target, 0,
                                      {RemapMode::world, ReferenceKind::rest, ReferenceKind::rest, false});
    const BatchPlayer player = plan.value().batch_player();
    std::vector<double> seconds(characters);
    for (std::size_t i = 0; i < characters; ++i)
        seconds[i] = std::fmod(static_cast<double>(i) * 0.0123, work.clip->duration);
    WorldBatch world;
    std::vector<mat4> plain(work.skeleton.size());
    double ours = 1e9;
    double theirs = 1e9;
    for (auto _ : state) {
        const auto start = Clock::now();
        player.world_matrices(seconds, world);
        const auto between = Clock::now();
        for (const double t : seconds) {
            plain_glm(work, static_cast<float>(t), plain);
            benchmark::DoNotOptimize(plain.data());
        }
        ours = std::min(ours, std::chrono::duration<double>(between - start).count());
        theirs = std::min(theirs, std::chrono::duration<double>(Clock::now() - between).count());
    }
    for (std::size_t i = 0; i < plain.size(); ++i) {
        const mat4 m = world.at(characters - 1, i);
        for (int c = 0; c < 4; ++c) {
            if (glm::length(vec3(m[c] - plain[i][c])) > 1e-4F) state.SkipWithError("the two do not agree");
        }
    }
    state.counters["ours/glm"] = ours / theirs;
    state.counters["limit"] = 0.15;
    state.counters["ns/joint"] = ours * 1e9 / characters / bone_count;
}
BENCHMARK(RemapManyRatioToPlainGlm)->Unit(benchmark::kMillisecond);

}  // namespace
