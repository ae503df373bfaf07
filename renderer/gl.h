// Owning wrappers of OpenGL names, for the renderer's own files only. Independent of scenes.
#pragma once

#include <glad/gl.h>

#include <utility>

namespace vitruvian::gl {

struct BufferKind {
    static GLuint make() {
        GLuint name = 0;
        glGenBuffers(1, &name);
        return name;
    }
    static void free(GLuint name) { glDeleteBuffers(1, &name); }
};
struct TextureKind {
    static GLuint make() {
        GLuint name = 0;
        glGenTextures(1, &name);
        return name;
    }
    static void free(GLuint name) { glDeleteTextures(1, &name); }
};
struct VertexArrayKind {
    static GLuint make() {
        GLuint name = 0;
        glGenVertexArrays(1, &name);
        return name;
    }
    static void free(GLuint name) { glDeleteVertexArrays(1, &name); }
};
struct FramebufferKind {
    static GLuint make() {
        GLuint name = 0;
        glGenFramebuffers(1, &name);
        return name;
    }
    static void free(GLuint name) { glDeleteFramebuffers(1, &name); }
};
struct RenderbufferKind {
    static GLuint make() {
        GLuint name = 0;
        glGenRenderbuffers(1, &name);
        return name;
    }
    static void free(GLuint name) { glDeleteRenderbuffers(1, &name); }
};
struct SamplerKind {
    static GLuint make() {
        GLuint name = 0;
        glGenSamplers(1, &name);
        return name;
    }
    static void free(GLuint name) { glDeleteSamplers(1, &name); }
};

/// One GL object; created on the first get(), deleted with its owner (the context must be current then).
template <class Kind>
class Name {
  public:
    Name() = default;
    ~Name() { reset(); }
    Name(Name&& other) noexcept : name_(std::exchange(other.name_, 0)) {}
    Name& operator=(Name&& other) noexcept {
        if (this != &other) {
            reset();
            name_ = std::exchange(other.name_, 0);
        }
        return *this;
    }
    Name(const Name&) = delete;
    Name& operator=(const Name&) = delete;

    [[nodiscard]] GLuint get() {
        if (name_ == 0) name_ = Kind::make();
        return name_;
    }
    [[nodiscard]] bool exists() const { return name_ != 0; }
    void reset() {
        if (name_ != 0) Kind::free(std::exchange(name_, 0));
    }

  private:
    GLuint name_ = 0;
};

using Buffer = Name<BufferKind>;
using Texture = Name<TextureKind>;
using VertexArray = Name<VertexArrayKind>;
using Framebuffer = Name<FramebufferKind>;
using Renderbuffer = Name<RenderbufferKind>;
using Sampler = Name<SamplerKind>;

/// Converts a byte offset to the pointer that glVertexAttribPointer and glDrawElements expect.
inline const void* offset(std::size_t bytes) {
    return reinterpret_cast<const void*>(bytes);  // NOLINT(performance-no-int-to-ptr)
}

}  // namespace vitruvian::gl
