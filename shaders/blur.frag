// One direction of a Gaussian: narrow for red, wider for green, wide for blue and alpha.
in vec2 at;
uniform sampler2D source;
uniform vec2 texel;  // one texel along the direction
out vec4 pixel;
// The map is as large on the floor with half the texels.
#ifdef COARSE
const int reach = 3;
const float apart = 1.5;
const float texels = 2.0;
#else
const int reach = 7;
const float apart = 1.5;
const float texels = 1.0;
#endif
void main() {
    vec4 sum = vec4(0.0);
    vec3 total = vec3(0.0);
    for (int i = -reach; i <= reach; ++i) {
        float x = float(i) * apart * texels;
        vec3 weight = exp(-x * x * vec3(1.0 / 3.5, 1.0 / 18.0, 1.0 / 50.0));
        sum += weight.rgbb * texture(source, at + texel * (x / texels));
        total += weight;
    }
    pixel = sum / total.rgbb;
}
