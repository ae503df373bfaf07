// The floor, in two parts drawn one over the other; both fade out, and are premultiplied. SHADOW: the
// figures' shadows. Otherwise a pool of light and grid lines.
#include "frame.glsl"
in vec2 floor_point;
uniform vec4 show;         // pool of light, shadow, grid, unused
out vec4 pixel;

float fading() { return 1.0 - smoothstep(0.25, 1.0, length(floor_point - floor_middle.xy) / sizes.w); }

#ifdef SHADOW
uniform sampler2D floor_map;

void main() {
    vec2 at = vec2(floor_point.x * floor_map_left.x + floor_map_left.y,
                   floor_point.y * floor_map_front.x + floor_map_front.y);
    // Occluders high above cast a softer and weaker shadow, since the light is large.
    vec4 shade = texture(floor_map, at);
    float near = shade.a / max(shade.b, 0.004);
    float key = mix(shade.b, shade.r, smoothstep(0.30, 0.95, near)) * mix(0.30, 1.0, near);
    float dark = (1.0 - (1.0 - 0.56 * key) * (1.0 - 0.62 * shade.g)) * show.y * fading();
    pixel = vec4(vec3(0.0), dark);
}
#else
uniform vec4 line_color;   // display colour and strength

// Lines slightly wider than a pixel, faded out before they are so close that they would alias.
float lines(vec2 p, vec2 change, float spacing, float width) {
    vec2 q = p / spacing;
    vec2 step_size = max(change / spacing, vec2(1e-6));
    vec2 away = abs(fract(q - 0.5) - 0.5) / step_size;
    vec2 here = clamp(width * 0.5 + 0.5 - away, 0.0, 1.0) * (1.0 - smoothstep(0.08, 0.30, step_size));
    return max(here.x, here.y);
}

void main() {
    float fade = fading();
    float light = show.x * fade * fade;
    vec4 over = vec4(vec3(light), light);

    vec2 metres = floor_point / sizes.x;
    vec2 change = vec2(length(vec2(dFdx(metres.x), dFdy(metres.x))), length(vec2(dFdx(metres.y), dFdy(metres.y))));
    float strength = max(lines(metres, change, 0.1, 0.9) * 0.38, lines(metres, change, 1.0, 1.3));
    float line = strength * show.z * fade * line_color.a;
    pixel = over * (1.0 - line) + vec4(line_color.rgb * line, line);
}
#endif
