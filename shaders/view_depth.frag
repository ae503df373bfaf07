// Depth only, of an interpolant.
#include "cut_out.glsl"
in vec2 at;
void main() {
    leave_out_holes();
    gl_FragDepth = at.x / at.y * 0.5 + 0.5;
}
