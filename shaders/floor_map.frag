// Red and blue: what keeps the key light away; alpha: how near to the floor it is. Green: nearness of what stands on
// the floor.
#include "cut_out.glsl"
in float height;
out vec4 pixel;
void main() {
    leave_out_holes();
    pixel = vec4(1.0, exp(-height * 14.0), 1.0, exp(-height * 1.8));
}
