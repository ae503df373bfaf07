// Which of the nodes that Vitruvian knows a type name means. Encoding-independent.
#pragma once

#include <cstdint>
#include <string_view>

namespace vitruvian::vrml {

enum class WorldNode : std::uint8_t {
    unknown,
    other,  // known, and of no consequence to a figure: sensors, sound, bindables
    transform,
    group,
    switch_,
    lod,
    inline_,
    shape,
    viewpoint,
    time_sensor,
    interpolator,
    humanoid,
    joint,
    segment,
    site,
    displacer,
    motion,  // HAnimMotion, HAnimPose
    light,
    background,
};

/// By VRML97's and X3D's node names; H-Anim's with and without the HAnim prefix (H-Anim 1.1; ISO/IEC
/// 19774-1).
[[nodiscard]] WorldNode node_kind(std::string_view type);

/// True for Humanoid, Joint, Segment, Site and Displacer: built in whatever a PROTO of that name says.
[[nodiscard]] bool is_hanim(WorldNode kind);

/// The H-Anim name in a DEF name: less "hanim_", or less whatever precedes a standard joint, segment or site
/// name.
[[nodiscard]] std::string_view name_without_prefix(std::string_view def);

}  // namespace vitruvian::vrml
