// The background of a file: bands of colour by angle, the ground's over the sky's (VRML97 6.5).
#include "frame.glsl"

in vec2 at;
uniform mat3 world_from_view;
uniform vec2 half_size;  // of the picture, at distance 1 from the eye
uniform vec4 sky_bands[16];     // linear colour, angle from the zenith
uniform vec4 ground_bands[16];  // linear colour, angle from the nadir
uniform int sky_count;
uniform int ground_count;
out vec4 pixel;

vec3 band(vec4 bands[16], int count, float angle) {
    vec3 color = bands[0].rgb;
    for (int i = 1; i < count; ++i) {
        float from = bands[i - 1].a;
        float share = clamp((angle - from) / max(bands[i].a - from, 1e-5), 0.0, 1.0);
        if (angle >= from) color = mix(bands[i - 1].rgb, bands[i].rgb, share);
    }
    return color;
}

void main() {
    vec3 direction = normalize(world_from_view * vec3((at * 2.0 - 1.0) * half_size, -1.0));
    float zenith = acos(clamp(direction.y, -1.0, 1.0));
    float nadir = 3.14159265 - zenith;
    vec3 color = band(sky_bands, sky_count, zenith);
    if (ground_count > 0 && nadir <= max(ground_bands[ground_count - 1].a, 1e-4)) {
        color = band(ground_bands, ground_count, nadir);
    }
    pixel = vec4(srgb_from_linear(color), 1.0);
}
