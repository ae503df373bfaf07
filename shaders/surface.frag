// Metallic-roughness materials (glTF 2.0, appendix B) in the studio's lighting; display-encoded,
// premultiplied.
#include "frame.glsl"
#include "studio.glsl"

in vec3 world_position;
#ifndef FLAT
in vec3 world_normal;
#endif
#ifdef TANGENTS
in vec4 world_tangent;
#endif
#ifdef TEXTURED
in vec4 uv;
#endif
#ifdef VERTEX_COLORS
in vec4 color;
#endif

uniform vec4 base_color;
uniform vec4 surface;   // metallic, roughness, occlusion strength, normal scale
uniform vec4 emission;  // w: alpha cutoff
uniform vec4 tint;      // display colour and its strength
uniform vec4 dielectric;  // reflectance of a dielectric at normal incidence; w: at grazing incidence
uniform float fade;     // 1, or the opacity of the surface behind a wireframe

#ifdef OUTLINE
uniform vec4 outline;  // colour; w: share of the surface's own colour
#endif
#ifdef TEXTURED
uniform vec3 uv_rows[30];  // two rows of each texture's transform; uv_sets selects the coordinates
uniform float uv_sets[15];
vec2 texture_point(int use) {
    vec3 p = vec3(mix(uv.xy, uv.zw, uv_sets[use]), 1.0);
    return vec2(dot(uv_rows[use * 2], p), dot(uv_rows[use * 2 + 1], p));
}
#endif
// Filtered in its stored encoding; software rasterizers would convert each texel to linear first.
#ifdef SRGB_BY_HAND
vec3 linear_from_texture(vec3 c) {
    return mix(c / 12.92, pow((c + 0.055) / 1.055, vec3(2.4)), greaterThan(c, vec3(0.04045)));
}
#else
vec3 linear_from_texture(vec3 c) { return c; }
#endif
#ifdef BASE_TEXTURE
uniform sampler2D base_texture;
#endif
#ifdef ROUGHNESS_TEXTURE
uniform sampler2D roughness_texture;
#endif
#ifdef NORMAL_TEXTURE
uniform sampler2D normal_texture;
#endif
#ifdef OCCLUSION_TEXTURE
uniform sampler2D occlusion_texture;
#endif
#ifdef EMISSIVE_TEXTURE
uniform sampler2D emissive_texture;
#endif
#ifdef SPECULAR_TEXTURE
uniform sampler2D specular_texture;
#endif
#ifdef SPECULAR_COLOR_TEXTURE
uniform sampler2D specular_color_texture;
#endif
#ifdef SHADOWS
uniform sampler2DShadow key_map;
uniform sampler2DShadow sky_map;
#ifndef QUICK
uniform sampler2D ambient_map;
uniform vec4 ambient_place;  // from the layer's pixels to the map: (pixel + xy) * zw
#endif
#include "shadow_taps.glsl"
#endif

out vec4 pixel;

vec3 geometric_normal() {
    vec3 n = cross(dFdx(world_position), dFdy(world_position));
    float size = length(n);
    return size > 0.0 ? n / size : view_back.xyz;
}

#if defined(NORMAL_TEXTURE) || defined(CLEARCOAT_NORMAL_TEXTURE) || defined(ANISOTROPY)
// Tangent and bitangent of the surface for texture coordinates (glTF 2.0, 3.7.2.1).
void find_tangents(vec3 n, vec2 at, out vec3 t, out vec3 b) {
#ifdef TANGENTS
    t = normalize(world_tangent.xyz - n * dot(n, world_tangent.xyz));
    b = cross(n, t) * world_tangent.w;
    if (!gl_FrontFacing) {
        b = -b;
    }
#else
    // The surface's own u and v directions, from the screen-space derivatives of position and texture
    // coordinates.
    vec3 px = dFdx(world_position), py = dFdy(world_position);
    vec2 ux = dFdx(at), uy = dFdy(at);
    vec3 a = cross(py, n), c = cross(n, px);
    t = a * ux.x + c * uy.x;
    b = -(a * ux.y + c * uy.y);
    float scale = inversesqrt(max(max(dot(t, t), dot(b, b)), 1e-30));
    t *= scale;
    b *= scale;
#endif
}

// The value of a normal texture: its z along the surface's normal, x and y along its u and v.
vec3 bumped(vec3 n, vec3 bump, vec2 at) {
    vec3 t, b;
    find_tangents(n, at, t, b);
    return normalize(t * bump.x + b * bump.y + n * max(bump.z, 0.02));
}
#endif

vec3 smooth_normal() {
#ifdef FLAT
    return geometric_normal();
#else
    vec3 n = normalize(world_normal);
#ifndef OUTLINE
    if (!gl_FrontFacing) n = -n;
#endif
    return n;
#endif
}

vec3 shading_normal() {
    vec3 n = smooth_normal();
#ifdef NORMAL_TEXTURE
    vec2 at = texture_point(2);
    vec3 bump = texture(normal_texture, at).xyz * 2.0 - 1.0;
    bump.xy *= surface.w;
    n = bumped(n, bump, at);
#endif
    return n;
}

// One light: Lambert and GGX with height-correlated Smith masking. Its size widens the highlight.
vec3 lit_by(vec3 n, vec3 v, vec3 l, vec3 diffuse, vec3 f0, float f90, float alpha, float size) {
    float nl_raw = dot(n, l);
    float nl = max(nl_raw, 0.0);
    float wrap = 0.15 + size;  // a large light wraps around
    float wrapped = max((nl_raw + wrap) / (1.0 + wrap), 0.0);
    // Angles with the halfway vector, computed from those of its two vectors.
    float nv_raw = dot(n, v);
    float vl = dot(v, l);
    float shorter = inversesqrt(max(2.0 + 2.0 * vl, 1e-6));
    float nh = max((nl_raw + nv_raw) * shorter, 0.0);
    float nv = max(abs(nv_raw), 1e-3);
    float vh = (1.0 + vl) * shorter;
    float a = min(alpha + size, 1.0);
    float a2 = a * a;
    float d = nh * nh * (a2 - 1.0) + 1.0;
    float masking = max(mix(2.0 * nl * nv, nl + nv, a), 1e-4);
    float gloss = a2 * (alpha * alpha + 0.02) / (a2 + 0.02) * 0.15915494 * nl / (d * d * masking);
    float away = 1.0 - vh;
    float away2 = away * away;
    float f = away2 * away2 * away;
    vec3 fresnel = f0 + (f90 - f0) * f;
    return diffuse * (wrapped * wrapped * (1.0 - 0.5 * f) * (0.3183 * 1.15)) + fresnel * gloss;
}

// Split sum: an analytic fit of the environment's BRDF, for f0 (x) and f90 (y).
vec2 environment_brdf(float roughness, float nv) {
    vec4 r4 = roughness * vec4(-1.0, -0.0275, -0.572, 0.022) + vec4(1.0, 0.0425, 1.04, -0.04);
    float a004 = min(r4.x * r4.x, exp2(-9.28 * nv)) * r4.x + r4.y;
    return vec2(-1.04, 1.04) * a004 + r4.zw;
}

#include "layers.glsl"
#ifdef TOON
#include "toon.glsl"
#endif

#ifdef FILE_LIGHTS
uniform int light_count;
uniform vec4 light_place[8];  // w: 1 for a position, 0 for a directional light
uniform vec4 light_aim[8];    // w: its range; 0: infinite
uniform vec4 light_color[8];  // w: ambient intensity
uniform vec4 light_fall[8];   // attenuation; w: cosine of the outer cone
uniform vec4 light_cone[8];   // x: cosine of the inner cone

// The file's own lights (VRML97 4.14.4): one of full intensity lights a white surface facing it to white.
vec3 shade_by_file(vec3 n, vec3 v, vec3 diffuse, vec3 f0, float f90, float alpha) {
    vec3 color = vec3(0.0);
    for (int i = 0; i < light_count; ++i) {
        vec3 to_light = -light_aim[i].xyz;
        float strength = 1.0;
        if (light_place[i].w > 0.5) {
            vec3 way = light_place[i].xyz - world_position;
            float far = max(length(way), 1e-6);
            to_light = way / far;
            if (light_aim[i].w > 0.0 && far > light_aim[i].w) continue;
            vec3 fall = light_fall[i].xyz;
            strength = 1.0 / max(fall.x + fall.y * far + fall.z * far * far, 1.0);
            float cone = dot(-to_light, light_aim[i].xyz);
            strength *= smoothstep(light_fall[i].w, max(light_cone[i].x, light_fall[i].w + 1e-4), cone);
        }
        color += light_color[i].rgb * strength *
                 (3.14159265 * surface_lit_by(n, v, to_light, diffuse, f0, f90, alpha, 0.02) + diffuse * light_color[i].w);
    }
    return color;
}
#endif

vec3 shade(vec3 base, float metallic, float roughness, float occlusion, vec3 n) {
    vec3 v = direction_to_eye(world_position);
    vec4 mirrors = dielectric;
#ifdef SPECULAR_TEXTURE
    mirrors *= texture(specular_texture, texture_point(5)).a;
#endif
#ifdef SPECULAR_COLOR_TEXTURE
    mirrors.rgb *= texture(specular_color_texture, texture_point(6)).rgb;
#endif
    vec3 f0 = mix(min(mirrors.rgb, vec3(mirrors.a)), base, metallic);
    float f90 = mix(mirrors.a, 1.0, metallic);
    vec3 diffuse = base * (1.0 - metallic);
#ifdef TRANSMISSION
    diffuse *= 1.0 - passing();
#endif
    float alpha = max(roughness * roughness, 0.003);
    float nv = clamp(dot(n, v), 0.0, 1.0);
#ifdef ANISOTROPY
    find_grain(n);
#endif
#ifdef FILE_LIGHTS
    return shade_by_file(n, v, diffuse, f0, f90, alpha) + 0.12 * diffuse * studio_irradiance(n) * occlusion;
#endif

    float key_lit = 1.0;
    float sky_lit = 1.0;
#ifdef SHADOWS
    vec3 outward = geometric_normal();
    if (dot(outward, v) < 0.0) outward = -outward;
#ifndef NOTHING_CASTS
    vec3 moved = world_position + outward * sizes.y * 2.5;
    key_lit = visibility(key_map, (shadow_from_world * vec4(moved, 1.0)).xyz);
#endif
#ifdef QUICK
    // A single tap at a radius that gives the same result at a wall as four.
    vec3 lifted = world_position + (outward * 0.15 + floor_up.xyz * 0.5) * sizes.z;
    sky_lit = texture(sky_map, (sky_from_world * vec4(lifted, 1.0)).xyz);
#else
    // Red and green are premultiplied by blue, the coverage, so that edges are not affected by what is behind
    // them.
    vec3 around = texture(ambient_map, (gl_FragCoord.xy + ambient_place.xy) * ambient_place.zw).rgb;
    around = around.b > 0.0 ? around / around.b : vec3(1.0);
#ifdef SKY_TAPS
    sky_lit = visibility(sky_map, (sky_from_world * vec4(above(world_position, outward), 1.0)).xyz);
#else
    sky_lit = around.g;
#endif
#endif
#endif
    // A shadow leaves a quarter of the key light, so that with fill and sky it never removes more than half
    // of the light.
    float key = mix(0.25, 1.0, key_lit);
    float fill = 1.0;
#if defined(SHADOWS) && !defined(QUICK)
    // The lights are large, so occlusion also reduces them.
    occlusion *= around.r;
    key *= mix(0.5, 1.0, around.r);
    fill *= around.r;
#endif
    vec3 color = key_color * key * surface_lit_by(n, v, key_direction.xyz, diffuse, f0, f90, alpha, 0.10);
    color += fill_color * fill * surface_lit_by(n, v, fill_direction.xyz, diffuse, f0, f90, alpha, 0.20);
    color += rim_color * surface_lit_by(n, v, rim_direction.xyz, diffuse, f0, f90, alpha, 0.06);

    // Occlusion of the environment by the floor and the figure itself.
    float height = max(dot(floor_up.xyz, world_position) + floor_up.w, 0.0) / (sizes.x * 0.22);
    float down = 0.5 - 0.5 * dot(n, floor_up.xyz);
    float open = (1.0 - 0.55 * down * exp(-height)) * mix(0.62, 1.0, sky_lit) * occlusion;

    color += kicker_color * kicker(n, nv) * (0.30 * diffuse + f0) * open;

    // With the energy of multiple scattering.
    vec2 ab = environment_brdf(roughness, nv);
    vec3 single = f0 * ab.x + f90 * ab.y;
    float whole = ab.x + ab.y;
    vec3 several = 1.0 + f0 * (1.0 / max(whole, 0.1) - 1.0);
    vec3 specular = single * several;
#ifdef ANISOTROPY
    vec3 mirrored = reflect(-v, bent_normal(n, v, roughness));
#else
    vec3 mirrored = reflect(-v, n);
#endif
    float mirror_open = clamp(open + (1.0 - roughness) * 0.2, 0.0, 1.0);
    // Metals only show reflections, and a studio with a few softboxes would make them darker than their
    // colour.
    vec3 of_metal = 1.5 * metallic * base;
    color += studio_reflection(mirrored, roughness) * (specular + of_metal) * mirror_open;
    color += studio_irradiance(n) * diffuse * (1.0 - single * 0.5) * open;
#ifdef SHEEN
    color = with_sheen(color, n, v, nv, key, open);
#endif
#ifdef CLEARCOAT
    color = with_coat(color, coat_normal(), v, key, open);
#endif
    return color;
}

void main() {
    vec4 base = base_color;
#ifdef BASE_TEXTURE
    vec4 painted = texture(base_texture, texture_point(0));
    base *= vec4(linear_from_texture(painted.rgb), painted.a);
#endif
#ifdef VERTEX_COLORS
    base *= color;
#endif
#ifdef CUT
    // Alpha to coverage: the share of the pixel's samples inside the edge, which is one pixel wide. Alpha
    // equal to the cutoff is inside (glTF 2.0, 3.9.4).
    float inside = (base.a - emission.w + 1e-4) / max(fwidth(base.a), 1e-4) + 0.5;
    int samples = int(clamp(inside, 0.0, 1.0) * 4.0 + 0.5);
    if (samples == 0) discard;
    gl_SampleMask[0] = (1 << samples) - 1;
#endif
    vec3 n = shading_normal();
#ifdef NORMALS
    vec3 shown = n * 0.5 + 0.5;
#else
    vec3 linear;
#ifdef UNLIT
    linear = base.rgb + emission.rgb;
    vec3 shown = srgb_from_linear(clamp(linear, 0.0, 1.0));
#elif defined(OUTLINE)
    linear = outline.rgb * mix(vec3(1.0), toon_surface(base.rgb, n), outline.w);
    vec3 shown = srgb_from_linear(clamp(linear, 0.0, 1.0));
#elif defined(TOON)
    linear = toon_surface(base.rgb, n);
#ifdef EMISSIVE_TEXTURE
    linear += emission.rgb * linear_from_texture(texture(emissive_texture, texture_point(4)).rgb);
#else
    linear += emission.rgb;
#endif
    vec3 shown = srgb_from_linear(clamp(linear, 0.0, 1.0));
#else
    float metallic = surface.x;
    float roughness = surface.y;
    float occlusion = 1.0;
#ifdef ROUGHNESS_TEXTURE
    vec4 sampled = texture(roughness_texture, texture_point(1));
    roughness *= sampled.g;
    metallic *= sampled.b;
#endif
#ifdef OCCLUSION_TEXTURE
    occlusion = 1.0 + surface.z * (texture(occlusion_texture, texture_point(3)).r - 1.0);
#endif
#ifdef GLOSSINESS
    // KHR_materials_pbrSpecularGlossiness: the smoothness is in the specular colour's alpha.
    roughness = 1.0 - (1.0 - roughness) * texture(specular_color_texture, texture_point(6)).a;
#endif
#ifdef TRANSMISSION
    float whiteness = 0.0;
#else
    float whiteness = whiteness_of(base.rgb);
#endif
    linear = with_form(shade(base.rgb, metallic, clamp(roughness, 0.04, 1.0), occlusion, n), whiteness);
    vec3 glow = emission.rgb;
#ifdef EMISSIVE_TEXTURE
    glow *= linear_from_texture(texture(emissive_texture, texture_point(4)).rgb);
#endif
#ifdef TRANSMISSION
    float nv = clamp(dot(n, direction_to_eye(world_position)), 0.0, 1.0);
    float graze = dielectric.r + (dielectric.a - dielectric.r) * pow(1.0 - nv, 5.0);
    vec4 through = seen_through(n, roughness);
    float pass = passing() * (1.0 - metallic) * (1.0 - graze);
    vec3 shown = srgb_from_linear(clamp(tone_map(linear + glow, whiteness) + through.rgb * base.rgb * pass, 0.0, 1.0));
    base.a *= 1.0 - pass * (1.0 - through.a);
#else
    vec3 shown = srgb_from_linear(tone_map(linear + glow, whiteness));
#endif
#endif
#endif
    // A surface close to the tint's colour is lightened instead.
    float alike = 1.0 - smoothstep(0.25, 0.6, distance(shown, tint.rgb));
    shown = mix(shown, mix(tint.rgb, vec3(1.0), alike * step(tint.a, 0.99)), tint.a);
#if defined(BLEND) || defined(TRANSMISSION)
    float a = clamp(base.a, 0.0, 1.0) * fade;
#else
    float a = fade;
#endif
    pixel = vec4(shown * a, a);
}
