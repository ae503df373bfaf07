// Transforms deformed world-space vertices (see deform.vert) to the picture.
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

#ifdef OUTLINE
uniform vec2 outline_width;  // in scene units, or relative to the picture's height; y: 1 for the latter
#ifdef OUTLINE_WIDTH_TEXTURE
uniform sampler2D outline_width_texture;
uniform vec3 uv_rows[30];
uniform float uv_sets[15];
#endif

// The outline hull: moved along the normals, with front faces culled.
vec4 hull_place() {
    float width = outline_width.x;
#ifdef OUTLINE_WIDTH_TEXTURE
    vec3 at = vec3(mix(uv0, uv1, uv_sets[9]), 1.0);
    width *= textureLod(outline_width_texture, vec2(dot(uv_rows[18], at), dot(uv_rows[19], at)), 0.0).g;
#endif
    if (outline_width.y < 0.5) return clip_from_world * vec4(position + normal * width, 1.0);
    vec4 place = clip_from_world * vec4(position, 1.0);
    vec2 aside = (clip_from_world * vec4(normal, 0.0)).xy * viewport.xy;
    aside /= max(length(aside), 1e-6);
    place.xy += aside * width * 2.0 * place.w * vec2(viewport.y * viewport.z, 1.0);
    return place;
}
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
#ifdef OUTLINE
    gl_Position = hull_place();
#else
    gl_Position = clip_from_world * vec4(position, 1.0);
#endif
    gl_PointSize = 4.0;
}
