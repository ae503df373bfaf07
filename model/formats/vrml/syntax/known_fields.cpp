#include "model/formats/vrml/syntax/known_fields.h"

#include <limits>
#include <unordered_set>

namespace vitruvian::vrml {
namespace {

const std::unordered_set<std::string_view>& known() {
    static const std::unordered_set<std::string_view> table{
        // grouping, placing, choosing
        "children", "shape", "addChildren", "removeChildren", "bboxCenter", "bboxSize", "bboxDisplay",
        "bboxColor", "visible", "translation", "rotation", "scale", "scaleOrientation", "center", "choice",
        "level", "whichChoice", "range", "forceTransitions", "axisOfRotation", "collide", "enabled", "proxy",
        "collideTime", "url", "parameter", "description", "load", "autoRefresh", "autoRefreshTimeLimit",
        "global", "metadata", "reference", "value", "castShadow", "shadows", "shadowIntensity",
        "level_changed", "mustEvaluate", "directOutput",
        // shapes
        "appearance", "geometry", "material", "backMaterial", "texture", "textureTransform",
        "textureProperties", "fillProperties", "lineProperties", "pointProperties", "shaders",
        "acousticProperties", "alphaMode", "alphaCutoff", "ambientIntensity", "diffuseColor", "emissiveColor",
        "specularColor", "shininess", "transparency", "occlusionStrength", "normalScale", "baseColor",
        "metallic", "roughness", "ambientTexture", "diffuseTexture", "emissiveTexture", "normalTexture",
        "occlusionTexture", "shininessTexture", "specularTexture", "baseTexture", "metallicRoughnessTexture",
        "ambientTextureMapping", "diffuseTextureMapping", "emissiveTextureMapping", "normalTextureMapping",
        "occlusionTextureMapping", "shininessTextureMapping", "specularTextureMapping", "baseTextureMapping",
        "metallicRoughnessTextureMapping", "separateBackColor", "backAmbientIntensity", "backDiffuseColor",
        "backEmissiveColor", "backShininess", "backSpecularColor", "backTransparency", "image", "repeatS",
        "repeatT", "repeatR", "alpha", "function", "mode", "source", "linetype", "linewidthScaleFactor",
        "applied", "filled", "hatchColor", "hatched", "hatchStyle", "fillStyle", "anisotropicDegree",
        "borderColor", "borderWidth", "boundaryModeS", "boundaryModeT", "boundaryModeR",
        "magnificationFilter", "minificationFilter", "textureCompression", "texturePriority",
        "generateMipMaps", "mapping", "pointSizeScaleFactor", "pointSizeMinValue", "pointSizeMaxValue",
        "colorMode", "markerType",
        // geometry
        "coord", "coordIndex", "normal", "normalIndex", "normalPerVertex", "color", "colorIndex",
        "colorPerVertex", "colorRGBA", "texCoord", "texCoordIndex", "ccw", "convex", "creaseAngle", "solid",
        "index", "stripCount", "fanCount", "vertexCount", "attrib", "fogCoord", "tangent", "point", "vector",
        "size", "radius", "height", "bottomRadius", "top", "bottom", "side", "subdivision", "beginCap",
        "endCap", "crossSection", "orientation", "spine", "xDimension", "zDimension", "xSpacing", "zSpacing",
        "string", "length", "maxExtent", "fontStyle", "lineBounds", "origin", "textBounds", "family",
        "horizontal", "justify", "language", "leftToRight", "spacing", "style", "topToBottom", "lineSegments",
        "startAngle", "endAngle", "closureType", "innerRadius", "outerRadius", "vertices",
        // lights, views, surroundings
        "on", "intensity", "direction", "location", "attenuation", "beamWidth", "cutOffAngle", "position",
        "fieldOfView", "jump", "retainUserOffsets", "centerOfRotation", "bind", "bindTime", "isBound",
        "nearDistance", "farDistance", "viewAll", "navigationInfo", "avatarSize", "headlight", "speed",
        "type", "visibilityLimit", "transitionTime", "transitionType", "transitionComplete", "skyColor",
        "skyAngle", "groundColor", "groundAngle", "frontUrl", "backUrl", "leftUrl", "rightUrl", "topUrl",
        "bottomUrl", "frontTexture", "backTexture", "leftTexture", "rightTexture", "topTexture",
        "bottomTexture", "visibilityRange", "fogType", "info", "title",
        // time, sensors, sound
        "cycleInterval", "cycleTime", "startTime", "stopTime", "pauseTime", "resumeTime", "elapsedTime",
        "isActive", "isPaused", "loop", "time", "fraction", "pitch", "duration", "key", "keyValue",
        "value_changed", "keyVelocity", "closed", "normalizeVelocity", "isOver", "hitNormal", "hitPoint",
        "hitTexCoord", "touchTime", "autoOffset", "offset", "minAngle", "maxAngle", "diskAngle",
        "minPosition", "maxPosition", "trackPoint", "axisRotation", "enterTime", "exitTime", "maxBack",
        "maxFront", "minBack", "minFront", "priority", "spatialize", "gain", "deletionAllowed", "enteredText",
        "finalText", "isSelected", "toggle", "integerKey", "triggerTime", "triggerTrue", "triggerValue",
        "boolean", "inputTrue", "inputFalse", "inputNegate", "next", "previous", "keyPress", "keyRelease",
        "actionKeyPress", "actionKeyRelease", "altKey", "controlKey", "shiftKey", "watchList", "timeOut",
        "isLoaded", "loadTime", "progress", "rate", "set_boolean", "set_fraction", "set_triggerTime",
        // figures
        "name", "version", "humanoidBody", "skeleton", "joints", "segments", "sites", "viewpoints", "skin",
        "skinCoord", "skinNormal", "skinBindingCoords", "skinBindingNormals", "loa", "skeletalConfiguration",
        "motions", "poses", "motionsEnabled", "jointBindingPositions", "jointBindingRotations",
        "jointBindingScales", "llimit", "ulimit", "limitOrientation", "stiffness", "displacers",
        "skinCoordIndex", "skinCoordWeight", "mass", "centerOfMass", "momentsOfInertia", "displacements",
        "weight", "channels", "channelsEnabled", "values", "frameDuration", "frameIncrement", "frameIndex",
        "frameCount", "startFrame", "endFrame", "transitionStart", "transitionDuration", "commencePose",
        "resetAllJoints", "poseJoints", "poseIndex", "transform", "transforms",
        // robots (OpenHRP)
        "jointId", "jointType", "jointAxis", "uvlimit", "lvlimit", "climit", "gearRatio", "rotorInertia",
        "rotorResistor", "torqueConst", "encoderPulse", "equivalentInertia", "gearEfficiency", "speedLimit",
        "maxForce", "maxTorque", "sensorId", "frontClipDistance", "backClipDistance", "width", "frameRate"};
    return table;
}

}  // namespace

std::string_view plain_event_name(std::string_view name) {
    const std::string_view set = "set_";
    const std::string_view changed = "_changed";
    if (name.size() > set.size() && name.starts_with(set)) return name.substr(set.size());
    if (name.size() > changed.size() && name.ends_with(changed))
        return name.substr(0, name.size() - changed.size());
    return name;
}

bool is_known_field(std::string_view name) {
    return known().contains(name) || known().contains(plain_event_name(name));
}

float in_place_of_absurd(std::string_view field) {
    const bool keyed = field == "key" || field == "keyValue" || field == "values";
    return keyed ? std::numeric_limits<float>::max() : 0.0F;
}

}  // namespace vitruvian::vrml
