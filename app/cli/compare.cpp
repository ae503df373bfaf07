// `vitruvian compare`: compares two pictures perceptually.
#include "renderer/compare.h"

#include "app/cli/commands.h"
#include "app/cli/input.h"
#include "app/cli/json_output.h"
#include "renderer/png.h"

namespace vitruvian {
namespace {

std::string comparison_json(const Comparison& c, bool pass) {
    return json_text(Json{{"size", {c.width, c.height}},
                          {"differing", c.differing},
                          {"mean", c.mean},
                          {"max", c.max},
                          {"flip", c.flip},
                          {"pass", pass}},
                     1);
}

HumanText comparison_text(const Comparison& c, double tolerance, bool pass) {
    HumanText out;
    out.add("{}: FLIP {:.6f} (tolerance {}), {:.4f} % of pixels differ, mean {:.6f}, max {:.6f}\n",
            pass ? "same to an eye" : "different", c.flip, tolerance, 100.0 * c.differing, c.mean, c.max);
    return out;
}

/// Pictures of different sizes differ; nothing is measured.
ExitCode sizes_differ(const CompareOptions& options, const Image& reference, const Error& error,
                      const Console& console) {
    console.error(error.text());
    if (!options.json) return ExitCode::findings;
    const Json out = {{"size", {reference.width, reference.height}},
                      {"differing", nullptr},
                      {"mean", nullptr},
                      {"max", nullptr},
                      {"flip", nullptr},
                      {"pass", false}};
    const auto written = write_output("-", json_text(out, 1));
    return written ? ExitCode::findings : console.failed(written.error(), ExitCode::unwritable);
}

Result<Image> read_picture(const std::string& file) {
    if (file != "-") return read_png(file);
    const Result<std::vector<std::byte>> bytes = read_standard_input();
    if (!bytes) return tl::unexpected(bytes.error());
    return decode_png(*bytes, "standard input");
}

}  // namespace

ExitCode run_compare(const CompareOptions& options, const Console& console) {
    const auto reference = read_picture(options.reference);
    if (!reference) return console.failed(reference.error(), ExitCode::unreadable);
    const auto test = read_picture(options.test);
    if (!test) return console.failed(test.error(), ExitCode::unreadable);
    const auto comparison = compare_images(*reference, *test);
    if (!comparison) return sizes_differ(options, *reference, comparison.error(), console);
    const bool pass = comparison->flip <= options.tolerance;
    if (!options.heat_map.empty()) {
        const auto written = write_output(options.heat_map, encode_png(comparison->heat));
        if (!written) return console.failed(written.error(), ExitCode::unwritable);
    }
    const auto written = options.json ? write_output("-", comparison_json(*comparison, pass))
                                      : print(comparison_text(*comparison, options.tolerance, pass));
    if (!written) return console.failed(written.error(), ExitCode::unwritable);
    return pass ? ExitCode::done : ExitCode::findings;
}

}  // namespace vitruvian
