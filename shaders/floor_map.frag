// Red: the key light's shadow, weaker from high up. Green: nearness of what stands on the floor.
in float height;
out vec4 pixel;
void main() { pixel = vec4(mix(0.45, 1.0, exp(-height * 1.6)), exp(-height * 14.0), 0.0, 1.0); }
