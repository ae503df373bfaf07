#include "renderer/headless_context.h"

#include <EGL/egl.h>
#include <EGL/eglext.h>

#include <array>
#include <cstring>
#include <mutex>

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

// All contexts have the same display, and terminating it would end those of other threads.
std::mutex displays_mutex;
int displays_in_use = 0;

bool initialized(EGLDisplay display) {
    EGLint major = 0;
    EGLint minor = 0;
    return display != EGL_NO_DISPLAY && eglInitialize(display, &major, &minor) == EGL_TRUE;
}

/// Opens Mesa's surfaceless platform, otherwise the first device of a vendor's EGL.
EGLDisplay open_display() {
    const char* extensions = eglQueryString(EGL_NO_DISPLAY, EGL_EXTENSIONS);
    const auto get_display =
        reinterpret_cast<PFNEGLGETPLATFORMDISPLAYEXTPROC>(eglGetProcAddress("eglGetPlatformDisplayEXT"));
    if (get_display == nullptr) return EGL_NO_DISPLAY;
    if (has_extension(extensions, "EGL_MESA_platform_surfaceless")) {
        const EGLDisplay display = get_display(EGL_PLATFORM_SURFACELESS_MESA, nullptr, nullptr);
        if (initialized(display)) return display;
    }
    const auto query_devices =
        reinterpret_cast<PFNEGLQUERYDEVICESEXTPROC>(eglGetProcAddress("eglQueryDevicesEXT"));
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

}  // namespace

Result<std::unique_ptr<HeadlessContext>> HeadlessContext::create() {
    std::unique_ptr<HeadlessContext> context(new HeadlessContext());
    const EGLDisplay display = [] {
        const std::lock_guard lock(displays_mutex);
        const EGLDisplay opened = open_display();
        if (opened != EGL_NO_DISPLAY) ++displays_in_use;
        return opened;
    }();
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
    const std::lock_guard lock(displays_mutex);
    if (--displays_in_use == 0) eglTerminate(display_);
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
