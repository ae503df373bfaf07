// What cut_out.glsl reads.
#ifdef CUT
layout(location = 4) in vec2 uv0;
layout(location = 5) in vec2 uv1;
out vec4 cut_uv;
void pass_uv() { cut_uv = vec4(uv0, uv1); }
#else
void pass_uv() {}
#endif
