// Red and blue: what keeps the key light away; alpha: how near to the floor it is. Green: nearness of what stands on
// the floor. The most of each stays.
#include "cut_out.glsl"
in vec2 nearness;
uniform vec4 drawn;  // 1 for channels of this pass
out vec4 pixel;
void main() {
    if (nearness.x > 0.7) discard;  // soles may be 5 cm below the floor; a lower floor throws nothing on it
    leave_out_holes();
    pixel = drawn * vec4(1.0, exp(min(nearness.x, 0.0)), 1.0, exp(min(nearness.y, 0.0)));
}
