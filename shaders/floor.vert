// The floor: a square around its middle. SHADOW: the part of it that the floor map covers.
#include "frame.glsl"
out vec2 floor_point;
void main() {
    vec2 corner = vec2((gl_VertexID & 1) == 0 ? -1.0 : 1.0, (gl_VertexID & 2) == 0 ? -1.0 : 1.0) * sizes.w;
#ifdef SHADOW
    vec2 scale = vec2(floor_map_left.x, floor_map_front.x);
    vec2 shift = vec2(floor_map_left.y, floor_map_front.y);
    vec2 in_map = (sign(corner) * 0.5 + 0.5 - shift) / scale;
    corner = clamp(in_map - floor_middle.xy, -sizes.ww, sizes.ww);
#endif
    corner += floor_middle.xy;
    floor_point = corner;
    vec3 origin = -(floor_left.xyz * floor_left.w + floor_up.xyz * floor_up.w + floor_front.xyz * floor_front.w);
    gl_Position = clip_from_world *
                  vec4(origin + floor_left.xyz * corner.x + floor_front.xyz * corner.y, 1.0);
}
