// Finished world-space vertices (see deform.vert) to the picture.
#include "frame.glsl"
layout(location = 0) in vec3 position;
layout(location = 1) in vec3 normal;
layout(location = 2) in vec4 tangent;
layout(location = 4) in vec2 uv0;
layout(location = 5) in vec2 uv1;
layout(location = 6) in vec4 vertex_color;

out vec3 world_position;
#ifndef FLAT
out vec3 world_normal;
#endif
#ifdef TANGENTS
out vec4 world_tangent;
#endif
#ifdef TEXTURED
out vec4 uv;
#endif
#ifdef VERTEX_COLORS
out vec4 color;
#endif

void main() {
    world_position = position;
#ifndef FLAT
    world_normal = normal;
#endif
#ifdef TANGENTS
    world_tangent = tangent;
#endif
#ifdef TEXTURED
    uv = vec4(uv0, uv1);
#endif
#ifdef VERTEX_COLORS
    color = vertex_color;
#endif
    gl_Position = clip_from_world * vec4(position, 1.0);
    gl_PointSize = 4.0;
}
