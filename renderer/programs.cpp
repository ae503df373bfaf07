#include "renderer/programs.h"

#include "model/core/check.h"

#include <array>
#include <cstdio>
#include <span>
#include <utility>

namespace vitruvian {

std::span<const std::byte> embedded_shader(std::string_view name);

namespace {

struct NamedUnit {
    const char* sampler;
    Unit unit;
};
constexpr std::array named_units = {
    NamedUnit{"base_texture", Unit::base},
    NamedUnit{"roughness_texture", Unit::roughness},
    NamedUnit{"normal_texture", Unit::normal},
    NamedUnit{"occlusion_texture", Unit::occlusion},
    NamedUnit{"emissive_texture", Unit::emissive},
    NamedUnit{"specular_texture", Unit::specular},
    NamedUnit{"specular_color_texture", Unit::specular_color},
    NamedUnit{"clearcoat_texture", Unit::clearcoat},
    NamedUnit{"clearcoat_roughness_texture", Unit::clearcoat_roughness},
    NamedUnit{"sheen_color_texture", Unit::sheen_color},
    NamedUnit{"sheen_roughness_texture", Unit::sheen_roughness},
    NamedUnit{"transmission_texture", Unit::transmission},
    NamedUnit{"thickness_texture", Unit::thickness},
    NamedUnit{"clearcoat_normal_texture", Unit::clearcoat_normal},
    NamedUnit{"anisotropy_texture", Unit::anisotropy},
    // Toon materials have none of the layers.
    NamedUnit{"shade_texture", Unit::specular},
    NamedUnit{"shading_shift_texture", Unit::specular_color},
    NamedUnit{"matcap_texture", Unit::clearcoat},
    NamedUnit{"rim_texture", Unit::clearcoat_roughness},
    NamedUnit{"outline_width_texture", Unit::sheen_color},
    NamedUnit{"behind", Unit::source},
    NamedUnit{"key_map", Unit::key_map},
    NamedUnit{"sky_map", Unit::sky_map},
    NamedUnit{"ambient_map", Unit::ambient_map},
    NamedUnit{"source", Unit::source},
    NamedUnit{"floor_map", Unit::source},
    NamedUnit{"mask", Unit::source},
    NamedUnit{"layer", Unit::source},
    NamedUnit{"palettes", Unit::palettes},
    NamedUnit{"influences", Unit::influences},
    NamedUnit{"morphs", Unit::morphs},
    NamedUnit{"weights", Unit::weights},
};

/// Returns a shader file with its #include lines replaced by the files they name.
std::string expanded(std::string_view file) {
    const std::span<const std::byte> bytes = embedded_shader(file);
    VT_CHECK(!bytes.empty());
    std::string_view text(reinterpret_cast<const char*>(bytes.data()), bytes.size());
    std::string out;
    constexpr std::string_view include = "#include \"";
    while (!text.empty()) {
        const std::size_t end = text.find('\n');
        const std::string_view line = text.substr(0, end);
        text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
        if (line.starts_with(include)) {
            out += expanded(line.substr(include.size(), line.rfind('"') - include.size()));
        } else {
            out.append(line).push_back('\n');
        }
    }
    return out;
}

GLuint compile(GLenum stage, const std::string& file, const std::vector<std::string>& defines) {
    std::string source = "#version 410 core\n";
    for (const std::string& define : defines) source += "#define " + define + "\n";
    source += expanded(file);
    const GLuint shader = glCreateShader(stage);
    const char* text = source.c_str();
    glShaderSource(shader, 1, &text, nullptr);
    glCompileShader(shader);
    GLint compiled = GL_FALSE;
    glGetShaderiv(shader, GL_COMPILE_STATUS, &compiled);
    if (compiled == GL_FALSE) {
        std::array<char, 4096> log{};
        glGetShaderInfoLog(shader, static_cast<GLsizei>(log.size()), nullptr, log.data());
        std::fprintf(stderr, "%s: %s\n", file.c_str(), log.data());
    }
    VT_CHECK(compiled == GL_TRUE);
    return shader;
}

GLuint link(const ProgramKey& key) {
    const GLuint program = glCreateProgram();
    const GLuint vertex = compile(GL_VERTEX_SHADER, key.vertex, key.defines);
    glAttachShader(program, vertex);
    GLuint fragment = 0;
    if (key.fragment.empty()) {
        constexpr std::array<const char*, 3> captured = {"world_position", "world_normal", "world_tangent"};
        glTransformFeedbackVaryings(program, static_cast<GLsizei>(captured.size()), captured.data(),
                                    GL_INTERLEAVED_ATTRIBS);
    } else {
        fragment = compile(GL_FRAGMENT_SHADER, key.fragment, key.defines);
        glAttachShader(program, fragment);
    }
    glLinkProgram(program);
    glDeleteShader(vertex);
    if (fragment != 0) glDeleteShader(fragment);
    GLint linked = GL_FALSE;
    glGetProgramiv(program, GL_LINK_STATUS, &linked);
    if (linked == GL_FALSE) {
        std::array<char, 4096> log{};
        glGetProgramInfoLog(program, static_cast<GLsizei>(log.size()), nullptr, log.data());
        std::fprintf(stderr, "%s + %s: %s\n", key.vertex.c_str(), key.fragment.c_str(), log.data());
    }
    VT_CHECK(linked == GL_TRUE);
    return program;
}

}  // namespace

Program::Program(GLuint name) : name_(name) {
    glUseProgram(name_);
    for (const NamedUnit& unit : named_units) {
        const GLint location = glGetUniformLocation(name_, unit.sampler);
        if (location >= 0) glUniform1i(location, static_cast<int>(unit.unit));
    }
    const GLuint frame = glGetUniformBlockIndex(name_, "Frame");
    if (frame != GL_INVALID_INDEX) glUniformBlockBinding(name_, frame, 0);
}

Program::~Program() {
    glDeleteProgram(name_);
}

GLint Program::at(const char* uniform) const {
    const auto [entry, is_new] = locations_.try_emplace(uniform, -1);
    if (is_new) entry->second = glGetUniformLocation(name_, uniform);
    return entry->second;
}

const Program& Programs::get(const ProgramKey& key) {
    const auto found = programs_.find(key);
    if (found != programs_.end()) return found->second;
    return programs_.try_emplace(key, link(key)).first->second;
}

}  // namespace vitruvian
