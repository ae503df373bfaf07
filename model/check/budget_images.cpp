// Checks of images: their sizes, read from their headers only, and missing ones.
#include "model/check/budget.h"
#include "model/check/findings.h"
#include "model/check/source_gltf.h"
#include "model/check/subject.h"
#include "model/io/image.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cstdio>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>

namespace vitruvian::check {
namespace {

struct Picture {
    int index;  // into Document::images
    ImageSize size;
};

/// Returns each image once whose header can be read.
std::vector<Picture> distinct_pictures(const Document& document) {
    std::vector<Picture> out;
    const ImagePlan plan = plan_images(document.images);
    for (std::size_t i = 0; i < plan.size(); ++i) {
        if (plan[i].same_as == i && plan[i].file_size.pixels() > 0)
            out.push_back({static_cast<int>(i), plan[i].file_size});
    }
    return out;
}

std::string name_of_picture(const Subject& subject, int index) {
    const std::string& name = at(subject.document().images, index)->name;
    return name.empty() || name.starts_with("data:") ? fmt::format("#{}", index) : name;
}

Location place_of_image(const Subject& subject, int index) {
    Location out{subject.document().file, 0, 0, {}};
    if (!subject.is_hanim()) out.pointer = fmt::format("/images/{}", index);
    return out;
}

/// Returns the image name in a message of the VRML reader: "no image can be read here: NAME (why)".
std::string name_told(const std::string& message) {
    constexpr std::string_view before = "here: ";
    const std::size_t start = message.find(before);
    if (start == std::string::npos) return {};
    const std::size_t from = start + before.size();
    const std::size_t end = message.rfind(" (");
    return message.substr(from, end == std::string::npos || end < from ? std::string::npos : end - from);
}

bool is_power_of_two(int side) {
    return std::has_single_bit(static_cast<unsigned>(side));
}

}  // namespace

void check_texture_memory(const Subject& subject, Findings& findings) {
    double megabytes = 0.0;
    for (const Picture& picture : distinct_pictures(subject.document()))
        megabytes += static_cast<double>(picture.size.bytes()) * 4.0 / 3.0 / 1e6;
    const double most = findings.threshold();
    if (megabytes <= most) return;
    Object object =
        subject.figures().empty() ? subject.whole_file() : subject.humanoid(subject.figures().front());
    findings
        .add(std::move(object),
             fmt::format("its pictures take {:.1f} MB of memory, more than {:.0f} MB", megabytes, most),
             "make the largest pictures smaller", megabytes)
        .where = {subject.document().file, 0, 0, {}};
}

void check_texture_sizes(const Subject& subject, Findings& findings) {
    const double most = findings.threshold();
    for (const Picture& picture : distinct_pictures(subject.document())) {
        const int side = std::max(picture.size.width, picture.size.height);
        const std::string size = fmt::format("{} x {}", picture.size.width, picture.size.height);
        const auto add = [&](std::string message, std::string advice, Level level, double threshold) {
            Finding& finding =
                findings.add(Subject::named("image", name_of_picture(subject, picture.index)),
                             std::move(message), std::move(advice), static_cast<double>(side), level);
            finding.threshold = threshold;
            finding.where = place_of_image(subject, picture.index);
        };
        if (side > most) {
            const bool is_severe = side > 2.0 * most;
            add(fmt::format("the picture has {} pixels", size), "make it smaller: few screens show as many",
                is_severe ? Level::error : Level::warning, is_severe ? 2.0 * most : most);
        } else if (!is_power_of_two(picture.size.width) || !is_power_of_two(picture.size.height)) {
            add(fmt::format("the sides of the picture, {}, are not powers of two", size),
                "scale it to the nearest powers of two, if it must run on old hardware", Level::info, most);
        }
    }
}

void check_missing_textures(const Subject& subject, Findings& findings) {
    const GltfFacts* facts = subject.gltf_facts();
    std::set<std::string> reported;
    for (const Diagnostic& diagnostic : subject.document().diagnostics.list()) {
        const bool is_on_web = diagnostic.code == "vrml-texture-on-web";
        // Pictures in other folders are not looked for: they may exist.
        const bool is_outside =
            diagnostic.code == "gltf-image-outside" || diagnostic.code == "vrml-texture-outside";
        if (diagnostic.code != "gltf-image-missing" && diagnostic.code != "vrml-texture-missing" &&
            !is_on_web && !is_outside)
            continue;
        std::string name = name_told(diagnostic.message);
        int index = -1;
        if (facts != nullptr && std::sscanf(diagnostic.where.pointer.c_str(), "/images/%d", &index) == 1 &&
            index >= 0 && static_cast<std::size_t>(index) < facts->images.size())
            name = at(facts->images, index);
        if (!name.empty() && !reported.insert(name).second) continue;
        const std::string often = diagnostic.count > 1 ? fmt::format(" ({} times)", diagnostic.count) : "";
        Finding& finding = findings.add(
            Subject::named("image", name),
            diagnostic.message + often + (is_on_web ? "; it is a web address, which is not followed" : ""),
            "put the picture at the path in the file, below its own folder, or correct the name",
            std::nullopt, is_on_web || is_outside ? std::optional(Level::warning) : std::nullopt);
        finding.where = diagnostic.where;
    }
    // A file that is not an image counts as missing.
    const auto& images = subject.document().images;
    for (int i = 0; i < static_cast<int>(images.size()); ++i) {
        if (at(images, i)->encoded.empty()) continue;  // reported above
        const Result<ImageSize> size = image_size(*at(images, i));
        if (size || size.error().code == "image-unsupported") continue;
        Finding& finding = findings.add(Subject::named("image", name_of_picture(subject, i)),
                                        fmt::format("it cannot be read: {}", size.error().message),
                                        "export the picture again");
        finding.where = place_of_image(subject, i);
    }
}

}  // namespace vitruvian::check
