// Maps type names to the nodes that Vitruvian knows. Independent of the encoding.
#pragma once

#include <cstdint>
#include <string_view>

namespace vitruvian::vrml {

enum class WorldNode : std::uint8_t {
    unknown,
    other,  // known, but without effect on a figure: sensors, sound, bindables
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

/// Looks up VRML97's and X3D's node names; H-Anim's with and without the HAnim prefix (H-Anim 1.1; ISO/IEC
/// 19774-1).
[[nodiscard]] WorldNode node_kind(std::string_view type);

/// Whether it is Humanoid, Joint, Segment, Site or Displacer: these are built in, whatever a PROTO of that
/// name contains.
[[nodiscard]] bool is_hanim(WorldNode kind);

/// Returns the H-Anim name in a DEF name: without "hanim_", or without whatever precedes a standard joint,
/// segment or site name.
[[nodiscard]] std::string_view name_without_prefix(std::string_view def);

}  // namespace vitruvian::vrml
