// Compares sampling, forward kinematics and skinning with the simplest glm code that does the same: an array
// of quaternions, glm::slerp and mat4 products, in single precision.
#include "model/core/at.h"
#include "model/pose/skinning.h"
#include "tests/bench/smoke.h"

#include <benchmark/benchmark.h>
#include <glm/gtc/matrix_transform.hpp>

#include <algorithm>
#include <chrono>
#include <functional>
#include <memory>
#include <random>

namespace {

using namespace vitruvian;

constexpr int joint_count = 94;  // H-Anim's LOA-3
constexpr int key_count = 60;
constexpr int vertex_count = 400'000;

float unit_real(std::mt19937& bits) {
    return static_cast<float>(bits() >> 8U) * (1.0F / 16777216.0F);
}

quat random_rotation(std::mt19937& bits) {
    const vec3 axis(unit_real(bits) - 0.5F, unit_real(bits) - 0.5F, unit_real(bits) + 0.1F);
    return axis_angle(axis, unit_real(bits));
}

/// A figure with one rotation channel per joint, and the same keys as plain arrays.
struct Workload {
    Skeleton skeleton;
    Clip clip;
    std::vector<std::vector<quat>> keys;
    std::vector<float> times;

    Workload() {
        std::mt19937 bits(1);
        for (int k = 0; k < key_count; ++k) times.push_back(static_cast<float>(k) / 30.0F);
        for (int j = 0; j < joint_count; ++j) {
            skeleton.parent.push_back(j == 0 ? -1 : std::max(0, j - 1 - static_cast<int>(bits() % 3U)));
            Transform rest;
            rest.translation = vec3(0.0F, 0.1F, 0.01F);
            skeleton.rest.push_back(rest);
            skeleton.delta.emplace_back();
            Channel channel;
            channel.node = j;
            channel.space = ChannelSpace::delta;
            channel.times = times;
            keys.emplace_back();
            for (int k = 0; k < key_count; ++k) {
                const quat q = random_rotation(bits);
                keys.back().push_back(q);
                channel.values.insert(channel.values.end(), {q.x, q.y, q.z, q.w});
            }
            clip.channels.push_back(std::move(channel));
        }
        clip.duration = static_cast<double>(times.back());
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
        const Transform& rest = work.skeleton.rest[j];
        const mat4 local = glm::translate(mat4(1.0F), rest.translation) * glm::mat4_cast(q) *
                           glm::scale(mat4(1.0F), rest.scale);
        const int parent = work.skeleton.parent[j];
        world[j] = parent < 0 ? local : at(world, parent) * local;
    }
}

double next_time(double seconds, double duration) {
    return seconds + 0.011 > duration ? 0.0 : seconds + 0.011;
}

void ours(const Workload& work, double seconds, Pose& pose, std::vector<mat4>& world) {
    sample(work.clip, seconds, work.skeleton, pose);
    local_to_world(work.skeleton, pose, world);
}

void SampleAndForwardKinematics(benchmark::State& state) {
    const Workload& work = workload();
    Pose pose = rest_pose(work.skeleton);
    std::vector<mat4> world(work.skeleton.size());
    double seconds = 0.0;
    for (auto _ : state) {
        ours(work, seconds, pose, world);
        benchmark::DoNotOptimize(world.data());
        seconds = next_time(seconds, work.clip.duration);
    }
    state.SetItemsProcessed(state.iterations() * joint_count);
}
BENCHMARK(SampleAndForwardKinematics);

void PlainGlm(benchmark::State& state) {
    const Workload& work = workload();
    std::vector<mat4> world(work.skeleton.size());
    double seconds = 0.0;
    for (auto _ : state) {
        plain_glm(work, static_cast<float>(seconds), world);
        benchmark::DoNotOptimize(world.data());
        seconds = next_time(seconds, work.clip.duration);
    }
    state.SetItemsProcessed(state.iterations() * joint_count);
}
BENCHMARK(PlainGlm);

/// Measures both alternately in the same loop, so that a busy machine slows them equally; the counter is ours
/// / plain glm.
void RatioToPlainGlm(benchmark::State& state) {
    using Clock = std::chrono::steady_clock;
    const Workload& work = workload();
    Pose pose = rest_pose(work.skeleton);
    std::vector<mat4> world(work.skeleton.size());
    std::chrono::duration<double> ours_time{};
    std::chrono::duration<double> plain_time{};
    double seconds = 0.0;
    for (auto _ : state) {
        const auto start = Clock::now();
        ours(work, seconds, pose, world);
        benchmark::DoNotOptimize(world.data());
        const auto between = Clock::now();
        plain_glm(work, static_cast<float>(seconds), world);
        benchmark::DoNotOptimize(world.data());
        ours_time += between - start;
        plain_time += Clock::now() - between;
        seconds = next_time(seconds, work.clip.duration);
    }
    state.counters["ours/glm"] = ours_time / plain_time;
}
BENCHMARK(RatioToPlainGlm);

/// A skinned mesh with four influences per vertex, and the positions of its joints.
struct SkinnedMesh {
    MeshInstance instance;
    std::vector<mat4> world;

    SkinnedMesh() {
        std::mt19937 bits(2);
        auto mesh = std::make_shared<Mesh>();
        mesh->influence_begin.push_back(0);
        for (int v = 0; v < vertex_count; ++v) {
            mesh->positions.emplace_back(unit_real(bits), unit_real(bits), unit_real(bits));
            // Neighbours are mostly influenced by the same joints.
            const auto near = static_cast<unsigned>(v / 500);
            for (unsigned i = 0; i < 4; ++i) {
                mesh->influence_joint.push_back(
                    static_cast<std::uint32_t>((near + bits() % 5U) % joint_count));
                mesh->influence_weight.push_back(0.25F);
            }
            mesh->influence_begin.push_back(static_cast<std::uint32_t>(mesh->influence_joint.size()));
        }
        auto skin = std::make_shared<Skin>();
        for (int j = 0; j < joint_count; ++j) {
            skin->nodes.push_back(j);
            skin->inverse_bind.emplace_back(1.0F);
        }
        instance.mesh = mesh;
        instance.skin = skin;
        const Workload& work = workload();
        world = world_matrices(work.skeleton, rest_pose(work.skeleton));
    }
    /// Returns the minimum number of bytes read and written.
    [[nodiscard]] double bytes() const {
        const Mesh& mesh = *instance.mesh;
        return static_cast<double>(2 * mesh.positions.size() * sizeof(vec3) +
                                   mesh.influence_begin.size() * sizeof(std::uint32_t) +
                                   mesh.influence_joint.size() * (sizeof(std::uint32_t) + sizeof(float)));
    }
};

double seconds_of(const std::function<void()>& work) {
    using Clock = std::chrono::steady_clock;
    const auto start = Clock::now();
    work();
    return std::chrono::duration<double>(Clock::now() - start).count();
}

/// The minimum of all rounds: a busy machine slows single rounds. One thread against two (at least 1.8 on a
/// machine with two free), and bytes per second against a memory triad in one thread (at least 0.2).
void CpuSkinning(benchmark::State& state) {
    const SkinnedMesh work;
    const std::size_t triad_size = 4'000'000;
    std::vector<float> a(triad_size);
    const std::vector<float> b(triad_size, 1.0F);
    const std::vector<float> c(triad_size, 2.0F);
    double one = 1e9;
    double two = 1e9;
    double triad = 1e9;
    std::vector<vec3> posed(vertex_count);
    const auto skin_with = [&](unsigned threads) {
        skin_positions(work.instance, work.world, {}, posed, threads);
        benchmark::DoNotOptimize(posed.data());
    };
    for (auto _ : state) {
        one = std::min(one, seconds_of([&] { skin_with(1); }));
        two = std::min(two, seconds_of([&] { skin_with(2); }));
        triad = std::min(triad, seconds_of([&] {
                             for (std::size_t i = 0; i < triad_size; ++i) a[i] = b[i] + 3.0F * c[i];
                             benchmark::DoNotOptimize(a.data());
                             benchmark::ClobberMemory();
                         }));
    }
    const double triad_rate = static_cast<double>(3 * triad_size * sizeof(float)) / triad;
    state.counters["two_threads"] = one / two;
    state.counters["rate/triad"] = work.bytes() / one / triad_rate;
    state.counters["ns/vertex"] = one * 1e9 / vertex_count;
}
BENCHMARK(CpuSkinning)->Unit(benchmark::kMillisecond)->Iterations(rounds(60));

}  // namespace
