// A single triangle over the whole picture, at the far plane.
// All full-screen passes have the same interpolants (floor.vert and floor_map.vert have one additional vec2,
// and no such pass reads gl_FragCoord), since llvmpipe compiles code for each combination of varyings at
// every start.
out vec2 at;
void main() {
    vec2 corner = vec2(gl_VertexID == 1 ? 3.0 : -1.0, gl_VertexID == 2 ? 3.0 : -1.0);
    at = corner * 0.5 + 0.5;
    gl_Position = vec4(corner, 1.0, 1.0);
}
