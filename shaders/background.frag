// The studio's backdrop: a soft pool of light behind the figure, without banding.
#include "frame.glsl"
in vec2 at;
uniform vec3 inner;
uniform vec3 outer;
uniform float aspect;
uniform float dither;
out vec4 pixel;
void main() {
    vec2 from_middle = (at - vec2(0.5, 0.54)) * vec2(min(aspect, 1.8), 1.25);
    float far = smoothstep(0.05, 1.0, length(from_middle));
    // An ordered 4x4 dither of less than half a step hides 8-bit banding, the same on every run.
    ivec2 cell = ivec2(at * viewport.xy) & 3;
    int index = ((cell.x ^ cell.y) & 1) * 8 + (cell.y & 1) * 4 + (((cell.x ^ cell.y) >> 1) & 1) * 2 + (cell.y >> 1);
    vec3 color = mix(inner, outer, far) + dither * (float(index) / 16.0 - 0.47) / 255.0;
    pixel = vec4(color, 1.0);
}
