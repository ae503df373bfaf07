// How much of a light reaches a position, from its shadow map; `at` is in the map's space.

// Four taps at the corners of a square, as far apart as they touch: each is itself a filtered 2x2 comparison.
float visibility(sampler2DShadow map, vec3 at) {
    vec2 aside = 1.15 / vec2(textureSize(map, 0));
    float lit = textureLod(map, vec3(at.xy + aside, at.z), 0.0) + textureLod(map, vec3(at.xy - aside, at.z), 0.0);
#ifdef QUICK
    return lit * 0.5;
#else
    aside.x = -aside.x;
    lit += textureLod(map, vec3(at.xy + aside, at.z), 0.0) + textureLod(map, vec3(at.xy - aside, at.z), 0.0);
    return lit * 0.25;
#endif
}

// The position at which the sky map is sampled for a surface point, offset to avoid self-shadowing.
vec3 above(vec3 point, vec3 outward) { return point + (outward + floor_up.xyz * 0.5) * sizes.z; }
