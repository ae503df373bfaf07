#include "renderer/overlay.h"

#include <cstddef>

namespace vitruvian {
namespace {

void attribute(GLuint at, std::size_t offset) {
    glEnableVertexAttribArray(at);
    glVertexAttribPointer(at, 4, GL_FLOAT, GL_FALSE, sizeof(OverlayVertex), gl::offset(offset));
}

}  // namespace

void Overlay::upload(const std::vector<OverlayVertex>& vertices) {
    glBindVertexArray(array_.get());
    glBindBuffer(GL_ARRAY_BUFFER, vertices_.get());
    glBufferData(GL_ARRAY_BUFFER, static_cast<GLsizeiptr>(vertices.size() * sizeof(OverlayVertex)),
                 vertices.data(), GL_STREAM_DRAW);
    attribute(0, offsetof(OverlayVertex, clip));
    attribute(1, offsetof(OverlayVertex, color));
    attribute(2, offsetof(OverlayVertex, shape));
    glEnableVertexAttribArray(3);
    glVertexAttribIPointer(3, 1, GL_UNSIGNED_INT, sizeof(OverlayVertex),
                           gl::offset(offsetof(OverlayVertex, id)));
}

void Overlay::draw(const OverlayShapes& shapes, Programs& programs) {
    if (shapes.hidden.empty() && shapes.on_top.empty()) return;
    const Program& program = programs.get({"overlay.vert", "overlay.frag", {}});
    program.use();
    glUniform4f(program.at("window"), 1.0F, 1.0F, 0.0F, 0.0F);
    glEnable(GL_BLEND);
    glDepthMask(GL_FALSE);
    if (!shapes.hidden.empty()) {
        upload(shapes.hidden);
        glDrawArrays(GL_TRIANGLES, 0, static_cast<GLsizei>(shapes.hidden.size()));
    }
    if (!shapes.on_top.empty()) {
        upload(shapes.on_top);
        glDisable(GL_DEPTH_TEST);
        glDrawArrays(GL_TRIANGLES, 0, static_cast<GLsizei>(shapes.on_top.size()));
        glEnable(GL_DEPTH_TEST);
    }
    glDepthMask(GL_TRUE);
    glDisable(GL_BLEND);
}

void Overlay::draw_ids(const std::vector<OverlayVertex>& vertices, const vec4& window, Programs& programs) {
    if (vertices.empty()) return;
    const Program& program = programs.get({"overlay.vert", "overlay.frag", {"PICK"}});
    program.use();
    glUniform4fv(program.at("window"), 1, &window[0]);
    upload(vertices);
    glDrawArrays(GL_TRIANGLES, 0, static_cast<GLsizei>(vertices.size()));
}

}  // namespace vitruvian
