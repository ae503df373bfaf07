// Compares writing PNG files with stb_image_write at its default settings: the target is a quarter of its
// time, at no larger size. `bytes` is the size of the file.
#include "renderer/png.h"
#include "tests/folders.h"

#include <benchmark/benchmark.h>
#include <stb_image_write.h>

namespace vitruvian {
namespace {

/// A real picture: the whole window, with text, gradients and a figure in it.
const Image& window_picture() {
    static const Image picture = read_png(source_folder() / "tests/golden/window/picture.png").value();
    return picture;
}

void BM_EncodePng(benchmark::State& state) {
    std::size_t bytes = 0;
    for (auto _ : state) bytes = encode_png(window_picture()).size();
    state.counters["bytes"] = static_cast<double>(bytes);
}
BENCHMARK(BM_EncodePng)->Unit(benchmark::kMillisecond);

void count_bytes(void* total, void*, int size) {
    *static_cast<std::size_t*>(total) += static_cast<std::size_t>(size);
}

void BM_StbWritePng(benchmark::State& state) {
    const Image& picture = window_picture();
    std::vector<std::uint8_t> rgb;
    for (std::size_t i = 0; i < picture.rgba.size(); i += 4) {
        rgb.insert(rgb.end(), {picture.rgba[i], picture.rgba[i + 1], picture.rgba[i + 2]});
    }
    std::size_t bytes = 0;
    for (auto _ : state) {
        bytes = 0;
        stbi_write_png_to_func(count_bytes, &bytes, picture.width, picture.height, 3, rgb.data(),
                               picture.width * 3);
    }
    state.counters["bytes"] = static_cast<double>(bytes);
}
BENCHMARK(BM_StbWritePng)->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace vitruvian
