// Transforms deformed vertices for a depth map of the view. Its one interpolant is like that of screen.vert, so
// that llvmpipe's code is shared with the full-screen passes.
#include "cut_out_uv.glsl"
layout(location = 0) in vec3 position;
uniform mat4 clip_from_world_here;
out vec2 at;  // depth in clip space, and what divides it
void main() {
    gl_Position = clip_from_world_here * vec4(position, 1.0);
    at = gl_Position.zw;
    pass_uv();
}
