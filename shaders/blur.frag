// One direction of a Gaussian: narrow for the red channel, wide for the green.
in vec2 at;
uniform sampler2D source;
uniform vec2 texel;  // one texel along the direction
out vec4 pixel;
void main() {
    vec2 sum = vec2(0.0);
    vec2 total = vec2(0.0);
    for (int i = -6; i <= 6; ++i) {
        float x = float(i);
        vec2 weight = exp(-x * x * vec2(1.0 / 6.0, 1.0 / 18.0));
        sum += weight * texture(source, at + texel * x).rg;
        total += weight;
    }
    pixel = vec4(sum / total, 0.0, 1.0);
}
