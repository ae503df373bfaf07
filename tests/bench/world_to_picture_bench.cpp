// Measures the time from a file of a LOA-3 figure to its first picture, compared with the two unavoidable
// parts: parsing its text, and passing the result to OpenGL for the first picture. "ratio" is the total
// divided by these two, each the minimum of all rounds; the target is at most 1.5.
#include "app/scene/frame.h"
#include "app/scene/view_camera.h"
#include "model/formats/load.h"
#include "model/formats/vrml/syntax/parser.h"
#include "renderer/headless_context.h"
#include "tests/folders.h"

#include <benchmark/benchmark.h>

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>

namespace vitruvian {
namespace {

using Clock = std::chrono::steady_clock;

double since(Clock::time_point start) {
    return std::chrono::duration<double>(Clock::now() - start).count();
}

/// A document as in the window, prepared for drawing.
struct Loaded {
    Document document;
    Skeleton skeleton;
    Pose pose;
    FigureShape shape;

    explicit Loaded(const std::filesystem::path& path)
        : document(load_document(path).value()),
          skeleton(make_skeleton(document)),
          pose(file_pose(skeleton)),
          shape(make_figure_shape(document, skeleton)) {}

    [[nodiscard]] RenderScene scene() const {
        const Figure figure{
            .document = &document, .skeleton = &skeleton, .shape = &shape, .pose = &pose, .images = {}};
        const std::span figures(&figure, 1);
        return compose_frame(figures, {}, camera_for_view(figures, "best", 16.0F / 9.0F).value());
    }
};

void load_to_first_frame(benchmark::State& state) {
    const std::filesystem::path path = source_folder() / "assets/manikin/manikin.wrl";
    std::ifstream file(path, std::ios::binary);
    const std::string text{std::istreambuf_iterator<char>(file), {}};
    const auto context = HeadlessContext::create();
    if (!context) return state.SkipWithError("no OpenGL");
    const auto renderer = Renderer::create(HeadlessContext::loader());
    RenderTarget target;
    target.resize(1280, 720);
    (*renderer)->draw(Loaded(path).scene(), target);  // includes the driver's own initialisation
    double whole = 1e9;
    double parse = 1e9;
    double picture = 1e9;
    for (auto _ : state) {
        const auto start = Clock::now();
        {
            Diagnostics diagnostics;
            vrml::Reporter reporter(diagnostics);
            benchmark::DoNotOptimize(vrml::parse_vrml(text, "bench", reporter, {}));
        }
        parse = std::min(parse, since(start));
        const auto begin = Clock::now();
        const Loaded loaded(path);
        const RenderScene scene = loaded.scene();
        const auto ready = Clock::now();
        (*renderer)->draw(scene, target);
        benchmark::DoNotOptimize(target.read());
        picture = std::min(picture, since(ready));
        whole = std::min(whole, since(begin));
    }
    state.counters["ratio"] = whole / (parse + picture);
    state.counters["limit"] = 1.5;
    state.counters["parse_ms"] = parse * 1e3;
    state.counters["picture_ms"] = picture * 1e3;
    state.counters["whole_ms"] = whole * 1e3;
}
BENCHMARK(load_to_first_frame)->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace vitruvian
