// Ink over a halo that contrasts with it; premultiplied.
in vec2 texel;
in vec4 ink;
uniform sampler2D source;
out vec4 pixel;
void main() {
    vec2 here = texelFetch(source, ivec2(texel), 0).rg;
    float written = here.r * ink.a;
    float halo = here.g * 0.8 * ink.a * (1.0 - written);
    float around = dot(ink.rgb, vec3(0.2126, 0.7152, 0.0722)) < 0.4 ? 0.95 : 0.05;
    pixel = vec4(ink.rgb * written + around * halo, written + halo);
}
