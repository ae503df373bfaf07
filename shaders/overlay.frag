// Flat shapes (kind 0), spheres (1) and lines (2) with antialiased edges; premultiplied.
in vec4 paint;
in vec4 form;
flat in uint item;
#ifdef PICK
out uint answer;
#else
out vec4 pixel;
#endif
void main() {
    float cover = 1.0;
    vec3 color = paint.rgb;
    float alpha = paint.a;
    if (form.w > 1.5) {
        cover = clamp(form.z - abs(form.x) + 0.5, 0.0, 1.0);
    } else if (form.w > 0.5) {
        float away = length(form.xy);
        cover = clamp(form.z + 0.5 - away, 0.0, 1.0);
        vec2 n = form.xy / form.z;
        float light = 0.80 + 0.30 * sqrt(max(1.0 - dot(n, n), 0.0)) + 0.16 * dot(n, vec2(-0.5, 0.6));
        float rim = clamp(away - form.z + 1.7, 0.0, 1.0);
        color = mix(clamp(color * light, 0.0, 1.0), vec3(0.06), rim * 0.8);
    }
#ifdef PICK
    if (cover <= 0.0 || item == 0u) discard;
    answer = item;
#else
    alpha *= cover;
    pixel = vec4(color * alpha, alpha);
#endif
}
