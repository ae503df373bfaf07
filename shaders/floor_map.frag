// Red and blue: what blocks the key light; alpha: its nearness to the floor. Green: nearness of what stands
// on the floor. Blended by maximum.
#include "cut_out.glsl"
in vec2 nearness;
uniform vec4 drawn;  // 1 for channels of this pass
out vec4 pixel;
void main() {
    if (nearness.x > 0.7) discard;  // soles may be 5 cm below the floor; what is lower casts no shadow
    leave_out_holes();
    pixel = drawn * vec4(1.0, exp(min(nearness.x, 0.0)), 1.0, exp(min(nearness.y, 0.0)));
}
