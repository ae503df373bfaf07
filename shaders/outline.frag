// A line just outside of what the mask covers.
in vec2 at;
uniform sampler2D mask;
uniform vec2 texel;
uniform vec4 color;
uniform float width_px;
out vec4 pixel;
void main() {
    float inside = texture(mask, at).r;
    float near = 0.0;
    for (int i = 0; i < 12; ++i) {
        float turn = float(i) * 0.5235988;
        near = max(near, texture(mask, at + vec2(cos(turn), sin(turn)) * texel * width_px).r);
        near = max(near, texture(mask, at + vec2(cos(turn), sin(turn)) * texel * width_px * 0.5).r);
    }
    float a = near * (1.0 - inside) * color.a;
    pixel = vec4(color.rgb * a, a);
}
