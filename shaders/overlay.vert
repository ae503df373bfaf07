// Overlay shapes, placed in clip space on the CPU.
layout(location = 0) in vec4 clip_position;
layout(location = 1) in vec4 color;   // display colour, straight alpha
layout(location = 2) in vec4 shape;   // position in the shape (pixels), its half size, its kind
layout(location = 3) in uint id;
uniform vec4 window;                  // scale and offset of clip space: all of it, or the picked part
out vec4 paint;
out vec4 form;
flat out uint item;
void main() {
    paint = color;
    form = shape;
    item = id;
    gl_Position = vec4(clip_position.xy * window.xy + clip_position.w * window.zw, clip_position.zw);
}
