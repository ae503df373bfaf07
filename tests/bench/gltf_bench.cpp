// Compares reading a GLB with LoadBinaryFromFile of the distribution's tinygltf in the same run: the counter
// "ratio" is our time divided by theirs, in processor time, so that other load does not affect it, and of
// medians: in a virtual machine the first access to memory that the host has not provided yet is several times
// slower. Ours results in a checked Document, theirs in the parsed JSON and a copy of the bytes. Targets: at
// most 0.5 for real figures, 0.3 for 100 MB of meshes, and 0.6 for 3 MB. The cold loads are in separate
// processes, as in a program that opens a file; run alone (--benchmark_filter=cold) they also build all
// tables. In the others the heap keeps memory of earlier loads, and tinygltf's copies of 3 MB cost next to
// nothing.
#include "model/formats/load.h"
#include "tests/bench/smoke.h"
#include "tests/folders.h"

#include <benchmark/benchmark.h>
#include <fmt/format.h>
#include <sys/wait.h>
#include <tiny_gltf.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

namespace {

namespace fs = std::filesystem;

void put_word(std::ofstream& file, std::size_t value) {
    const auto word = static_cast<std::uint32_t>(value);
    file.write(reinterpret_cast<const char*>(&word), sizeof word);
}

/// A GLB of one mesh with positions, normals and texture coordinates, about `megabytes` large.
fs::path write_mesh(std::size_t megabytes) {
    const std::size_t vertices = megabytes * 1'000'000 / 44;
    const std::size_t indices = vertices * 3;
    std::vector<float> attributes(vertices * 8, 0.5F);
    for (std::size_t i = vertices * 3; i < vertices * 6; ++i)
        attributes[i] = i % 3 == 2 ? 1.0F : 0.0F;  // unit
    std::vector<std::uint32_t> triangles(indices);
    for (std::size_t i = 0; i < indices; ++i) triangles[i] = static_cast<std::uint32_t>(i * 7 % vertices);
    const std::size_t bin = attributes.size() * 4 + triangles.size() * 4;
    std::string json = fmt::format(
        R"({{"asset":{{"version":"2.0"}},"buffers":[{{"byteLength":{0}}}],"bufferViews":[)"
        R"({{"buffer":0,"byteOffset":0,"byteLength":{1}}},{{"buffer":0,"byteOffset":{1},"byteLength":{1}}},)"
        R"({{"buffer":0,"byteOffset":{2},"byteLength":{3}}},{{"buffer":0,"byteOffset":{4},"byteLength":{5}}}],)"
        R"("accessors":[{{"bufferView":0,"componentType":5126,"type":"VEC3","count":{6}}},)"
        R"({{"bufferView":1,"componentType":5126,"type":"VEC3","count":{6}}},)"
        R"({{"bufferView":2,"componentType":5126,"type":"VEC2","count":{6}}},)"
        R"({{"bufferView":3,"componentType":5125,"type":"SCALAR","count":{7}}}],)"
        R"("meshes":[{{"primitives":[{{"attributes":{{"POSITION":0,"NORMAL":1,"TEXCOORD_0":2}},"indices":3}}]}}],)"
        R"("nodes":[{{"mesh":0}}],"scenes":[{{"nodes":[0]}}],"scene":0}})",
        bin, vertices * 12, vertices * 24, vertices * 8, vertices * 32, indices * 4, vertices, indices);
    json.resize((json.size() + 3) / 4 * 4, ' ');
    const fs::path path = fs::temp_directory_path() / fmt::format("vitruvian-bench-{}.glb", megabytes);
    std::ofstream file(path, std::ios::binary);
    file << "glTF";
    put_word(file, 2);
    put_word(file, 12 + 8 + json.size() + 8 + bin);
    put_word(file, json.size());
    file << "JSON" << json;
    put_word(file, bin);
    file.write("BIN\0", 4);
    file.write(reinterpret_cast<const char*>(attributes.data()),
               static_cast<std::streamsize>(attributes.size() * 4));
    file.write(reinterpret_cast<const char*>(triangles.data()),
               static_cast<std::streamsize>(triangles.size() * 4));
    return path;
}

double seconds_since(std::clock_t begin) {
    return static_cast<double>(std::clock() - begin) / CLOCKS_PER_SEC;
}

/// Seconds of one load, without releasing what was read; negative on failure.
double load_ours(const fs::path& path) {
    const auto begin = std::clock();
    const auto document = vitruvian::load_document(path);
    return document ? seconds_since(begin) : -1.0;
}

double load_theirs(const fs::path& path) {
    const auto begin = std::clock();
    tinygltf::TinyGLTF loader;
    tinygltf::Model model;
    std::string error;
    std::string warning;
    return loader.LoadBinaryFromFile(&model, &error, &warning, path.string()) ? seconds_since(begin) : -1.0;
}

/// Like the above in a separate process, without the memory and pages of earlier loads.
template <double (*load)(const fs::path&)>
double in_own_process(const fs::path& path) {
    std::array<int, 2> ends{};
    if (pipe(ends.data()) != 0) return -1.0;
    const pid_t child = fork();
    if (child == 0) {
        const double seconds = load(path);
        const bool told = write(ends[1], &seconds, sizeof seconds) == sizeof seconds;
        _exit(told ? 0 : 1);
    }
    double seconds = -1.0;
    if (child < 0 || read(ends[0], &seconds, sizeof seconds) != sizeof seconds) seconds = -1.0;
    close(ends[0]);
    close(ends[1]);
    if (child > 0) waitpid(child, nullptr, 0);
    return seconds;
}

double median(std::vector<double> values) {
    const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
    std::nth_element(values.begin(), middle, values.end());
    return *middle;
}

using Load = double (*)(const fs::path&);

/// Alternates one load by each, so that both run under the same conditions; the order alternates.
void compare(benchmark::State& state, const fs::path& path, Load ours, Load theirs) {
    std::array<std::vector<double>, 2> seconds;
    bool ours_first = true;
    for (auto _ : state) {
        for (const bool is_ours : {ours_first, !ours_first}) {
            const double taken = (is_ours ? ours : theirs)(path);
            if (taken < 0.0) return state.SkipWithError("the file cannot be loaded");
            seconds.at(is_ours ? 0 : 1).push_back(taken);
        }
        ours_first = !ours_first;
    }
    state.counters["ours_ms"] = median(seconds[0]) * 1e3;
    state.counters["tinygltf_ms"] = median(seconds[1]) * 1e3;
    state.counters["ratio"] = median(seconds[0]) / median(seconds[1]);
}

void load_mesh_bound_glb(benchmark::State& state) {
    const fs::path path = write_mesh(static_cast<std::size_t>(state.range(0)));
    compare(state, path, load_ours, load_theirs);
    fs::remove(path);
}
BENCHMARK(load_mesh_bound_glb)->Arg(3)->Arg(100)->Unit(benchmark::kMillisecond);

void load_cold_mesh_bound_glb(benchmark::State& state) {
    const fs::path path = write_mesh(static_cast<std::size_t>(state.range(0)));
    compare(state, path, in_own_process<load_ours>, in_own_process<load_theirs>);
    fs::remove(path);
}
using vitruvian::rounds;
BENCHMARK(load_cold_mesh_bound_glb)->Arg(3)->Arg(100)->Iterations(rounds(9))->Unit(benchmark::kMillisecond);

void load_corpus_glb(benchmark::State& state, const char* file, Load ours, Load theirs) {
    const fs::path path = vitruvian::shared_folder() / "corpus" / "gltf" / file;
    if (!fs::exists(path)) return state.SkipWithError("no corpus");
    compare(state, path, ours, theirs);
}
#define BENCHMARK_FILE(name, file)                                                                         \
    BENCHMARK_CAPTURE(load_corpus_glb, name, file, load_ours, load_theirs)->Unit(benchmark::kMillisecond); \
    BENCHMARK_CAPTURE(load_corpus_glb, name##_cold, file, in_own_process<load_ours>,                       \
                      in_own_process<load_theirs>)                                                         \
        ->Iterations(rounds(20))                                                                           \
        ->Unit(benchmark::kMillisecond)
BENCHMARK_FILE(knight, "Knight.glb");
BENCHMARK_FILE(sintel, "human-sintel.glb");
BENCHMARK_FILE(robot, "RobotExpressive.glb");

}  // namespace
