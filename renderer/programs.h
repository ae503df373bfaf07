// Shader programs from the files in shaders/, compiled on first use. Independent of scenes.
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

/// Texture units by the kind of texture bound to them; every program's samplers are set to these once.
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

/// Binds a texture without multisampling.
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
    /// Returns the location of a uniform; -1 (which GL ignores) if the compiler removed it.
    [[nodiscard]] GLint at(const char* uniform) const;

  private:
    GLuint name_;
    mutable std::unordered_map<std::string, GLint> locations_;
};

/// The files and defines of a program.
struct ProgramKey {
    std::string vertex;
    std::string fragment;  // empty: vertex stage only, captured by transform feedback
    std::vector<std::string> defines;
    auto operator<=>(const ProgramKey&) const = default;
};

class Programs {
  public:
    /// Returns the program, compiled on the first call. A shader that fails to compile is a programming
    /// error.
    [[nodiscard]] const Program& get(const ProgramKey& key);

  private:
    std::map<ProgramKey, Program> programs_;
};

}  // namespace vitruvian
