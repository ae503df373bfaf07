// Uniforms shared by all passes of a picture. Mirrors FrameBlock in renderer/studio.h.
layout(std140) uniform Frame {
    mat4 clip_from_world;
    mat4 shadow_from_world;  // to 0..1
    mat4 sky_from_world;     // to 0..1; the map seen from above
    vec4 eye;                // w: 1 perspective, 0 orthographic
    vec4 view_back;          // towards the eye, from the target
    vec4 floor_up;           // dot(xyz, p) + w: height above the floor
    vec4 floor_left;         // likewise, along the figure's left
    vec4 floor_front;        // and its front
    vec4 key_direction;      // towards the light; w: whether there are shadows
    vec4 fill_direction;
    vec4 rim_direction;
    vec4 floor_map_left;     // scale, offset: floor coordinates to the floor map's 0..1
    vec4 floor_map_front;
    vec4 sizes;              // scene units in a metre, key map's texel, sky map's texel (scene units), floor radius
    vec4 floor_middle;       // xy: in floor coordinates
    vec4 viewport;           // width, height and their inverses
};

vec3 floor_coordinates(vec3 p) {
    return vec3(dot(floor_left.xyz, p) + floor_left.w, dot(floor_up.xyz, p) + floor_up.w,
                dot(floor_front.xyz, p) + floor_front.w);
}

vec3 direction_to_eye(vec3 p) { return eye.w > 0.5 ? normalize(eye.xyz - p) : view_back.xyz; }

// The curved part is approximated by nested square roots, to within a fifth of an 8-bit step.
vec3 srgb_from_linear(vec3 c) {
    vec3 low = c * 12.92;
    vec3 root = sqrt(max(c, vec3(0.0)));
    vec3 fourth = sqrt(root);
    vec3 high = 0.662002687 * root + 0.684122060 * fourth - 0.323583601 * sqrt(fourth) - 0.0225411470 * c;
    return mix(high, low, lessThanEqual(c, vec3(0.0031308)));
}
