#include "app/jobs/diff_pictures.h"

#include "app/jobs/data_uri.h"
#include "app/scene/frame.h"
#include "app/scene/ghosts.h"
#include "app/scene/view_camera.h"
#include "model/pose/pose.h"
#include "renderer/headless_context.h"
#include "renderer/png.h"

#include <fmt/format.h>

#include <array>

namespace vitruvian {
namespace {

constexpr int diff_width = 560;
constexpr int diff_height = 640;

/// A document prepared for drawing in the pose of its file, which is compared, too.
struct Shown {
    explicit Shown(const Document& source)
        : document(source),
          skeleton(make_skeleton(source)),
          pose(file_pose(skeleton)),
          shape(make_figure_shape(source, skeleton)) {
        Diagnostics ignored;
        images = decode_images(source.images, ignored, std::size_t{128} << 20);
    }

    [[nodiscard]] Figure figure() const {
        return {
            .document = &document, .skeleton = &skeleton, .shape = &shape, .pose = &pose, .images = images};
    }

    const Document& document;
    Skeleton skeleton;
    Pose pose;
    FigureShape shape;
    std::vector<std::shared_ptr<const Image>> images;
};

}  // namespace

report::DiffPictures draw_diff(const Document& first, const Document& second) {
    report::DiffPictures out;
    auto context = HeadlessContext::create();
    auto renderer = context ? Renderer::create(HeadlessContext::loader()) : tl::unexpected(context.error());
    if (!renderer) {
        out.note = fmt::format("Without pictures: {}", renderer.error().message);
        return out;
    }
    const Shown before(first);
    const Shown after(second);
    const std::array figures{before.figure(), after.figure()};
    const Result<Camera> camera =
        camera_for_view(figures, "best", static_cast<float>(diff_width) / static_cast<float>(diff_height));
    RenderTarget target;
    target.resize(diff_width, diff_height);
    const auto draw = [&](const RenderScene& scene) {
        (*renderer)->draw(scene, target);
        return png_data_uri(target.read());
    };
    ViewSettings view;
    const Camera from = camera.value_or(Camera{});
    out.first = draw(compose_frame(std::span(figures).first(1), view, from));
    out.second = draw(compose_frame(std::span(figures).last(1), view, from));
    view.show.bones = true;
    out.overlaid = draw(compose_ghosts(figures, view, from));
    return out;
}

}  // namespace vitruvian
