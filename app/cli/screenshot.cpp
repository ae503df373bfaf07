// `vitruvian screenshot`: renders a picture without a window or a display.
#include "app/cli/commands.h"
#include "app/cli/failure.h"
#include "app/cli/foreign_clip.h"
#include "app/cli/heap.h"
#include "app/cli/input.h"
#include "app/gui/window.h"
#include "app/scene/frame.h"
#include "app/scene/picture_options.h"
#include "app/scene/system_typefaces.h"
#include "app/scene/view_camera.h"
#include "renderer/compare.h"
#include "renderer/headless_context.h"
#include "renderer/png.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <future>
#include <memory>
#include <numbers>
#include <utility>

namespace vitruvian {
namespace {

/// Everything to draw, prepared before there is a GL context.
struct Subject {
    Document document;
    PosedFigure posed;
    FigureShape shape;
    std::vector<std::shared_ptr<const Image>> images;
    int variant = -1;

    [[nodiscard]] Figure figure() const {
        return {.document = &document,
                .skeleton = &posed.skeleton,
                .shape = &shape,
                .pose = &posed.pose,
                .images = images,
                .variant = variant};
    }
};

/// By name, or by index; -1 if none is requested.
Result<int> variant_from_string(const Document& document, const std::string& name) {
    if (name.empty()) return -1;
    std::string names;
    for (std::size_t i = 0; i < document.variants.size(); ++i) {
        if (document.variants[i] == name || std::to_string(i) == name) return static_cast<int>(i);
        names += (i == 0 ? "" : ", ") + document.variants[i];
    }
    return fail("no-such-variant",
                document.variants.empty()
                    ? std::string("the file has no variants of its materials")
                    : fmt::format("there is no variant '{}'; choose from {}", name, names));
}

Outcome<Subject> load_subject(const ScreenshotOptions& options) {
    auto document = load_input(options.file);
    if (!document) return failure(std::move(document.error()), ExitCode::unreadable);
    Subject subject;
    const auto variant = variant_from_string(*document, options.variant);
    if (!variant) return failure(variant.error(), ExitCode::usage);
    subject.variant = *variant;
    subject.document = std::move(*document);
    subject.document.source = nullptr;  // not saved: the file's bytes can be released
    auto posed = pose_figure(subject.document, options.posing);
    if (!posed) {
        const ExitCode code = exit_code_of(posed.error());
        return failure(std::move(posed.error()), code);
    }
    subject.posed = std::move(*posed);
    subject.shape = make_figure_shape(subject.document, subject.posed.skeleton);
    subject.images = decode_images(subject.document.images, subject.document.diagnostics);
    std::fill(subject.document.images.begin(), subject.document.images.end(),
              std::make_shared<const ImageSource>());
    return subject;
}

/// Clips of bone names need no figure: such a file alone is an empty stage.
void note_empty_stage(const Document& document, const std::string& file, const Console& console) {
    const bool has_body =
        !document.meshes.empty() || std::any_of(document.humanoids.begin(), document.humanoids.end(),
                                                [](const Humanoid& h) { return !h.joints.empty(); });
    if (has_body || document.clips.empty()) return;
    console.note(fmt::format(
        "{0} holds clips and no figure, so the stage is empty: vitruvian screenshot FIGURE --clip {0}",
        file));
}

/// "out.png" becomes "out.TAIL.png": TAIL is inserted before the suffix.
std::string beside(const std::string& output, const std::string& tail) {
    const std::filesystem::path path(output);
    return (path.parent_path() / (path.stem().string() + tail + path.extension().string())).string();
}

/// Compares a picture with the reference; the difference picture is written beside it.
ExitCode check_reference(const ScreenshotOptions& options, const Image& picture, const Console& console) {
    const auto reference = read_png(options.reference);
    if (!reference) return console.failed(reference.error(), ExitCode::unreadable);
    const auto comparison = compare_images(*reference, picture);
    if (!comparison) return console.failed(comparison.error(), ExitCode::findings);
    if (comparison->flip <= options.tolerance) return ExitCode::done;
    console.error(fmt::format("{} differs from {}: FLIP {:.6f} is over the tolerance of {}", options.output,
                              options.reference, comparison->flip, options.tolerance));
    if (options.output == "-") return ExitCode::findings;
    const auto written = write_output(beside(options.output, ".diff"), encode_png(comparison->heat));
    return written ? ExitCode::findings : console.failed(written.error(), ExitCode::unwritable);
}

/// Writes a finished picture and, if requested, compares it.
ExitCode deliver(const ScreenshotOptions& options, const std::string& output, Image picture,
                 const Console& console) {
    const bool is_compared = !options.reference.empty();
    const auto written =
        write_output(output, is_compared ? encode_png(picture) : encode_png(std::move(picture)));
    if (!written) return console.failed(written.error(), ExitCode::unwritable);
    return is_compared ? check_reference(options, picture, console) : ExitCode::done;
}

/// Renders the whole window with its panels and the open file.
ExitCode shoot_window(const ScreenshotOptions& options, const Show& show, const Console& console) {
    if (options.file == "-" || !options.posing.rotations.empty() || !options.posing.displacers.empty() ||
        !options.posing.matrices.empty() || !options.posing.reaches.empty() || !options.posing.pins.empty()) {
        console.error("--gui shows a file as the window does: not standard input, and not posed by hand");
        return ExitCode::usage;
    }
    auto document = load_input(options.file);
    if (!document) return console.failed(document.error(), ExitCode::unreadable);
    const PosingOptions& posing = options.posing;
    const auto foreign = find_foreign_clip(*document, posing.clip);
    if (!foreign) return console.failed(foreign.error(), exit_code_of(foreign.error()));
    GuiShot shot;
    shot.files = {options.file};
    if (const auto& other = *foreign) {
        shot.clip_file = other->file;
        shot.remap = remap_options(posing.remap, posing.reference, posing.pin_feet);
    }
    console.report(document->diagnostics);
    const auto posed = pose_figure(*document, posing, *foreign);
    if (!posed) return console.failed(posed.error(), exit_code_of(posed.error()));
    console.report(posed->remarks);
    shot.width = options.size[0];
    shot.height = options.size[1];
    shot.show = show;
    shot.view = options.view;
    const auto variant = variant_from_string(*document, options.variant);
    if (!variant) return console.failed(variant.error(), ExitCode::usage);
    shot.variant = *variant;
    shot.select = options.select;
    const auto own = std::find(document->clips.begin(), document->clips.end(), posed->clip);
    shot.clip = *foreign                       ? static_cast<int>((*foreign)->clip)
                : own == document->clips.end() ? -1
                                               : static_cast<int>(own - document->clips.begin());
    shot.time = posed->time;
    auto picture = render_gui_offscreen(shot);
    if (picture) return deliver(options, options.output, std::move(*picture), console);
    const bool no_opengl = picture.error().code == "no-opengl";
    return console.failed(picture.error(), no_opengl ? ExitCode::no_opengl : ExitCode::usage);
}

/// What is drawn, and its source data.
struct Stage {
    Subject subject;
    Camera camera;
    RenderScene scene;
};

/// Draws one picture after the other, writing each while the next is drawn; they only differ by the camera.
/// The stage and the renderer are destroyed before the last picture is read, and their memory is returned to the
/// system, so that reading and writing it do not add to the largest use of memory, which is that of drawing.
ExitCode draw_pictures(const ScreenshotOptions& options, std::unique_ptr<Renderer> renderer,
                       RenderTarget& target, std::unique_ptr<Stage> stage, const Console& console) {
    const int count = std::max(options.turntable, 1);
    std::future<ExitCode> written;
    renderer->use_typefaces(typefaces_for_labels(stage->scene));
    for (int i = 0; i < count; ++i) {
        if (i > 0) {
            stage->camera.yaw += 2.0F * std::numbers::pi_v<float> / static_cast<float>(count);
            look_from(stage->scene, stage->camera);
        }
        renderer->draw(stage->scene, target);
        if (i + 1 == count) {
            stage.reset();
            renderer.reset();
            ::malloc_trim(0);
        }
        const auto picture = std::make_shared<Image>(target.read());
        const std::string output =
            options.turntable > 0 ? beside(options.output, fmt::format("_{:03}", i)) : options.output;
        if (written.valid()) {
            if (const ExitCode code = written.get(); code != ExitCode::done) return code;
            console.progress(static_cast<std::size_t>(i), static_cast<std::size_t>(count));
        }
        // On a new thread if available, otherwise when it is waited for.
        const auto how = count == 1 ? std::launch::deferred : std::launch::async | std::launch::deferred;
        written = std::async(how, [&options, &console, output, picture] {
            return deliver(options, output, std::move(*picture), console);
        });
    }
    const ExitCode code = written.get();
    if (code == ExitCode::done && count > 1)
        console.progress(static_cast<std::size_t>(count), static_cast<std::size_t>(count));
    return code;
}

}  // namespace

ExitCode run_screenshot(const ScreenshotOptions& options, const Console& console) {
    const auto show = show_from_string(options.show);
    if (!show) return console.failed(show.error(), ExitCode::usage);
    const auto background = background_from_string(options.background);
    if (!background) return console.failed(background.error(), ExitCode::usage);

    if (options.window) return shoot_window(options, *show, console);

    take_large_pages();
    // The file is read while the driver starts and shaders compile.
    auto loading = std::async(std::launch::async, load_subject, std::cref(options));
    auto context = HeadlessContext::create();
    auto renderer = context ? Renderer::create(HeadlessContext::loader()) : tl::unexpected(context.error());
    std::optional<RenderTarget> target;
    if (renderer) target.emplace().resize(options.size[0], options.size[1], picture_band_rows);
    Outcome<Subject> loaded = loading.get();
    if (!loaded) return console.failed(loaded.error().error, loaded.error().code);
    auto stage = std::make_unique<Stage>();
    stage->subject = std::move(*loaded);
    const Subject& subject = stage->subject;
    console.report(subject.document.diagnostics);
    console.report(subject.posed.remarks);
    note_empty_stage(subject.document, options.file, console);
    const auto selection = joint_selection(subject.document, subject.posed.humanoid, options.select);
    if (!selection) return console.failed(selection.error(), ExitCode::usage);
    const Figure figure = subject.figure();
    const std::span figures(&figure, 1);
    const float aspect = static_cast<float>(options.size[0]) / static_cast<float>(options.size[1]);
    const auto camera = camera_for_view(figures, options.view, aspect);
    if (!camera) return console.failed(camera.error(), ExitCode::usage);
    if (!renderer) return console.failed(renderer.error(), ExitCode::no_opengl);

    ViewSettings view;
    view.show = *show;
    view.background = *background;
    view.selected = *selection;
    stage->camera = *camera;
    stage->scene = compose_frame(figures, view, *camera);
    const ExitCode code = draw_pictures(options, std::move(*renderer), *target, std::move(stage), console);
    // The process ends here, and shutting the driver down in order would take a tenth of the total time.
    static_cast<void>(context->release());
    return code;
}

}  // namespace vitruvian
