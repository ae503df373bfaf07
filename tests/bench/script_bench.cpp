// Measures scripts of many commands on one figure, as run by `vitruvian edit`: the cost of ten times as many.
// 10 is linear; the excess is the search through all names for each command, a few nanoseconds per name.
#include "model/edit/script.h"
#include "model/formats/load.h"
#include "tests/bench/smoke.h"
#include "tests/folders.h"

#include <benchmark/benchmark.h>
#include <fmt/format.h>

#include <algorithm>
#include <ctime>
#include <string>

namespace {

using namespace vitruvian;

/// Of this thread only: other programs are not included.
double cpu_seconds() {
    timespec now{};
    ::clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

const Document& manikin() {
    static const Document document = load_document(source_folder() / "assets/manikin/manikin.wrl").value();
    return document;
}

/// A script with `line` once for each number, which replaces {0}.
std::string script_of(std::string_view line, int count) {
    std::string out;
    for (int i = 0; i < count; ++i) out += fmt::format(fmt::runtime(line), i) + '\n';
    return out;
}

void run(const std::string& script, Document& document, benchmark::State& state) {
    if (const auto done = run_script(script, "script", document); !done)
        state.SkipWithError(done.error().message.c_str());
}

/// `before` creates what `line` changes.
void Script(benchmark::State& state, const char* before, const char* line) {
    const int few = is_smoke() ? 10 : 1000;
    double seconds[2] = {1e9, 1e9};
    for (auto _ : state) {
        for (int k = 0; k < 2; ++k) {
            const int count = k == 0 ? few : 10 * few;
            const std::string script = script_of(line, count);
            for (int round = 0; round < rounds(k == 0 ? 5 : 1); ++round) {
                Document document = manikin();
                if (*before != '\0') run(script_of(before, count), document, state);
                const double from = cpu_seconds();
                run(script, document, state);
                seconds[k] = std::min(seconds[k], cpu_seconds() - from);
            }
        }
    }
    state.counters["us_of_one_in_ten_thousand"] = 1e6 * seconds[1] / (10.0 * few);
    state.counters["ten_times_as_many"] = seconds[1] / seconds[0];
}

constexpr const char* add_joint =
    R"({{"do":"add-joint","name":"x{0}","parent":"HumanoidRoot","centre":[0,1,0.{0}]}})";
constexpr const char* add_site =
    R"({{"do":"add-site","name":"x{0}","joint":"HumanoidRoot","translation":[0,1,0.{0}]}})";

BENCHMARK_CAPTURE(Script, add_joint, "", add_joint)->Iterations(1)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(Script, add_site, "", add_site)->Iterations(1)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(Script, rename, add_joint, R"({{"do":"rename","thing":"joint","name":"x{0}","to":"y{0}"}})")
    ->Iterations(1)
    ->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(Script, set_site, add_site, R"({{"do":"set-site","site":"x{0}","translation":[0,0,{0}]}})")
    ->Iterations(1)
    ->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(Script, delete_joint, add_joint, R"({{"do":"delete-joint","joint":"x{0}"}})")
    ->Iterations(1)
    ->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(Script, delete_site, add_site, R"({{"do":"delete-site","site":"x{0}"}})")
    ->Iterations(1)
    ->Unit(benchmark::kMillisecond);

}  // namespace
