// Shader programs from the files in shaders/, compiled when first used. Knows GLSL, nothing of scenes.
#pragma once

#include "model/core/transform.h"
#include "renderer/gl.h"

#include <initializer_list>
#include <map>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace vitruvian {

/// Texture units by what is bound to them; every program's samplers are set to these once.
enum class Unit : int {
    base,
    roughness,
    normal,
    occlusion,
    emissive,
    specular,
    specular_color,
    clearcoat,
    clearcoat_roughness,
    sheen_color,
    sheen_roughness,
    transmission,
    thickness,
    clearcoat_normal,
    anisotropy,
    key_map,
    sky_map,
    ambient_map,
    source,
    palettes,
    influences,
    morphs,
    weights
};

/// A picture without samples.
inline void bind_texture(Unit unit, gl::Texture& texture) {
    glActiveTexture(GL_TEXTURE0 + static_cast<GLenum>(unit));
    glBindTexture(GL_TEXTURE_2D, texture.get());
}

class Program {
  public:
    Program(GLuint name);
    ~Program();
    Program(const Program&) = delete;
    Program& operator=(const Program&) = delete;

    void use() const { glUseProgram(name_); }
    /// The location of a uniform; -1 (which GL ignores) where the compiler left it out.
    [[nodiscard]] GLint at(const char* uniform) const;

  private:
    GLuint name_;
    mutable std::unordered_map<std::string, GLint> locations_;
};

/// Which files and switches make a program.
struct ProgramKey {
    std::string vertex;
    std::string fragment;  // empty: vertices alone, captured by transform feedback
    std::vector<std::string> defines;
    auto operator<=>(const ProgramKey&) const = default;
};

class Programs {
  public:
    /// The program, compiled on the first call. A shader that does not compile is a programmer's error.
    [[nodiscard]] const Program& get(const ProgramKey& key);

  private:
    std::map<ProgramKey, Program> programs_;
};

}  // namespace vitruvian
