// One triangle over the whole picture, at the far plane.
// The one thing that passes over whole pictures interpolate (floor.vert and floor_map.vert have two numbers as well): a
// driver that draws on the processor makes code for every combination, each time that the program starts.
out vec2 at;
void main() {
    vec2 corner = vec2(gl_VertexID == 1 ? 3.0 : -1.0, gl_VertexID == 2 ? 3.0 : -1.0);
    at = corner * 0.5 + 0.5;
    gl_Position = vec4(corner, 1.0, 1.0);
}
