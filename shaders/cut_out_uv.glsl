// Inputs of cut_out.glsl.
#ifdef CUT
layout(location = 4) in vec2 uv0;
layout(location = 5) in vec2 uv1;
layout(location = 6) in vec4 color;
out vec4 cut_uv;
out float vertex_alpha;
void pass_uv() {
    cut_uv = vec4(uv0, uv1);
    vertex_alpha = color.a;
}
#else
void pass_uv() {}
#endif
