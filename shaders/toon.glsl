// MToon (VRMC_materials_mtoon 1.0): two tones by one light, a rim, and the outline's colour. Its colours are
// display colours, so they are not tone mapped. The light is between the key light and the eye: the tones are
// designed for a light in front of the face.
uniform vec4 toon_shade;   // colour in shade; w: toony
uniform vec4 toon_rim;     // colour; w: the power of its fresnel
uniform vec3 toon_more;    // shift, strength of its texture, lift of the rim
uniform vec3 matcap_color;
uniform vec3 picture_up;     // up axis of the eye, in world space
#ifdef SHADE_TEXTURE
uniform sampler2D shade_texture;
#endif
#ifdef SHADING_SHIFT_TEXTURE
uniform sampler2D shading_shift_texture;
#endif
#ifdef MATCAP_TEXTURE
uniform sampler2D matcap_texture;
#endif
#ifdef RIM_TEXTURE
uniform sampler2D rim_texture;
#endif

vec3 toon_surface(vec3 base, vec3 n) {
    float shading = dot(n, normalize(key_direction.xyz + 0.4 * fill_direction.xyz)) + toon_more.x;
#ifdef SHADING_SHIFT_TEXTURE
    shading += texture(shading_shift_texture, texture_point(6)).r * toon_more.y;
#endif
    float half_ramp = max(1.0 - toon_shade.w, 1e-3);
    float lit = clamp((shading + half_ramp) / (2.0 * half_ramp), 0.0, 1.0);
    vec3 shaded = toon_shade.rgb;
#ifdef SHADE_TEXTURE
    shaded *= texture(shade_texture, texture_point(5)).rgb;
#endif
    vec3 color = mix(shaded, base, lit);

    vec3 v = direction_to_eye(world_position);
    float edge = clamp(1.0 - dot(n, v) + toon_more.z, 0.0, 1.0);
    vec3 rim = pow(edge, max(toon_rim.w, 1e-3)) * toon_rim.rgb;
#ifdef MATCAP_TEXTURE
    vec3 across = normalize(cross(picture_up, v));
    vec3 upright = cross(v, across);
    vec2 at = vec2(dot(across, n), -dot(upright, n)) * 0.495 + 0.5;
    rim += matcap_color * texture(matcap_texture, at).rgb;
#endif
#ifdef RIM_TEXTURE
    rim *= texture(rim_texture, texture_point(8)).rgb;
#endif
    // The rim's share of lighting (rimLightingMixFactor) uses the key light, which is white, wherever it is.
    return color + rim;
}
