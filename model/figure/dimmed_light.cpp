#include "model/figure/dimmed_light.h"

namespace vitruvian {

Light dimmed_light(Light light) {
    if (light.intensity <= 1.0F) return light;
    const bool by_square = light.attenuation.x == 0.0F && light.attenuation.y == 0.0F;
    if (light.kind != Light::Kind::directional && by_square) light.attenuation.z /= light.intensity;
    light.intensity = 1.0F;
    return light;
}

}  // namespace vitruvian
