// Displaces and skins a mesh into world space; the result is captured by transform feedback, so all later
// passes read deformed vertices.
layout(location = 0) in vec3 position;
layout(location = 1) in vec3 normal;
layout(location = 2) in vec4 tangent;
layout(location = 3) in uvec4 rows;  // first and end influence, first and end morph offset

uniform samplerBuffer palettes;     // three texels each: the rows of an affine matrix
uniform usamplerBuffer influences;  // joint, bits of the weight
uniform samplerBuffer morphs;       // two texels each: position offset and target, normal offset
uniform samplerBuffer weights;      // one texel per target
uniform ivec4 part;                 // first palette, palette count, first weight, 1 if skinned by influences

out vec3 world_position;
out vec3 world_normal;
out vec4 world_tangent;

void add_matrix(int index, float weight, inout vec4 x, inout vec4 y, inout vec4 z) {
    int texel = (part.x + clamp(index, 0, part.y - 1)) * 3;
    x += weight * texelFetch(palettes, texel);
    y += weight * texelFetch(palettes, texel + 1);
    z += weight * texelFetch(palettes, texel + 2);
}

void main() {
    vec3 p = position;
    vec3 n = normal;
    for (int i = int(rows.z); i < int(rows.w); ++i) {
        vec4 offset = texelFetch(morphs, i * 2);
        float weight = texelFetch(weights, part.z + floatBitsToInt(offset.w)).x;
        p += weight * offset.xyz;
        n += weight * texelFetch(morphs, i * 2 + 1).xyz;
    }

    vec4 x = vec4(0.0);
    vec4 y = vec4(0.0);
    vec4 z = vec4(0.0);
    if (part.w == 1) {
        for (int i = int(rows.x); i < int(rows.y); ++i) {
            uvec2 influence = texelFetch(influences, i).xy;
            add_matrix(int(influence.x), uintBitsToFloat(influence.y), x, y, z);
        }
    } else if (part.y > 0) {
        add_matrix(0, 1.0, x, y, z);
    }
    if (part.y == 0 || (part.w == 1 && rows.x == rows.y)) {  // without influences it is not moved
        x = vec4(1.0, 0.0, 0.0, 0.0);
        y = vec4(0.0, 1.0, 0.0, 0.0);
        z = vec4(0.0, 0.0, 1.0, 0.0);
    }

    world_position = vec3(dot(x, vec4(p, 1.0)), dot(y, vec4(p, 1.0)), dot(z, vec4(p, 1.0)));
    // The cofactor matrix is the inverse transpose up to the determinant, whose sign matters for mirrored
    // matrices.
    vec3 cx = cross(y.xyz, z.xyz);
    vec3 cy = cross(z.xyz, x.xyz);
    vec3 cz = cross(x.xyz, y.xyz);
    float side = dot(x.xyz, cx) < 0.0 ? -1.0 : 1.0;
    vec3 turned = side * vec3(dot(cx, n), dot(cy, n), dot(cz, n));
    float size = length(turned);
    world_normal = size > 0.0 ? turned / size : n;
    vec3 along = vec3(dot(x.xyz, tangent.xyz), dot(y.xyz, tangent.xyz), dot(z.xyz, tangent.xyz));
    float along_size = length(along);
    world_tangent = vec4(along_size > 0.0 ? along / along_size : tangent.xyz, tangent.w * side);
}
