// Depth only.
#include "cut_out.glsl"
void main() { leave_out_holes(); }
