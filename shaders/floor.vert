// The floor: a square around its middle.
#include "frame.glsl"
out vec2 floor_point;
void main() {
    vec2 corner = vec2((gl_VertexID & 1) == 0 ? -1.0 : 1.0, (gl_VertexID & 2) == 0 ? -1.0 : 1.0) * sizes.w;
    floor_point = corner;
    vec3 origin = -(floor_left.xyz * floor_left.w + floor_up.xyz * floor_up.w + floor_front.xyz * floor_front.w);
    gl_Position = clip_from_world *
                  vec4(origin + floor_left.xyz * corner.x + floor_front.xyz * corner.y, 1.0);
}
