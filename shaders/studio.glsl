// The studio's lighting, evaluated in closed form: a large soft key light, a fill light attached to the
// camera, a rim light, and an environment of a bright ceiling, a dimmer floor and two softboxes for
// reflections.
const vec3 key_color = vec3(1.00, 0.98, 0.95) * 2.85;
const vec3 fill_color = vec3(0.98, 0.99, 1.00) * 1.56;
const vec3 rim_color = vec3(0.95, 0.98, 1.00) * 3.20;
const vec3 kicker_color = vec3(0.92, 0.96, 1.00) * 2.20;

// A direction given along the figure's left, up and front.
vec3 in_studio(vec3 d) { return vec3(dot(d, floor_left.xyz), dot(d, floor_up.xyz), dot(d, floor_front.xyz)); }

// Irradiance from the whole studio for the normal n, divided by pi: first-order spherical harmonics.
vec3 studio_irradiance(vec3 n) {
    vec3 s = in_studio(n);
    vec3 level = mix(vec3(0.205, 0.197, 0.190), vec3(0.36, 0.375, 0.40), 0.5 + 0.5 * s.y);
    return level * (1.0 + 0.10 * s.z);
}

float softbox(vec3 r, vec3 direction, float sharpness) { return exp(sharpness * (dot(r, direction) - 1.0)); }

// A strip light behind the figure, opposite the rim light: only visible at grazing angles, also on dark
// cloth, and so separates surfaces from the backdrop.
float kicker(vec3 n, float nv) {
    float graze = (1.0 - nv) * (1.0 - nv);
    float side = dot(in_studio(n), vec3(-0.80, 0.45, -0.40));
    return graze * graze * smoothstep(-0.1, 0.8, side);
}

// Radiance reflected from direction r by a surface of this roughness.
vec3 studio_reflection(vec3 r, float roughness) {
    vec3 s = in_studio(r);
    float blur = max(roughness, 0.06);
    float horizon = smoothstep(-blur - 0.1, blur + 0.25, s.y);
    vec3 level = mix(vec3(0.17, 0.167, 0.164), vec3(0.54, 0.56, 0.59), horizon);
    float gain = 1.0 - 0.75 * roughness;
    const vec3 overhead = normalize(vec3(0.0, 0.93, 0.38));
    const vec3 side = normalize(vec3(0.92, 0.25, 0.30));
    const vec3 other = normalize(vec3(-0.95, 0.20, -0.15));
    float sharp = mix(22.0, 2.5, roughness);
    level += vec3(1.05, 1.07, 1.10) * gain * softbox(s, overhead, sharp);
    level += vec3(0.85, 0.90, 0.95) * gain * softbox(s, side, sharp);
    level += vec3(0.70, 0.72, 0.75) * gain * softbox(s, other, sharp * 1.4);
    return level;
}

// How white a base colour is. White surfaces would be lit to the top of what a picture can show: less light with more
// contrast leaves them their form.
float whiteness_of(vec3 base) { return smoothstep(0.6, 1.0, min(base.r, min(base.g, base.b))); }
vec3 with_form(vec3 c, float whiteness) {
    return c * mix(1.0, 0.90 * pow(max(c.r, max(c.g, c.b)), 0.3), whiteness);
}

// After Khronos PBR Neutral: base colours are preserved, highlights roll off towards white. Its toe removes
// all specular reflection of a matt surface, which leaves dark cloth without form; this one removes a third.
// The shoulder begins slightly later, so that white surfaces are white, and theirs ends sooner.
vec3 tone_map(vec3 c, float whiteness) {
    float low = min(c.r, min(c.g, c.b));
    c -= 0.33 * (low < 0.08 ? low - 6.25 * low * low : 0.04);
    // Specular and ambient light desaturate colours slightly, dark ones more; this compensates for it.
    float grey = dot(c, vec3(0.2126, 0.7152, 0.0722));
    c = max(mix(vec3(grey), c, 1.061 - 0.045 * min(grey, 0.5)), vec3(0.0));
    float peak = max(c.r, max(c.g, c.b));
    const float start = 0.85;
    if (peak < start) return c;
    const float room = 1.0 - start;
    float new_peak = 1.0 - room * mix(room / (peak + room - start), exp((start - peak) / room), whiteness);
    c *= new_peak / peak;
    float white = 1.0 - 1.0 / (0.15 * (peak - new_peak) + 1.0);
    return mix(c, vec3(new_peak), white);
}
