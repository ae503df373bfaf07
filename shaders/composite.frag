// The figures' layer over the picture: the mean of each pixel's samples; premultiplied. COARSE: a pixel of the layer for
// two by two of the picture, with a sample in each of them.
uniform sampler2DMS layer;
uniform ivec2 origin;  // of the layer, in the picture
out vec4 pixel;
void main() {
    ivec2 at = ivec2(gl_FragCoord.xy) - origin;
#ifdef COARSE
    pixel = texelFetch(layer, at >> 1, (at.x & 1) + 2 * (at.y & 1));
#else
    pixel = 0.25 * (texelFetch(layer, at, 0) + texelFetch(layer, at, 1) + texelFetch(layer, at, 2) +
                    texelFetch(layer, at, 3));
#endif
}
