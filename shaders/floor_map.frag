// Red and blue: what keeps the key light away; alpha: how near to the floor it is. Green: nearness of what stands on
// the floor. The most of each stays.
#include "cut_out.glsl"
in vec2 nearness;
uniform vec4 drawn;  // 1 for channels of this pass
out vec4 pixel;
void main() {
    leave_out_holes();
    pixel = drawn * vec4(1.0, exp(nearness.x), 1.0, exp(nearness.y));
}
