// One side of the background's panorama box (VRML97 6.5).
#include "frame.glsl"

in vec2 at;
uniform mat3 side_from_view;  // the side is at Z = -1, from -1 to 1 in X and Y
uniform vec2 half_size;       // of the picture, at distance 1 from the eye
uniform sampler2D base_texture;
out vec4 pixel;

void main() {
    vec3 direction = side_from_view * vec3((at * 2.0 - 1.0) * half_size, -1.0);
    vec2 on_side = direction.xy / max(-direction.z, 1e-6);
    vec4 color = texture(base_texture, vec2(0.5 + 0.5 * on_side.x, 0.5 - 0.5 * on_side.y));
    if (direction.z >= 0.0 || abs(on_side.x) > 1.0 || abs(on_side.y) > 1.0) discard;
    pixel = vec4(srgb_from_linear(color.rgb) * color.a, color.a);
}
