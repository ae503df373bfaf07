// A bright line between two dark ones around the mask: visible against any colour. The mask is antialiased,
// and so is the distance to it.
in vec2 at;
uniform sampler2D mask;
uniform vec2 texel;
uniform vec4 color;
uniform float width_px;  // of the bright line
out vec4 pixel;

const float seam = 0.9;   // dark inside the bright line, in pixels
const float brim = 1.1;   // and outside of it
const int turns = 16;

float covered(float radius) {
    float most = 0.0;
    for (int i = 0; i < turns; ++i) {
        float turn = (float(i) + 0.5) * 6.2831853 / float(turns);
        most = max(most, texture(mask, at + vec2(cos(turn), sin(turn)) * texel * radius).r);
    }
    return most;
}

void main() {
    float inside = texture(mask, at).r;
    float first = max(inside, covered(seam));
    float second = max(first, max(covered(seam + width_px * 0.5), covered(seam + width_px)));
    float third = max(second, covered(seam + width_px + brim));
    float bright = second - first;
    float dark = (third - second) + (first - inside);
    float a = min(bright + 0.85 * dark, 1.0) * color.a;
    pixel = vec4((color.rgb * bright + vec3(0.05) * 0.85 * dark) * color.a, a);
}
