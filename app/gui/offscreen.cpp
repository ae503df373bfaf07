// Renders the whole window without a display: ImGui's OpenGL backend on a headless context.
#include "app/gui/gui.h"
#include "app/gui/viewport_strips.h"
#include "app/gui/window.h"
#include "app/scene/view_camera.h"
#include "model/core/check.h"
#include "renderer/headless_context.h"

#include <backends/imgui_impl_opengl3.h>
#include <fmt/format.h>
#include <glad/gl.h>

#include <algorithm>
#include <memory>

namespace vitruvian {
namespace {

/// ImGui with its OpenGL backend, during a picture.
struct ImGuiScope {
    ImGuiScope() {
        ImGui::CreateContext();
        ImGui::GetIO().IniFilename = nullptr;
        ImGui_ImplOpenGL3_Init("#version 410 core");
    }
    ~ImGuiScope() {
        ImGui_ImplOpenGL3_Shutdown();
        ImGui::DestroyContext();
    }
    ImGuiScope(const ImGuiScope&) = delete;
    ImGuiScope& operator=(const ImGuiScope&) = delete;
};

/// A framebuffer of plain RGBA8.
class Canvas {
  public:
    Canvas(int width, int height) : width_(width), height_(height) {
        glGenTextures(1, &texture_);
        glBindTexture(GL_TEXTURE_2D, texture_);
        glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA8, width, height, 0, GL_RGBA, GL_UNSIGNED_BYTE, nullptr);
        glGenFramebuffers(1, &framebuffer_);
        glBindFramebuffer(GL_FRAMEBUFFER, framebuffer_);
        glFramebufferTexture2D(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, texture_, 0);
    }
    ~Canvas() {
        glDeleteFramebuffers(1, &framebuffer_);
        glDeleteTextures(1, &texture_);
    }
    Canvas(const Canvas&) = delete;
    Canvas& operator=(const Canvas&) = delete;

    void bind() const {
        glBindFramebuffer(GL_FRAMEBUFFER, framebuffer_);
        glViewport(0, 0, width_, height_);
    }

    [[nodiscard]] Image read() const {
        Image image{width_, height_, {}};
        const auto row = static_cast<std::size_t>(width_) * 4;
        std::vector<std::uint8_t> rows(row * static_cast<std::size_t>(height_));
        glBindFramebuffer(GL_FRAMEBUFFER, framebuffer_);
        glPixelStorei(GL_PACK_ALIGNMENT, 4);
        glReadPixels(0, 0, width_, height_, GL_RGBA, GL_UNSIGNED_BYTE, rows.data());
        image.rgba.reserve(rows.size());
        for (std::size_t y = static_cast<std::size_t>(height_); y-- > 0;) {
            const auto from = rows.begin() + static_cast<std::ptrdiff_t>(y * row);
            image.rgba.insert(image.rgba.end(), from, from + static_cast<std::ptrdiff_t>(row));
        }
        // A window has no alpha.
        for (std::size_t i = 3; i < image.rgba.size(); i += 4) image.rgba[i] = 255;
        return image;
    }

  private:
    int width_;
    int height_;
    GLuint texture_ = 0;
    GLuint framebuffer_ = 0;
};

Result<void> select_joint(Session& session, const std::string& name) {
    const OpenFigure& figure = session.figures().front();
    const std::vector<Item> found = find_joints(figure.document(), name);
    if (found.empty()) return fail("no-such-joint", fmt::format("there is no joint '{}' to select", name));
    session.execute(Select{{figure.id, found.front()}, false});
    return {};
}

Result<void> prepare(Session& session, const GuiShot& shot, const Rect& viewport) {
    const float aspect = viewport.width / viewport.height;
    const Air air = air_between_strips(viewport, shot.scale);
    session.set_aspect(aspect);
    session.set_air(air);
    std::vector<std::filesystem::path> files = shot.files;
    if (!shot.clip_file.empty()) files.push_back(shot.clip_file);
    Result<void> opened = files.empty() ? session.show_builtin() : session.open_now(files);
    if (!opened) return opened;
    session.execute(SetPlaying{false});
    const std::uint64_t id = session.figures().front().id;
    session.execute(SetRemap{id, shot.remap});
    const std::uint64_t source = shot.clip_file.empty() ? 0 : session.figures().back().id;
    session.execute(ChooseClip{id, shot.clip, source});
    session.execute(SetTime{shot.time});
    session.execute(ChooseVariant{id, shot.variant});
    if (shot.show) session.execute(SetShow{*shot.show});
    const Result<Camera> camera = camera_for_view(session.frame_figures(), shot.view, aspect, air);
    if (!camera) return tl::unexpected(camera.error());
    session.set_camera(*camera);
    return shot.select.empty() ? opened : select_joint(session, shot.select);
}

}  // namespace

Result<Image> render_gui_offscreen(const GuiShot& shot) {
    VT_CHECK(shot.width > 0 && shot.height > 0);
    Result<std::unique_ptr<HeadlessContext>> context = HeadlessContext::create();
    if (!context) return tl::unexpected(context.error());
    Result<std::unique_ptr<Renderer>> renderer = Renderer::create(HeadlessContext::loader());
    if (!renderer) return tl::unexpected(renderer.error());
    const ImGuiScope imgui;
    Settings settings;
    settings.light_theme = shot.light;
    const auto width = static_cast<float>(shot.width);
    const auto height = static_cast<float>(shot.height);
    const Rect viewport = lay_out(settings, width, height, shot.scale).viewport;
    Session session;
    if (const Result<void> ready = prepare(session, shot, viewport); !ready) {
        return tl::unexpected(ready.error());
    }
    Gui gui(**renderer, settings);
    const Canvas canvas(shot.width, shot.height);
    // ImGui only knows the size of new items in the next frame.
    constexpr int frames = 3;
    for (int i = 0; i < frames; ++i) {
        gui.set_scale(shot.scale, 1.0F);
        ImGuiIO& io = ImGui::GetIO();
        io.DisplaySize = ImVec2(width, height);
        io.DeltaTime = 1.0F / 60.0F;
        ImGui_ImplOpenGL3_NewFrame();
        ImGui::NewFrame();
        gui.frame(session, {});
    }
    canvas.bind();
    gui.paint();
    return canvas.read();
}

}  // namespace vitruvian
