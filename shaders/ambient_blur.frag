// The mean of 4x4 texels, weighted by similar depth; blue is 1 where there is a surface.
in vec2 at;
uniform sampler2D source;  // depth
uniform sampler2D ambient_map;
uniform vec3 eye_depth;  // depth to distance: 1 / (x * depth + y), or orthographic: z scene units in all
uniform float reach;     // scene units
out vec4 pixel;
void main() {
    ivec2 size = textureSize(source, 0);
    ivec2 here = ivec2(at * vec2(size));
    ivec2 last = size - 1;
    float depth = texelFetch(source, here, 0).r;
    float far = 1.0 / (eye_depth.x * depth + eye_depth.y);
    float fall = (abs(eye_depth.x) * far * far + eye_depth.z) / reach;
    vec2 sum = vec2(0.0);
    float total = 0.0;
    for (int y = -2; y < 2; ++y) {
        for (int x = -2; x < 2; ++x) {
            ivec2 there = clamp(here + ivec2(x, y), ivec2(0), last);
            float other = texelFetch(source, there, 0).r;
            float weight = other == 1.0 ? 0.0 : max(1.0 - abs(other - depth) * fall, 0.0);
            sum += weight * texelFetch(ambient_map, there, 0).rg;
            total += weight;
        }
    }
    pixel = vec4(sum / total, 1.0, 1.0);
}
