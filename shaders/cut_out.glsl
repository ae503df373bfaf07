// Discards fragments below the alpha cutoff of the base colour texture and vertex alpha
// (Surfaces::bind_cut_out).
#ifdef CUT
in vec4 cut_uv;
in float vertex_alpha;
uniform vec3 uv_rows[2];
uniform float uv_set;
uniform float textured;  // 0: there is no texture
uniform vec2 alpha;  // of the material, and the minimum to keep
uniform sampler2D base_texture;
void leave_out_holes() {
    vec3 p = vec3(mix(cut_uv.xy, cut_uv.zw, uv_set), 1.0);
    vec2 at = vec2(dot(uv_rows[0], p), dot(uv_rows[1], p));
    float painted = textured > 0.0 ? texture(base_texture, at).a : 1.0;
    if (painted * vertex_alpha * alpha.x < alpha.y) discard;
}
#else
void leave_out_holes() {}
#endif
