// Composites the figures' layer over the picture: the mean of each pixel's samples; premultiplied. COARSE:
// one pixel of the layer for 2x2 of the picture, with a sample in each of them.
in vec2 at;
uniform sampler2DMS layer;
uniform vec2 size;  // of the part of the picture that the layer covers
out vec4 pixel;
void main() {
    ivec2 here = ivec2(at * size);
#ifdef COARSE
    // Samples are not in the middle of their pixels, so that those of successive rows and columns would make combs of
    // edges: what is beside them is mixed in.
    int own = (here.x & 1) + 2 * (here.y & 1);
    pixel = 0.5 * texelFetch(layer, here >> 1, own) +
            0.25 * (texelFetch(layer, here >> 1, own ^ 1) + texelFetch(layer, here >> 1, own ^ 2));
#else
    pixel = 0.25 * (texelFetch(layer, here, 0) + texelFetch(layer, here, 1) + texelFetch(layer, here, 2) +
                    texelFetch(layer, here, 3));
#endif
}
