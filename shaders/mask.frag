// Marks covered pixels.
#include "cut_out.glsl"
out vec4 pixel;
void main() {
    leave_out_holes();
    pixel = vec4(1.0);
}
