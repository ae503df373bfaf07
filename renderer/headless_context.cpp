#include "renderer/headless_context.h"

#include <EGL/egl.h>
#include <EGL/eglext.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <cstring>
#include <mutex>
#include <string>
#include <thread>

namespace vitruvian {
namespace {

bool has_extension(const char* list, const char* name) {
    if (list == nullptr) return false;
    const std::size_t length = std::strlen(name);
    for (const char* at = std::strstr(list, name); at != nullptr; at = std::strstr(at + length, name)) {
        const bool starts = at == list || at[-1] == ' ';
        if (starts && (at[length] == ' ' || at[length] == '\0')) return true;
    }
    return false;
}

/// A display and the number of its contexts: terminating it would end those of other threads.
struct Display {
    EGLDisplay handle = EGL_NO_DISPLAY;
    int contexts = 0;
};

// llvmpipe has one rasterizer for each display, which draws for one context at a time: with two displays, the
// contexts of two threads draw at once.
std::array<Display, 2> displays;
std::mutex displays_mutex;

bool initialized(EGLDisplay display) {
    EGLint major = 0;
    EGLint minor = 0;
    return display != EGL_NO_DISPLAY && eglInitialize(display, &major, &minor) == EGL_TRUE;
}

template <typename Function>
Function egl_function(const char* name) {
    return reinterpret_cast<Function>(eglGetProcAddress(name));
}

/// Opens Mesa's surfaceless platform, otherwise the first device of a vendor's EGL.
EGLDisplay open_display() {
    const char* extensions = eglQueryString(EGL_NO_DISPLAY, EGL_EXTENSIONS);
    const auto get_display = egl_function<PFNEGLGETPLATFORMDISPLAYEXTPROC>("eglGetPlatformDisplayEXT");
    if (get_display == nullptr) return EGL_NO_DISPLAY;
    if (has_extension(extensions, "EGL_MESA_platform_surfaceless")) {
        const EGLDisplay display = get_display(EGL_PLATFORM_SURFACELESS_MESA, nullptr, nullptr);
        if (initialized(display)) return display;
    }
    const auto query_devices = egl_function<PFNEGLQUERYDEVICESEXTPROC>("eglQueryDevicesEXT");
    if (query_devices == nullptr || !has_extension(extensions, "EGL_EXT_platform_device"))
        return EGL_NO_DISPLAY;
    std::array<EGLDeviceEXT, 16> devices{};
    EGLint count = 0;
    if (query_devices(static_cast<EGLint>(devices.size()), devices.data(), &count) != EGL_TRUE) {
        return EGL_NO_DISPLAY;
    }
    for (EGLint i = 0; i < count; ++i) {
        const EGLDisplay display =
            get_display(EGL_PLATFORM_DEVICE_EXT, devices.at(static_cast<std::size_t>(i)), nullptr);
        if (initialized(display)) return display;
    }
    return EGL_NO_DISPLAY;
}

/// Opens another display on the device of one that draws in software; EGL_NO_DISPLAY if there is none.
EGLDisplay open_twin(EGLDisplay display) {
    const auto get_display = egl_function<PFNEGLGETPLATFORMDISPLAYEXTPROC>("eglGetPlatformDisplayEXT");
    const auto query_display = egl_function<PFNEGLQUERYDISPLAYATTRIBEXTPROC>("eglQueryDisplayAttribEXT");
    const auto query_device = egl_function<PFNEGLQUERYDEVICESTRINGEXTPROC>("eglQueryDeviceStringEXT");
    if (get_display == nullptr || query_display == nullptr || query_device == nullptr) return EGL_NO_DISPLAY;
    EGLAttrib attribute = 0;
    if (query_display(display, EGL_DEVICE_EXT, &attribute) != EGL_TRUE) return EGL_NO_DISPLAY;
    auto* const device = reinterpret_cast<EGLDeviceEXT>(attribute);  // NOLINT: EGL's own way to return it
    if (!has_extension(query_device(device, EGL_EXTENSIONS), "EGL_MESA_device_software"))
        return EGL_NO_DISPLAY;
    const EGLDisplay twin = get_display(EGL_PLATFORM_DEVICE_EXT, device, nullptr);
    return twin != display && initialized(twin) ? twin : EGL_NO_DISPLAY;
}

/// Returns the display with the fewest contexts, which has one more now.
EGLDisplay acquire_display() {
    const std::lock_guard lock(displays_mutex);
    auto& [first, twin] = displays;
    if (first.handle == EGL_NO_DISPLAY) first.handle = open_display();
    if (first.contexts > 0 && twin.handle == EGL_NO_DISPLAY) twin.handle = open_twin(first.handle);
    Display& chosen = twin.handle != EGL_NO_DISPLAY && twin.contexts < first.contexts ? twin : first;
    if (chosen.handle != EGL_NO_DISPLAY) ++chosen.contexts;
    return chosen.handle;
}

void release_display(EGLDisplay handle) {
    const std::lock_guard lock(displays_mutex);
    for (Display& display : displays) {
        if (display.handle != handle || --display.contexts > 0) continue;
        eglTerminate(display.handle);
        display.handle = EGL_NO_DISPLAY;
    }
}

}  // namespace

void HeadlessContext::prepare_for_threads(std::size_t threads) {
    if (threads < 2) return;
    const std::size_t cores = std::max(std::thread::hardware_concurrency(), 1U);
    const std::size_t own = cores / displays.size();
    // With 0 the thread that draws rasterizes too, which one thread for each display would only have to wait for.
    ::setenv("LP_NUM_THREADS", std::to_string(own > 1 ? own : 0).c_str(), 0);
}

Result<std::unique_ptr<HeadlessContext>> HeadlessContext::create() {
    std::unique_ptr<HeadlessContext> context(new HeadlessContext());
    const EGLDisplay display = acquire_display();
    if (display == EGL_NO_DISPLAY) {
        return fail(
            "no-opengl",
            "no EGL display could be opened; install Mesa's software driver (libegl1, libgl1-mesa-dri)");
    }
    context->display_ = display;
    if (eglBindAPI(EGL_OPENGL_API) != EGL_TRUE) return fail("no-opengl", "this EGL has no desktop OpenGL");

    constexpr std::array<EGLint, 5> wanted = {EGL_SURFACE_TYPE, EGL_PBUFFER_BIT, EGL_RENDERABLE_TYPE,
                                              EGL_OPENGL_BIT, EGL_NONE};
    EGLConfig config = nullptr;
    EGLint found = 0;
    if (eglChooseConfig(display, wanted.data(), &config, 1, &found) != EGL_TRUE || found == 0) {
        return fail("no-opengl", "EGL has no configuration for desktop OpenGL");
    }
    constexpr std::array<EGLint, 7> version = {EGL_CONTEXT_MAJOR_VERSION,
                                               4,
                                               EGL_CONTEXT_MINOR_VERSION,
                                               1,
                                               EGL_CONTEXT_OPENGL_PROFILE_MASK,
                                               EGL_CONTEXT_OPENGL_CORE_PROFILE_BIT,
                                               EGL_NONE};
    context->context_ = eglCreateContext(display, config, EGL_NO_CONTEXT, version.data());
    if (context->context_ == EGL_NO_CONTEXT) {
        return fail("no-opengl", "the driver has no OpenGL 4.1 core; Vitruvian needs at least that");
    }
    if (eglMakeCurrent(display, EGL_NO_SURFACE, EGL_NO_SURFACE, context->context_) != EGL_TRUE) {
        return fail("no-opengl", "the OpenGL context cannot be used without a surface");
    }
    return context;
}

HeadlessContext::~HeadlessContext() {
    if (display_ == nullptr) return;
    eglMakeCurrent(display_, EGL_NO_SURFACE, EGL_NO_SURFACE, EGL_NO_CONTEXT);
    if (context_ != nullptr) eglDestroyContext(display_, context_);
    release_display(display_);
}

std::string HeadlessContext::driver_name() {
    constexpr unsigned gl_version =
        0x1F02;  // GL_VERSION: nothing else of OpenGL's header is needed in this file
    using GetString = const unsigned char* (*)(unsigned);
    const auto get_string = reinterpret_cast<GetString>(eglGetProcAddress("glGetString"));
    const unsigned char* text = get_string == nullptr ? nullptr : get_string(gl_version);
    return text == nullptr ? std::string("unknown") : std::string(reinterpret_cast<const char*>(text));
}

GlLoader HeadlessContext::loader() {
    return [](const char* name) -> GlProcedure { return eglGetProcAddress(name); };
}

}  // namespace vitruvian
