// Ambient occlusion: how much ambient light reaches the visible surface, from nearby occluders in the depth
// buffer (only what is visible counts), and how much sky light.
#include "frame.glsl"
#include "shadow_taps.glsl"
in vec2 at;
uniform sampler2D source;  // depth
uniform sampler2DShadow sky_map;
uniform mat4 world_from_clip;
uniform vec4 place;   // first texel of the map in the picture, in texels; zw: a texel in clip space
uniform float reach;  // scene units
out vec4 pixel;

// A spiral like a sunflower's seeds, denser in the middle; rotated differently at each of 4x4 texels, of which the blur
// averages all wherever it is: what varied from one blurred texel to the next would show as stripes.
const int taps = 10;
const vec2 spread[taps] = vec2[](
    vec2(0.0500, 0.0000), vec2(-0.1106, 0.1013), vec2(0.0219, -0.2490), vec2(0.2130, 0.2778), vec2(-0.4431, -0.0784),
    vec2(0.4641, -0.2952), vec2(-0.1687, 0.6277), vec2(-0.3457, -0.6656), vec2(0.7984, 0.2916), vec2(-0.8781, 0.3625));

const int turns[16] = int[](0, 8, 2, 10, 12, 4, 14, 6, 3, 11, 1, 9, 15, 7, 13, 5);

vec3 world_at(ivec2 texel, float depth) {
    vec4 p = world_from_clip * vec4((vec2(texel) + 0.5 + place.xy) * place.zw - 1.0, depth * 2.0 - 1.0, 1.0);
    return p.xyz / p.w;
}
float depth_at(ivec2 texel) { return texelFetch(source, clamp(texel, ivec2(0), textureSize(source, 0) - 1), 0).r; }

// The surface's slope along one axis of the map: towards the neighbour that is closer in depth.
vec3 along(ivec2 here, ivec2 side, float depth, vec3 p) {
    float before = depth_at(here - side), after = depth_at(here + side);
    if (abs(after - depth) < abs(before - depth)) return world_at(here + side, after) - p;
    return p - world_at(here - side, before);
}

void main() {
    ivec2 here = ivec2(at * vec2(textureSize(source, 0)));
    float depth = texelFetch(source, here, 0).r;
    vec3 p = world_at(here, depth);
    vec3 n = normalize(cross(along(here, ivec2(1, 0), depth, p), along(here, ivec2(0, 1), depth, p)));
    float w = clip_from_world[0].w * p.x + clip_from_world[1].w * p.y + clip_from_world[2].w * p.z + clip_from_world[3].w;
    float scale = length(vec3(clip_from_world[0].x, clip_from_world[1].x, clip_from_world[2].x));
    float radius = clamp(reach * scale / (w * place.z), 2.0, 64.0);  // texels
    ivec2 cell = (here + ivec2(place.xy)) & 3;
    float turn = 6.2831853 / 16.0 * float(turns[4 * cell.y + cell.x]);
    mat2 turned = radius * mat2(cos(turn), sin(turn), -sin(turn), cos(turn));
    float blocked = 0.0;
    for (int i = 0; i < taps; ++i) {
        ivec2 there = here + ivec2(round(turned * spread[i]));
        vec3 v = world_at(there, depth_at(there)) - p;
        float far = dot(v, v);
        float near = max(1.0 - far / (reach * reach), 0.0);
        blocked += near * max(dot(v, n) * inversesqrt(far + 1e-12) - 0.12, 0.0);
    }
    float sky = visibility(sky_map, (sky_from_world * vec4(above(p, n), 1.0)).xyz);
    pixel = vec4(max(1.0 - 3.8 * blocked / float(taps), 0.0), sky, 0.0, 1.0);
}
