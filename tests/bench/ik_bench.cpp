// Compares our inverse kinematics with cyclic coordinate descent and plain damped least squares, on the
// manikin with all its joints and with those of H-Anim's levels 1 and 2. Targets are positions of the
// effectors in random poses within the limits, so that all can be reached; tests/bench/ik.md has the
// resulting table.
#include "model/core/at.h"
#include "model/formats/load.h"
#include "model/standard/hanim_joints.h"
#include "tests/bench/plain_ik.h"
#include "tests/bench/smoke.h"
#include "tests/folders.h"

#include <benchmark/benchmark.h>

#include <algorithm>
#include <cmath>
#include <ctime>
#include <functional>
#include <random>
#include <string>

namespace {

using namespace vitruvian;
using namespace vitruvian::bench;

/// Of this thread only: other programs are not included.
double microseconds() {
    timespec now{};
    ::clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return 1e6 * static_cast<double>(now.tv_sec) + 1e-3 * static_cast<double>(now.tv_nsec);
}

constexpr int target_count = 200;
constexpr int max_iterations = 100;

const Document& manikin() {
    static const Document document = load_document(source_folder() / "assets/manikin/manikin.x3d").value();
    return document;
}

/// The manikin with the joints of one level; the others do not rotate.
IkFigure figure_of_level(int level) {
    IkFigure out = make_ik_figure(manikin(), 0);
    std::vector<IkJoint> kept;
    std::fill(out.joint_of_node.begin(), out.joint_of_node.end(), -1);
    for (const IkJoint& joint : out.joints) {
        const auto name = hanim_joint_from_name(at(manikin().nodes, joint.node).name);
        if (!name || hanim_joint_facts()[name->fact].level > level) continue;
        at(out.joint_of_node, joint.node) = static_cast<int>(kept.size());
        kept.push_back(joint);
    }
    out.joints = std::move(kept);
    return out;
}

struct Task {
    const char* name;
    int level;
    std::vector<Bone> effectors;
    bool oriented;
};

const std::vector<Task>& tasks() {
    static const std::vector<Bone> hand{Bone::left_hand};
    static const std::vector<Bone> five{Bone::left_hand, Bone::right_hand, Bone::left_foot, Bone::right_foot,
                                        Bone::head};
    static const std::vector<Task> list{
        {"hand/LOA-1", 1, hand, false},       {"hand/LOA-2", 2, hand, false},
        {"hand_turned/LOA-1", 1, hand, true}, {"hand_turned/LOA-2", 2, hand, true},
        {"five/LOA-1", 1, five, false},       {"five/LOA-2", 2, five, false},
        {"five/all_joints", 4, five, false},
    };
    return list;
}

float random_real(std::mt19937& random, float low, float high) {
    return low + (high - low) * static_cast<float>(random() >> 8U) * (1.0F / 16777216.0F);
}

/// Every joint at a random angle within its limits.
Pose random_pose(const IkFigure& figure, std::mt19937& random) {
    Pose pose = rest_pose(figure.skeleton);
    for (const IkJoint& joint : figure.joints) {
        vec3 angles(0.0F);
        for (int axis = 0; axis < 3; ++axis)
            angles[axis] = random_real(random, joint.lower[axis], joint.upper[axis]);
        set_angles(figure, joint, angles, pose);
    }
    return pose;
}

std::vector<IkTarget> targets_of(const IkFigure& figure, const Pose& pose, const Task& task) {
    const std::vector<mat4> world = world_matrices(figure.skeleton, pose);
    std::vector<IkTarget> out;
    for (const Bone bone : task.effectors) {
        out.push_back(pinned(manikin().humanoids[0].bones[bone], world));
        if (!task.oriented) out.back().orientation.reset();
    }
    return out;
}

using Method =
    std::function<PlainResult(const IkFigure&, const Pose&, std::span<const IkTarget>, int iterations)>;

PlainResult solve_ours(const IkFigure& figure, const Pose& start, std::span<const IkTarget> targets,
                       int iterations, int restarts) {
    IkOptions options;
    options.iterations = iterations;
    options.restarts = restarts;
    const IkResult result = solve_ik(figure, start, targets, options);
    return {result.pose, result.iterations, result.reached};
}

const std::vector<std::pair<const char*, Method>>& methods() {
    static const std::vector<std::pair<const char*, Method>> list{
        {"ccd", solve_ccd},
        {"dls", solve_dls},
        {"ours", [](const IkFigure& figure, const Pose& start, std::span<const IkTarget> targets,
                    int iterations) { return solve_ours(figure, start, targets, iterations, 0); }},
        {"ours_restarts", [](const IkFigure& figure, const Pose& start, std::span<const IkTarget> targets,
                             int iterations) { return solve_ours(figure, start, targets, iterations, 8); }},
    };
    return list;
}

double median(std::vector<double> values) {
    const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
    std::nth_element(values.begin(), middle, values.end());
    return *middle;
}

/// Radians by which some angle is beyond its limit.
double excess(const IkFigure& figure, const Pose& pose) {
    float out = 0.0F;
    for (const IkJoint& joint : figure.joints) {
        const vec3 angles = angles_in(figure, joint, pose);
        for (int axis = 0; axis < 3; ++axis) {
            out = std::max(out, joint.lower[axis] - angles[axis]);
            out = std::max(out, angles[axis] - joint.upper[axis]);
        }
    }
    return static_cast<double>(out);
}

double largest_turn(const Pose& a, const Pose& b) {
    float out = 0.0F;
    for (std::size_t i = 0; i < a.local.size(); ++i) {
        const quat d = glm::inverse(a.local[i].rotation) * b.local[i].rotation;
        out = std::max(out, 2.0F * std::atan2(glm::length(vec3(d.x, d.y, d.z)), std::abs(d.w)));
    }
    return static_cast<double>(glm::degrees(out));
}

/// From rest to targets that can be reached.
void Reach(benchmark::State& state, const Task& task, const Method& method) {
    const IkFigure figure = figure_of_level(task.level);
    std::vector<double> times;
    std::vector<double> iterations;
    int reached = 0;
    double beyond = 0.0;
    for (auto _ : state) {
        std::mt19937 random(7);
        for (int i = 0; i < rounds(target_count); ++i) {
            const std::vector<IkTarget> targets = targets_of(figure, random_pose(figure, random), task);
            const auto from = microseconds();
            const PlainResult result = method(figure, rest_pose(figure.skeleton), targets, max_iterations);
            times.push_back(microseconds() - from);
            iterations.push_back(result.iterations);
            reached += is_reached(figure, result.pose, targets) ? 1 : 0;
            beyond = std::max(beyond, excess(figure, result.pose));
        }
    }
    state.counters["reached_%"] = 100.0 * reached / static_cast<double>(times.size());
    state.counters["iterations"] = median(iterations);
    state.counters["median_us"] = median(times);
    state.counters["beyond_limit_rad"] = beyond;
}

/// A hand moves a centimetre per frame towards reachable positions while the four other ends are held.
void Drag(benchmark::State& state, const Method& method, int iterations) {
    const Task task{"", 2, tasks().back().effectors, false};
    const IkFigure figure = figure_of_level(task.level);
    std::vector<double> times;
    double turn = 0.0;
    for (auto _ : state) {
        std::mt19937 random(11);
        for (int path = 0; path < 8; ++path) {
            const Pose begin = random_pose(figure, random);
            std::vector<IkTarget> targets = targets_of(figure, begin, task);
            const vec3 from = targets[0].position;
            Pose pose = method(figure, begin, targets, max_iterations).pose;
            const vec3 way = targets_of(figure, random_pose(figure, random), task)[0].position - from;
            const int frames = std::max(1, static_cast<int>(std::min(glm::length(way), 0.4F) / 0.01F));
            for (int frame = 1; frame <= frames; ++frame) {
                targets[0].position = from + 0.01F * static_cast<float>(frame) * glm::normalize(way);
                const auto began = microseconds();
                const Pose next = method(figure, pose, targets, iterations).pose;
                times.push_back(microseconds() - began);
                turn = std::max(turn, largest_turn(pose, next));
                pose = next;
            }
        }
    }
    std::vector<double> sorted = times;
    std::sort(sorted.begin(), sorted.end());
    state.counters["median_us"] = median(times);
    state.counters["p95_us"] = sorted[sorted.size() * 95 / 100];
    state.counters["largest_turn_deg"] = turn;
}

/// A hand is held at an unreachable position and, of five effectors, the other ends in place: how far joints
/// still rotate per frame, a second after reaching that state.
void Unreachable(benchmark::State& state, const Task& task, const Method& method, int iterations) {
    const IkFigure figure = figure_of_level(task.level);
    double turn = 0.0;
    for (auto _ : state) {
        for (const vec3& place : {vec3(3.0F, 2.0F, 1.0F), vec3(0.2F, 1.2F, 1.6F), vec3(0.9F, 2.2F, -0.6F)}) {
            Pose pose = rest_pose(figure.skeleton);
            std::vector<IkTarget> targets = targets_of(figure, pose, task);
            targets.front().position = place;
            for (int frame = 0; frame < 60; ++frame) pose = method(figure, pose, targets, iterations).pose;
            for (int frame = 0; frame < 60; ++frame) {
                const Pose next = method(figure, pose, targets, iterations).pose;
                turn = std::max(turn, largest_turn(pose, next));
                pose = next;
            }
        }
    }
    state.counters["jitter_deg"] = turn;
}

const bool registered = [] {
    constexpr int a_frame = 12;  // of iterations, as the window takes
    for (const auto& [name, method] : methods()) {
        for (const Task& task : tasks()) {
            benchmark::RegisterBenchmark(
                ("Ik/" + std::string(task.name) + "/" + name).c_str(),
                [&task, &method = method](benchmark::State& state) { Reach(state, task, method); })
                ->Iterations(1)
                ->Unit(benchmark::kMillisecond);
        }
    }
    for (const auto& [name, method] : methods()) {
        if (std::string(name) == "ours_restarts") continue;  // no restarts during a drag
        benchmark::RegisterBenchmark(
            ("Ik/drag_of_five/LOA-2/" + std::string(name)).c_str(),
            [&method = method](benchmark::State& state) { Drag(state, method, a_frame); })
            ->Iterations(1)
            ->Unit(benchmark::kMillisecond);
        for (const Task& task : tasks()) {
            if (task.level != 2) continue;
            benchmark::RegisterBenchmark(("Ik/unreachable_" + std::string(task.name) + "/" + name).c_str(),
                                         [&task, &method = method](benchmark::State& state) {
                                             Unreachable(state, task, method, a_frame);
                                         })
                ->Iterations(1)
                ->Unit(benchmark::kMillisecond);
        }
    }
    return true;
}();

}  // namespace
