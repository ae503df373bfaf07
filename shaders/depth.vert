// Transforms deformed vertices for a depth map or an id picture.
#include "cut_out_uv.glsl"
layout(location = 0) in vec3 position;
uniform mat4 clip_from_world_here;
void main() {
    gl_Position = clip_from_world_here * vec4(position, 1.0);
    pass_uv();
    gl_PointSize = 6.0;
}
