// Layers of KHR_materials_anisotropy, _clearcoat, _sheen, _transmission and _volume. Included by surface.frag
// after its lights.

#ifdef ANISOTROPY
uniform vec3 grain;  // anisotropy: cosine and sine of its rotation from the tangent; strength
#ifdef ANISOTROPY_TEXTURE
uniform sampler2D anisotropy_texture;
#endif

// Of the shaded surface: along the anisotropy direction it is rougher, and highlights are longer.
vec3 along_grain, across_grain;
float grain_strength;

void find_grain(vec3 n) {
    vec2 direction = grain.xy;
    grain_strength = grain.z;
    vec2 at = vec2(0.0);
#ifdef ANISOTROPY_TEXTURE
    at = texture_point(14);
    vec3 said = texture(anisotropy_texture, at).rgb;
    said.xy = said.xy * 2.0 - 1.0;
    direction = mat2(grain.x, grain.y, -grain.y, grain.x) * (said.xy / max(length(said.xy), 1e-4));
    grain_strength *= said.z;
#elif defined(NORMAL_TEXTURE)
    at = texture_point(2);
#elif defined(TEXTURED)
    at = uv.xy;
#endif
    vec3 t, b;
    find_tangents(n, at, t, b);
    vec3 along = t * direction.x + b * direction.y;
    along -= n * dot(n, along);
    along_grain = along / max(length(along), 1e-6);
    across_grain = cross(n, along_grain);
}

// Like lit_by, with the GGX lobe of KHR_materials_anisotropy.
vec3 surface_lit_by(vec3 n, vec3 v, vec3 l, vec3 diffuse, vec3 f0, float f90, float alpha, float size) {
    vec3 h = normalize(l + v);
    float nl = max(dot(n, l), 0.0);
    float nv = max(abs(dot(n, v)), 1e-3);
    float rough = mix(alpha, 1.0, grain_strength * grain_strength);
    vec2 a = min(vec2(rough, alpha) + size, 1.0);
    float a2 = a.x * a.y;
    vec3 f = vec3(a.y * dot(along_grain, h), a.x * dot(across_grain, h), a2 * max(dot(n, h), 0.0));
    float w = a2 / max(dot(f, f), 1e-9);
    float distribution = a2 * w * w / 3.14159265 * (rough * alpha + 0.02) / (a2 + 0.02);
    vec3 to_eye = vec3(a.x * dot(along_grain, v), a.y * dot(across_grain, v), nv);
    vec3 to_light = vec3(a.x * dot(along_grain, l), a.y * dot(across_grain, l), nl);
    float masking = 0.5 / max(nl * length(to_eye) + nv * length(to_light), 1e-4);
    vec3 fresnel = f0 + (f90 - f0) * pow(1.0 - max(dot(v, h), 0.0), 5.0);
    return lit_by(n, v, l, diffuse, vec3(0.0), 0.0, alpha, size) + fresnel * (distribution * masking * nl);
}

// Samples one of the directions over which anisotropy spreads reflections.
vec3 bent_normal(vec3 n, vec3 v, float roughness) {
    vec3 across_view = cross(across_grain, v);
    vec3 stretched = cross(across_view, across_grain);
    float plain = 1.0 - grain_strength * (1.0 - roughness);
    plain *= plain;
    return normalize(mix(stretched / max(length(stretched), 1e-6), n, plain * plain));
}
#else
vec3 surface_lit_by(vec3 n, vec3 v, vec3 l, vec3 diffuse, vec3 f0, float f90, float alpha, float size) {
    return lit_by(n, v, l, diffuse, f0, f90, alpha, size);
}
#endif

#ifdef SHEEN
uniform vec4 sheen;  // colour, roughness
#ifdef SHEEN_COLOR_TEXTURE
uniform sampler2D sheen_color_texture;
#endif
#ifdef SHEEN_ROUGHNESS_TEXTURE
uniform sampler2D sheen_roughness_texture;
#endif

// Ambient light reflected by fibres of this roughness: a fit of the integral over the hemisphere.
float sheen_albedo(float nv, float roughness) {
    return min((0.33 + 0.27 / roughness) * exp(-1.42 * nv / roughness), 1.0);
}

// One light on fibres along the normal ("Charlie" distribution).
float sheen_by(vec3 n, vec3 v, vec3 l, float roughness) {
    const float wrap = 0.3;  // a large light wraps around
    float nl = max((dot(n, l) + wrap) / (1.0 + wrap), 0.0);
    nl *= nl;
    float nv = max(dot(n, v), 1e-3);
    float nh = clamp(dot(n, normalize(l + v)), 0.0, 1.0);
    float sharp = 1.0 / max(roughness * roughness, 0.02);
    float spread = (2.0 + sharp) * pow(1.0 - nh * nh, 0.5 * sharp) / 6.2831853;
    return spread * nl / (4.0 * (nl + nv - nl * nv) + 1e-4);
}

vec3 with_sheen(vec3 under, vec3 n, vec3 v, float nv, float key, float open) {
    vec3 tone = sheen.rgb;
    float roughness = sheen.w;
#ifdef SHEEN_COLOR_TEXTURE
    tone *= texture(sheen_color_texture, texture_point(9)).rgb;
#endif
#ifdef SHEEN_ROUGHNESS_TEXTURE
    roughness *= texture(sheen_roughness_texture, texture_point(10)).a;
#endif
    roughness = clamp(roughness, 0.15, 1.0);
    float albedo = sheen_albedo(nv, roughness);
    vec3 light = key_color * key * sheen_by(n, v, key_direction.xyz, roughness) +
                 fill_color * sheen_by(n, v, fill_direction.xyz, roughness) +
                 rim_color * sheen_by(n, v, rim_direction.xyz, roughness);
    light += studio_irradiance(n) * albedo * open;
    return under * (1.0 - max(tone.r, max(tone.g, tone.b)) * albedo) + tone * light;
}
#endif

#ifdef CLEARCOAT
uniform vec3 coat;  // clearcoat: strength, roughness, scale of its normal map
#ifdef CLEARCOAT_TEXTURE
uniform sampler2D clearcoat_texture;
#endif
#ifdef CLEARCOAT_ROUGHNESS_TEXTURE
uniform sampler2D clearcoat_roughness_texture;
#endif
#ifdef CLEARCOAT_NORMAL_TEXTURE
uniform sampler2D clearcoat_normal_texture;
#endif

// The coat is smooth over the bumps below, and has its own normal map.
vec3 coat_normal() {
    vec3 n = smooth_normal();
#ifdef CLEARCOAT_NORMAL_TEXTURE
    vec2 at = texture_point(13);
    vec3 bump = texture(clearcoat_normal_texture, at).xyz * 2.0 - 1.0;
    bump.xy *= coat.z;
    n = bumped(n, bump, at);
#endif
    return n;
}

vec3 with_coat(vec3 under, vec3 n, vec3 v, float key, float open) {
    float much = coat.x;
    float roughness = coat.y;
#ifdef CLEARCOAT_TEXTURE
    much *= texture(clearcoat_texture, texture_point(7)).r;
#endif
#ifdef CLEARCOAT_ROUGHNESS_TEXTURE
    roughness *= texture(clearcoat_roughness_texture, texture_point(8)).g;
#endif
    roughness = clamp(roughness, 0.04, 1.0);
    float nv = clamp(dot(n, v), 0.0, 1.0);
    float alpha = max(roughness * roughness, 0.003);
    vec3 f0 = vec3(0.04);
    vec3 gloss = key_color * key * lit_by(n, v, key_direction.xyz, vec3(0.0), f0, 1.0, alpha, 0.10) +
                 fill_color * lit_by(n, v, fill_direction.xyz, vec3(0.0), f0, 1.0, alpha, 0.20) +
                 rim_color * lit_by(n, v, rim_direction.xyz, vec3(0.0), f0, 1.0, alpha, 0.06);
    vec2 ab = environment_brdf(roughness, nv);
    gloss += studio_reflection(reflect(-v, n), roughness) * (f0 * ab.x + ab.y) * clamp(open + 0.2, 0.0, 1.0);
    return under * (1.0 - much * (0.04 + 0.96 * pow(1.0 - nv, 5.0))) + gloss * much;
}
#endif

#ifdef TRANSMISSION
uniform vec4 glass;         // transmission, thickness in the scene, index of refraction
uniform vec3 glass_absorbs;  // absorption per scene unit, for each colour
uniform sampler2D behind;   // the picture without transparent surfaces
#ifdef TRANSMISSION_TEXTURE
uniform sampler2D transmission_texture;
#endif
#ifdef THICKNESS_TEXTURE
uniform sampler2D thickness_texture;
#endif

float passing() {
#ifdef TRANSMISSION_TEXTURE
    return glass.x * texture(transmission_texture, texture_point(11)).r;
#else
    return glass.x;
#endif
}

vec3 linear_from_srgb(vec3 c) {
    return mix(pow((c + 0.055) / 1.055, vec3(2.4)), c / 12.92, lessThanEqual(c, vec3(0.04045)));
}

// The light transmitted through the surface, linear, and the coverage of the picture there (w).
vec4 seen_through(vec3 n, float roughness) {
    vec3 v = direction_to_eye(world_position);
    float thickness = glass.y;
#ifdef THICKNESS_TEXTURE
    thickness *= texture(thickness_texture, texture_point(12)).g;
#endif
    vec3 way = thickness > 0.0 ? refract(-v, n, 1.0 / max(glass.z, 1.0)) * thickness : vec3(0.0);
    vec4 clip = clip_from_world * vec4(world_position + way, 1.0);
    vec2 at = clip.xy / clip.w * 0.5 + 0.5;
    // A rough surface blurs, depending on its index of refraction.
    float blur = roughness * roughness * clamp(glass.z * 2.0 - 2.0, 0.0, 1.0) * 0.045;
    vec4 sum = textureLod(behind, at, 0.0);
    if (blur > 0.001) {
        vec2 aspect = vec2(viewport.y * viewport.z, 1.0);
        // Each tap covers its share of the disc: otherwise edges behind it would appear once per tap.
        float level = log2(max(blur * viewport.y * 0.5, 1.0));
        sum = textureLod(behind, at, level);
        for (int i = 1; i < 16; ++i) {
            float turn = float(i) * 2.3999632;
            vec2 aside = aspect * vec2(cos(turn), sin(turn)) * blur * sqrt(float(i) / 15.0);
            sum += textureLod(behind, at + aside, level);
        }
        sum /= 16.0;
    }
    vec3 straight = sum.a > 0.0 ? min(sum.rgb / sum.a, vec3(1.0)) : vec3(0.0);
    return vec4(linear_from_srgb(straight) * exp(-glass_absorbs * thickness) * sum.a, sum.a);
}
#endif
