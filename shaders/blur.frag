// One direction of a Gaussian blur: narrow for red, wider for green, wide for blue and alpha.
in vec2 at;
uniform sampler2D source;
uniform vec2 texel;  // one texel along the direction
out vec4 pixel;
// The map covers the same area of the floor with half the texels.
#ifdef COARSE
const int pairs = 3;
const float width = 2.0;
#else
const int pairs = 5;
const float width = 1.0;
#endif
void main() {
    vec4 sum = texture(source, at);
    vec3 total = vec3(1.0);
    for (int i = 0; i < pairs; ++i) {
        float between = float(i) * 2.0 + 1.5;  // two texels, sampled as one by the filter
        float x = between * width;
        vec3 weight = 2.0 * exp(-x * x * vec3(1.0 / 3.5, 1.0 / 18.0, 1.0 / 50.0));
        sum += weight.rgbb * (texture(source, at + texel * between) + texture(source, at - texel * between));
        total += 2.0 * weight;
    }
    pixel = sum / total.rgbb;
}
