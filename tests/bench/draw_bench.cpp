// Measures the cost of a picture while a figure plays, pass by pass, in processor time of all threads
// (including a software renderer's), and of one more picture of the same file, with PNG. The window compared
// with F3D is measured by playback_bench.py.
#include "app/scene/frame.h"
#include "app/scene/view_camera.h"
#include "model/formats/load.h"
#include "model/io/png.h"
#include "renderer/headless_context.h"
#include "tests/bench/smoke.h"
#include "tests/folders.h"

#include <benchmark/benchmark.h>

#include <ctime>
#include <filesystem>
#include <string>
#include <utility>

namespace vitruvian {
namespace {

constexpr int width = 1280;
constexpr int height = 720;

/// A file as in the window, prepared for drawing at any time of its first clip.
class Player {
  public:
    explicit Player(const std::filesystem::path& path)
        : document_(load_document(path).value()),
          skeleton_(make_skeleton(document_)),
          pose_(file_pose(skeleton_)),
          shape_(make_figure_shape(document_, skeleton_)),
          images_(decode_images(document_.images, document_.diagnostics)) {
        camera_ = camera_for_view(std::span(&figure_, 1), "best", static_cast<float>(width) / height).value();
    }
    Player(const Player&) = delete;
    Player& operator=(const Player&) = delete;

    [[nodiscard]] RenderScene scene(double seconds) {
        pose_ = file_pose(skeleton_);
        if (!document_.clips.empty()) {
            const Clip& clip = *document_.clips.front();
            sample(clip, wrap_time(seconds, clip.duration, true), skeleton_, pose_);
        }
        return compose_frame(std::span(&figure_, 1), {}, camera_);
    }

  private:
    Document document_;
    Skeleton skeleton_;
    Pose pose_;
    FigureShape shape_;
    std::vector<std::shared_ptr<const Image>> images_;
    Figure figure_{
        .document = &document_, .skeleton = &skeleton_, .shape = &shape_, .pose = &pose_, .images = images_};
    Camera camera_;
};

constexpr Quality quick{1, 512, 256, 128, false};  // the reduced quality of a slow device

double milliseconds(std::clock_t from) {
    return 1e3 * static_cast<double>(std::clock() - from) / CLOCKS_PER_SEC;
}

/// Plays, or rotates the camera around a static figure.
void draw(benchmark::State& state, const std::string& file, const Quality& quality, bool turn) {
    const std::filesystem::path path = shared_folder() / "corpus" / file;
    if (!std::filesystem::exists(path)) return state.SkipWithError("no corpus");
    const auto context = HeadlessContext::create();
    if (!context) return state.SkipWithError("no OpenGL");
    const auto renderer = Renderer::create(HeadlessContext::loader());
    RenderTarget target;
    target.resize(width, height);
    Player player(path);
    for (const double warm : {0.1, 0.2}) (*renderer)->draw(player.scene(warm), target, quality);
    PassTimes times;
    (*renderer)->measure(&times);
    int frames = 0;
    const std::clock_t begin = std::clock();
    for (auto _ : state) {
        RenderScene scene = player.scene(turn ? 0.0 : 0.033 * frames);
        if (turn) scene.camera.yaw += 0.05F * static_cast<float>(frames);
        (*renderer)->draw(scene, target, quality);
        ++frames;
    }
    const double whole = milliseconds(begin) / frames;
    state.counters["ms_of_processor"] = whole;
    for (const PassTime& pass : times.sums())
        state.counters["ms/" + std::string(pass.pass)] = 1e3 * pass.seconds / frames;
}
void play(benchmark::State& state, const char* file) {
    draw(state, file, {}, false);
}
void play_quickly(benchmark::State& state, const char* file) {
    draw(state, file, quick, false);
}
void turn(benchmark::State& state, const char* file) {
    draw(state, file, {}, true);
}

BENCHMARK_CAPTURE(play, robot, "gltf/RobotExpressive.glb")
    ->Unit(benchmark::kMillisecond)
    ->Iterations(rounds(30));
BENCHMARK_CAPTURE(play, knight, "gltf/Knight.glb")->Unit(benchmark::kMillisecond)->Iterations(rounds(30));
BENCHMARK_CAPTURE(play_quickly, robot, "gltf/RobotExpressive.glb")
    ->Unit(benchmark::kMillisecond)
    ->Iterations(rounds(30));
BENCHMARK_CAPTURE(play_quickly, knight, "gltf/Knight.glb")
    ->Unit(benchmark::kMillisecond)
    ->Iterations(rounds(30));
BENCHMARK_CAPTURE(turn, robot, "gltf/RobotExpressive.glb")
    ->Unit(benchmark::kMillisecond)
    ->Iterations(rounds(30));

/// Draws another picture of an open file, as for a turntable or a regression run.
void next_picture(benchmark::State& state, const char* file) {
    const std::filesystem::path path = shared_folder() / "corpus" / file;
    if (!std::filesystem::exists(path)) return state.SkipWithError("no corpus");
    const auto context = HeadlessContext::create();
    if (!context) return state.SkipWithError("no OpenGL");
    const auto renderer = Renderer::create(HeadlessContext::loader());
    RenderTarget target;
    target.resize(width, height);
    Player player(path);
    RenderScene scene = player.scene(0.3);
    (*renderer)->draw(scene, target);
    double drawing = 0.0;
    double reading = 0.0;
    double encoding = 0.0;
    int pictures = 0;
    for (auto _ : state) {
        scene.camera.yaw += 0.1F;
        std::clock_t begin = std::clock();
        (*renderer)->draw(scene, target);
        drawing += milliseconds(begin);
        begin = std::clock();
        Image picture = target.read();
        reading += milliseconds(begin);
        begin = std::clock();
        benchmark::DoNotOptimize(encode_png(std::move(picture)));
        encoding += milliseconds(begin);
        ++pictures;
    }
    state.counters["ms/draw"] = drawing / pictures;
    state.counters["ms/read"] = reading / pictures;
    state.counters["ms/png"] = encoding / pictures;
    state.counters["limit_ms"] = 35.0;
}
BENCHMARK_CAPTURE(next_picture, robot, "gltf/RobotExpressive.glb")
    ->Unit(benchmark::kMillisecond)
    ->Iterations(rounds(30));

}  // namespace
}  // namespace vitruvian
