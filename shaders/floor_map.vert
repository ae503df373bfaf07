// Projects the figures onto the floor, along the key light (x) or straight down (y).
#include "frame.glsl"
#include "cut_out_uv.glsl"
layout(location = 0) in vec3 position;
uniform float along_key;
out vec2 nearness;  // to the floor, as two exponents; positive below it
void main() {
    vec3 p = floor_coordinates(position);
    nearness = -p.y / sizes.x * vec2(14.0, 1.8);
    vec3 light = vec3(dot(key_direction.xyz, floor_left.xyz), dot(key_direction.xyz, floor_up.xyz),
                      dot(key_direction.xyz, floor_front.xyz));
    vec2 at = p.xz - along_key * light.xz * (max(p.y, 0.0) / light.y);
    vec2 uv = vec2(at.x * floor_map_left.x + floor_map_left.y, at.y * floor_map_front.x + floor_map_front.y);
    gl_Position = vec4(uv * 2.0 - 1.0, 0.0, 1.0);
    pass_uv();
    gl_PointSize = 1.0;
}
