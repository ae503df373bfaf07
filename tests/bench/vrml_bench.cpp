// Compares parsing a large world with a bare std::from_chars loop over the same numbers.
#include "model/formats/vrml/read/vrml_reader.h"
#include "model/formats/vrml/syntax/parser.h"

#include <benchmark/benchmark.h>
#include <fmt/format.h>

#include <charconv>
#include <ctime>
#include <random>
#include <string>
#include <vector>

namespace vitruvian {
namespace {

/// A figure of one joint with a mesh: points with short decimals, triangles, as exporters write them.
const std::string& large_world() {
    static const std::string text = [] {
        const std::size_t bytes = std::size_t{50} << 20;
        std::mt19937 random(3);
        std::string points;
        std::size_t count = 0;
        while (points.size() < bytes * 6 / 10) {
            for (int k = 0; k < 3; ++k) {
                points += fmt::format("{:.6g} ", static_cast<double>(random() % 4'000'000) / 1e6 - 2.0);
            }
            points += '\n';
            ++count;
        }
        std::string index;
        while (index.size() < bytes * 4 / 10) {
            index += fmt::format("{} {} {} -1 ", random() % count, random() % count, random() % count);
        }
        return "#VRML V2.0 utf8\nHumanoid { name \"h\" humanoidBody Joint { name \"root\" children Shape { "
               "geometry "
               "IndexedFaceSet { coord Coordinate { point [ " +
               points + " ] } coordIndex [ " + index + " ] } } } }\n";
    }();
    return text;
}

/// Parses only the numbers, into one growing array of float.
std::size_t bare_loop(const std::string& text) {
    std::vector<float> out;
    const char* p = text.data() + text.find('[');
    const char* end = text.data() + text.size();
    while (p < end) {
        float value = 0.0F;
        const auto [behind, error] = std::from_chars(p, end, value);
        if (error == std::errc()) {
            out.push_back(value);
            p = behind;
        } else {
            ++p;
        }
    }
    benchmark::DoNotOptimize(out.data());
    return out.size();
}

void parse_once(const std::string& text) {
    Diagnostics diagnostics;
    vrml::Reporter reporter(diagnostics);
    const Result<vrml::SyntaxTree> tree = vrml::parse_vrml(text, "bench.wrl", reporter, {});
    benchmark::DoNotOptimize(tree->nodes.data());
}

/// Processor time, so that other load affects both equally.
double seconds_of(void (*work)(const std::string&)) {
    const std::clock_t begin = std::clock();
    work(large_world());
    return static_cast<double>(std::clock() - begin) / CLOCKS_PER_SEC;
}

/// `ratio` above 1: parsing is faster than the bare loop in the same run.
void vrml_parse(benchmark::State& state) {
    double parsing = 0.0;
    double bare = 0.0;
    benchmark::DoNotOptimize(large_world().size());  // created before the measurement
    for (auto _ : state) {
        const double seconds = seconds_of(parse_once);
        state.SetIterationTime(seconds);
        parsing += seconds;
        bare += seconds_of([](const std::string& text) { benchmark::DoNotOptimize(bare_loop(text)); });
    }
    state.SetBytesProcessed(state.iterations() * static_cast<std::int64_t>(large_world().size()));
    state.counters["ratio_to_from_chars"] = bare / parsing;
}
BENCHMARK(vrml_parse)->UseManualTime()->Unit(benchmark::kMillisecond);

/// From text to a checked document: parsing, meshes, figure.
void vrml_read(benchmark::State& state) {
    for (auto _ : state) {
        Result<Document> document = read_vrml(large_world(), "bench.wrl", {}, {});
        benchmark::DoNotOptimize(document->meshes.data());
    }
    state.SetBytesProcessed(state.iterations() * static_cast<std::int64_t>(large_world().size()));
}
BENCHMARK(vrml_read)->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace vitruvian
