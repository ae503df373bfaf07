// Images of all open figures: within one budget, decoded in the background.
#include "app/session/handlers.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace vitruvian {
namespace {

/// Downscales images that are now larger than planned; images that are shared stay shared.
void shrink_to_plan(OpenFigure& figure) {
    for (std::size_t i = 0; i < figure.images.size(); ++i) {
        std::shared_ptr<const Image>& image = figure.images[i];
        const std::size_t first = figure.image_plan[i].same_as;
        if (image && first != i && figure.images[first]) image = figure.images[first];
        if (!image || first != i) continue;
        const ImageSize now{image->width, image->height};
        const ImageSize planned = figure.image_plan[i].size();
        int times = 0;
        while (now.halved(times).bytes() > planned.bytes()) ++times;
        if (times > 0) image = std::make_shared<const Image>(halved(*image, times));
    }
}

/// Plans the images of open and new figures together: the largest are halved first.
void plan_images_of_all(Parts& s) {
    std::vector<ImagePlan*> plans;
    for (OpenFigure& figure : s.stage.figures) plans.push_back(&figure.image_plan);
    fit_images(plans, image_budget);
    for (OpenFigure& figure : s.stage.figures) shrink_to_plan(figure);
}

void say_image_problems(Notices& notices, const OpenFigure& figure, const Diagnostics& diagnostics) {
    if (diagnostics.empty()) return;
    const auto is_halved = [](const Diagnostic& d) { return d.code == "image-halved"; };
    const bool only_smaller = std::all_of(diagnostics.list().begin(), diagnostics.list().end(), is_halved);
    constexpr std::size_t max_lines = 5;
    std::string text;
    for (std::size_t i = 0; i < std::min(diagnostics.list().size(), max_lines); ++i) {
        const Diagnostic& d = diagnostics.list()[i];
        const std::string where = d.where.text();
        text += fmt::format("{}{}{}{}", i == 0 ? "" : "\n", where, where.empty() ? "" : ": ", d.message);
    }
    if (diagnostics.list().size() > max_lines)
        text += fmt::format("\nand {} more", diagnostics.list().size() - max_lines);
    const std::string title = only_smaller
                                  ? fmt::format("Textures of {} are shown smaller", figure.name())
                                  : fmt::format("Textures of {} are missing or damaged", figure.name());
    notices.say(Severity::warning, title, text).reading = figure.reading;
}

}  // namespace

void read_images(Parts& s) {
    plan_images_of_all(s);
    for (OpenFigure& figure : s.stage.figures) {
        if (std::exchange(figure.images_are_read, true)) continue;
        s.work.loader.decode(figure.reading, figure.document(), figure.image_plan);
    }
}

void read_images_now(Parts& s) {
    plan_images_of_all(s);
    for (OpenFigure& figure : s.stage.figures) {
        if (std::exchange(figure.images_are_read, true)) continue;
        const auto keep = [&](std::size_t i, std::shared_ptr<const Image> image) {
            figure.images[i] = std::move(image);
        };
        Diagnostics diagnostics;
        decode_images(figure.document().images, figure.image_plan, keep, diagnostics);
        say_image_problems(s.notices, figure, diagnostics);
    }
}

void take_images(Parts& s) {
    DecodedImages decoded = s.work.loader.take_images();
    for (OpenFigure& figure : s.stage.figures) {
        bool came = false;
        for (DecodedImages::Decoded& image : decoded.images) {
            if (image.owner != figure.reading) continue;
            figure.images[image.index] = std::move(image.image);
            came = true;
        }
        // The plan may have changed during decoding.
        if (came) shrink_to_plan(figure);
        if (came) ++s.picture_revision;
        for (const DecodedImages::Report& report : decoded.reports) {
            if (report.owner == figure.reading) say_image_problems(s.notices, figure, report.diagnostics);
        }
    }
}

}  // namespace vitruvian
