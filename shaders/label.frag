// Ink over a dark halo; premultiplied.
in vec2 texel;
in vec4 ink;
uniform sampler2D source;
out vec4 pixel;
void main() {
    vec2 here = texelFetch(source, ivec2(texel), 0).rg;
    float written = here.r * ink.a;
    float halo = here.g * 0.8 * ink.a * (1.0 - written);
    pixel = vec4(ink.rgb * written + vec3(0.05) * halo, written + halo);
}
