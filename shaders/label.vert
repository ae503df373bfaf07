// Letters, placed in clip space on the CPU.
layout(location = 0) in vec4 place;  // clip space, texels of the atlas
layout(location = 1) in vec4 color;  // display colour, straight alpha
out vec2 texel;
out vec4 ink;
void main() {
    texel = place.zw;
    ink = color;
    gl_Position = vec4(place.xy, 0.0, 1.0);
}
