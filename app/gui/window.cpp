#include "app/gui/window.h"

#include "app/gui/file_watch.h"
#include "app/gui/glfw_input.h"
#include "app/gui/gui.h"
#include "app/gui/leave_signals.h"
#include "app/gui/viewport_strips.h"
#include "app/session/new_file.h"
#include "model/core/utf8.h"
#include "renderer/png.h"

#include <GLFW/glfw3.h>
#include <backends/imgui_impl_glfw.h>
#include <backends/imgui_impl_opengl3.h>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <utility>

namespace vitruvian {
namespace {

constexpr int settling_frames = 3;  // ImGui needs some frames to process one event completely

float scale_from_environment() {
    const char* text = std::getenv("VITRUVIAN_SCALE");
    const float scale = text ? std::strtof(text, nullptr) : 0.0F;
    return std::isfinite(scale) && scale >= 0.5F && scale <= 4.0F ? scale : 0.0F;
}

/// Saves a picture of the viewport beside the first file, or in the current folder; in the user's pictures where
/// that folder cannot be written.
void save_picture(Session& session, Viewport& viewport) {
    std::filesystem::path folder;
    std::string stem = "manikin";
    if (const OpenFigure* figure = session.active_figure(); figure && !figure->path.empty()) {
        folder = figure->path.parent_path();
        stem = figure->path.stem().string();
    }
    const auto name = [&](int number) { return fmt::format("{}-{}.png", stem, number); };
    const Result<NewFile> written =
        write_new_file(folder, UserFolder::pictures, name, encode_png(viewport.picture().read()));
    if (written) {
        session.execute(ShowMessage{Severity::info, "Picture saved", said_of(*written)});
    } else {
        session.execute(
            ShowMessage{Severity::error, "The picture could not be saved", written.error().text()});
    }
}

/// Window units per design unit, before the user's setting; and pixels per window unit.
struct ScreenScale {
    float content = 1.0F;
    float raster = 1.0F;
};

ScreenScale scale_of(GLFWwindow* window) {
    ScreenScale out;
    int width = 0;
    int pixels = 0;
    glfwGetWindowSize(window, &width, nullptr);
    glfwGetFramebufferSize(window, &pixels, nullptr);
    if (width > 0 && pixels > 0) out.raster = static_cast<float>(pixels) / static_cast<float>(width);
    out.content = scale_from_environment();
    if (out.content == 0.0F) {
        glfwGetWindowContentScale(window, &out.content, nullptr);
        // Where window coordinates are already scaled (Wayland), only the remaining factor is used.
        out.content /= out.raster;
    }
    out.content = std::max(out.content, 0.5F);
    return out;
}

/// Converts a length of the window to design units, which are independent of a screen's scale.
int design_length(int length, float content) {
    return static_cast<int>(std::lround(static_cast<float>(length) / content));
}

struct GlfwScope {
    bool ready = glfwInit() == GLFW_TRUE;
    GlfwScope() = default;
    ~GlfwScope() {
        if (ready) glfwTerminate();
    }
    GlfwScope(const GlfwScope&) = delete;
    GlfwScope& operator=(const GlfwScope&) = delete;
};

/// Copied text may be pasted into a terminal.
void copy_visible_text() {
    static void (*copy)(void* data, const char* text) = nullptr;
    copy = ImGui::GetIO().SetClipboardTextFn;
    ImGui::GetIO().SetClipboardTextFn = [](void* data, const char* text) {
        copy(data, visible_text(text, Breaks::kept).c_str());
    };
}

class Window {
  public:
    Window(GLFWwindow& window, Renderer& renderer, Settings settings, const LeaveSignals& signals)
        : window_(&window),
          signals_(&signals),
          gui_(renderer, settings),
          saved_settings_(std::move(settings)),
          session_(glfwPostEmptyEvent, recovery_folder()) {
        ImGui_ImplGlfw_InitForOpenGL(window_, false);
        input_.listen_to(window_);
        copy_visible_text();
        ImGui_ImplOpenGL3_Init("#version 410 core");
        gui_.report().open_from_environment();
    }
    ~Window() {
        ImGui_ImplOpenGL3_Shutdown();
        ImGui_ImplGlfw_Shutdown();
    }
    Window(const Window&) = delete;
    Window& operator=(const Window&) = delete;

    void run(const WindowOptions& options) {
        apply_scale();
        int width = 0;
        int height = 0;
        glfwGetWindowSize(window_, &width, &height);
        const Rect viewport = lay_out(gui_.state().settings, static_cast<float>(width),
                                      static_cast<float>(height), gui_.scale())
                                  .viewport;
        session_.set_aspect(viewport.width / viewport.height);
        session_.set_air(air_between_strips(viewport, gui_.scale()));
        session_.start(options.files);
        session_.offer_lost_work();
        last_frame_ = Clock::now();
        while (!gui_.state().quit && !signals_->asked()) {
            wait();
            if (glfwWindowShouldClose(window_) == GLFW_TRUE) {
                glfwSetWindowShouldClose(window_, GLFW_FALSE);
                gui_.state().leaving.quit_asked = true;
                want_frames(settling_frames);
            }
            step();
        }
        // A user who quits has been asked about unsaved edits; a signal asks nobody, and the next start
        // offers recovery.
        if (gui_.state().quit) {
            session_.discard_unsaved_edits();
        } else {
            session_.finish();
        }
        remember();
    }

  private:
    using Clock = std::chrono::steady_clock;

    void open(const std::vector<std::filesystem::path>& files, bool add) {
        session_.execute(OpenFiles{files, add});
    }

    static std::filesystem::path recovery_folder() {
        const std::filesystem::path state = state_folder();
        return state.empty() ? state : state / "recovery";
    }

    /// Sleeps while there is nothing to draw; limits the frame rate to the screen's during animation.
    void wait() {
        constexpr double frame_time = 1.0 / 60.0;
        take_input();
        const bool moving = session_.playback().playing || frames_wanted_ > 0 || input_.has_waiting();
        if (moving) {
            const double spent = std::chrono::duration<double>(Clock::now() - last_frame_).count();
            if (spent < frame_time) {
                glfwWaitEventsTimeout(frame_time - spent);
            } else {
                glfwPollEvents();
            }
            return;
        }
        const bool settling = gui_.viewport().is_settling();
        if (!session_.is_checking() && !settling) gui_.report().idle(frames_drawn_);
        // Progress is shown, a text cursor blinks, a message disappears, a reduced picture is redrawn in full
        // quality.
        constexpr double tick = 0.1;
        constexpr double blink = 0.2;
        constexpr double settle = 0.05;
        std::optional<double> timeout = session_.seconds_to_fade();
        const auto at_most = [&](double seconds) { timeout = std::min(timeout.value_or(seconds), seconds); };
        if (session_.loading() || session_.is_saving()) at_most(tick);
        if (ImGui::GetIO().WantTextInput) at_most(blink);
        if (settling) at_most(settle);
        const Clock::time_point before = Clock::now();
        if (timeout) {
            glfwWaitEventsTimeout(std::max(*timeout, 0.001));
        } else {
            glfwWaitEvents();
        }
        const double waited = std::chrono::duration<double>(Clock::now() - before).count();
        if (session_.let_messages_age(waited) || (timeout && *timeout <= blink)) want_frames(1);
    }

    void take_input() {
        if (!input_.take_arrived()) return;
        want_frames(settling_frames);
        session_.keep_messages_for_input();
    }

    void want_frames(int count) { frames_wanted_ = std::max(frames_wanted_, count); }

    void step() {
        const Clock::time_point now = Clock::now();
        take_input();
        if (input_.take_focus_again() || files_.take_changed()) session_.execute(CheckFiles{});
        watch_files();
        const double elapsed = std::min(std::chrono::duration<double>(now - last_frame_).count(), 0.25);
        if (session_.update(was_waiting_ ? 0.0 : elapsed)) want_frames(2);
        if (!session_.playback().playing && frames_wanted_ <= 0 && !input_.has_waiting()) {
            was_waiting_ = true;
            return;
        }
        was_waiting_ = false;
        last_frame_ = now;
        if (elapsed > 0.0) {
            frame_seconds_ += 0.1 * (elapsed - frame_seconds_);
            gui_.state().frames_per_second = static_cast<float>(1.0 / frame_seconds_);
        }
        --frames_wanted_;
        draw();
    }

    void watch_files() {
        if (session_.structure_revision() == watched_) return;
        watched_ = session_.structure_revision();
        std::vector<std::filesystem::path> files;
        for (const OpenFigure& figure : session_.figures()) {
            for (const KnownFile& file : figure.files) files.push_back(file.path);
        }
        files_.watch(files);
    }

    void draw() {
        const Clock::time_point begin = Clock::now();
        apply_scale();
        if (const std::optional<Drop> drop = input_.take_drop()) open(drop->files, drop->adds);
        const std::vector<KeyPress> keys = input_.feed_frame(gui_.opens_text_field());
        const unsigned long events = input_.answered();
        ImGui_ImplOpenGL3_NewFrame();
        ImGui_ImplGlfw_NewFrame();
        input_.set_frame();
        ImGui::NewFrame();
        const std::uint64_t picture = session_.picture_revision();
        gui_.frame(session_, keys);
        if (session_.picture_revision() != picture || gui_.goes_on()) want_frames(1);
        if (input_.has_waiting()) want_frames(settling_frames);
        gui_.paint();
        if (std::exchange(gui_.state().take_screenshot, false)) save_picture(session_, gui_.viewport());
        glfwSwapBuffers(window_);
        gui_.viewport().note_frame_time(std::chrono::duration<double>(Clock::now() - begin).count());
        ++frames_drawn_;
        update_title();
        int width = 0;
        int height = 0;
        glfwGetWindowSize(window_, &width, &height);
        gui_.report().state("input", {{"events", events}});
        gui_.report().state("window", {{"width", width}, {"height", height}, {"title", title_}});
        if (gui_.state().settings != saved_settings_ && !ImGui::IsAnyItemActive()) remember();
    }

    void apply_scale() {
        const ScreenScale scale = scale_of(window_);
        gui_.set_scale(scale.content, scale.raster);
    }

    void update_title() {
        std::string title = "Vitruvian";
        const OpenFigure* figure = session_.active_figure();
        if (figure && (!figure->path.empty() || session_.has_unsaved_edits())) {
            title = fmt::format("{}{} \u2013 Vitruvian", visible_text(figure->name()),
                                session_.has_unsaved_edits() ? " *" : "");
        }
        if (title == title_) return;
        title_ = title;
        glfwSetWindowTitle(window_, title_.c_str());
    }

    void remember() {
        Settings& settings = gui_.state().settings;
        settings.maximized = glfwGetWindowAttrib(window_, GLFW_MAXIMIZED) == GLFW_TRUE;
        if (!settings.maximized) {
            int width = 0;
            int height = 0;
            glfwGetWindowSize(window_, &width, &height);
            const float content = scale_of(window_).content;
            settings.window_width = design_length(width, content);
            settings.window_height = design_length(height, content);
        }
        if (settings == saved_settings_) return;
        saved_settings_ = settings;
        const std::filesystem::path path = settings_path();
        if (path.empty() || settings_failed_) return;
        if (const Result<void> written = write_settings(settings, path); !written) {
            settings_failed_ = true;
            session_.execute(
                ShowMessage{Severity::warning, "The layout will not be remembered", written.error().text()});
        }
    }

    GLFWwindow* window_;
    const LeaveSignals* signals_;
    GlfwInput input_;
    int frames_wanted_ = settling_frames;
    Gui gui_;
    Settings saved_settings_;
    Session session_;
    Clock::time_point last_frame_;
    double frame_seconds_ = 1.0 / 60.0;  // smoothed
    FileWatch files_{glfwPostEmptyEvent};
    std::uint64_t watched_ = 0;  // structure revision whose files are watched
    unsigned long frames_drawn_ = 0;
    bool was_waiting_ = false;
    bool settings_failed_ = false;
    std::string title_;
};

GLFWwindow* make_window(const Settings& settings) {
    glfwWindowHint(GLFW_CONTEXT_VERSION_MAJOR, 4);
    glfwWindowHint(GLFW_CONTEXT_VERSION_MINOR, 1);
    glfwWindowHint(GLFW_OPENGL_PROFILE, GLFW_OPENGL_CORE_PROFILE);
    glfwWindowHint(GLFW_OPENGL_FORWARD_COMPAT, GLFW_TRUE);
    glfwWindowHint(GLFW_DEPTH_BITS, 0);
    glfwWindowHint(GLFW_STENCIL_BITS, 0);
    glfwWindowHint(GLFW_MAXIMIZED, settings.maximized ? GLFW_TRUE : GLFW_FALSE);
    glfwWindowHint(GLFW_VISIBLE, GLFW_FALSE);  // hidden until it has its size
    glfwWindowHintString(GLFW_X11_CLASS_NAME, "vitruvian");
    glfwWindowHintString(GLFW_X11_INSTANCE_NAME, "vitruvian");
    GLFWwindow* window =
        glfwCreateWindow(settings.window_width, settings.window_height, "Vitruvian", nullptr, nullptr);
    if (window == nullptr) return nullptr;
    const float content = scale_of(window).content;
    auto width = static_cast<int>(std::lround(static_cast<float>(settings.window_width) * content));
    auto height = static_cast<int>(std::lround(static_cast<float>(settings.window_height) * content));
    if (GLFWmonitor* monitor = glfwGetPrimaryMonitor()) {
        int available_width = 0;
        int available_height = 0;
        glfwGetMonitorWorkarea(monitor, nullptr, nullptr, &available_width, &available_height);
        if (available_width > 0 && available_height > 0) {
            width = std::min(width, available_width);
            height = std::min(height, available_height);
        }
    }
    glfwSetWindowSizeLimits(window, 480, 320, GLFW_DONT_CARE, GLFW_DONT_CARE);
    if (!settings.maximized) glfwSetWindowSize(window, width, height);
    glfwShowWindow(window);
    return window;
}

tl::unexpected<Error> no_window(std::string why) {
    return fail("no-opengl", std::move(why));
}

}  // namespace

Result<void> run_window(const WindowOptions& options) {
    const LeaveSignals signals(glfwPostEmptyEvent);
    static std::string glfw_problem;
    glfwSetErrorCallback([](int, const char* text) { glfw_problem = text; });
    const GlfwScope glfw;
    if (!glfw.ready) return no_window("no window system could be reached: " + glfw_problem);
    const Settings settings = read_settings(settings_path());
    const std::unique_ptr<GLFWwindow, void (*)(GLFWwindow*)> window(make_window(settings), glfwDestroyWindow);
    if (!window) return no_window("a window with OpenGL 4.1 could not be opened: " + glfw_problem);
    glfwMakeContextCurrent(window.get());
    glfwSwapInterval(1);
    Result<std::unique_ptr<Renderer>> renderer = Renderer::create(glfwGetProcAddress);
    if (!renderer) return no_window(renderer.error().text());
    ImGui::CreateContext();
    ImGui::GetIO().IniFilename = nullptr;
#if IMGUI_VERSION_NUM >= 18700
    ImGui::GetIO().ConfigInputTrickleEventQueue = false;  // the InputQueue spreads events over frames
#endif
    {
        Window program(*window, **renderer, settings, signals);
        program.run(options);
    }
    ImGui::DestroyContext();
    renderer->reset();
    return {};
}

}  // namespace vitruvian
