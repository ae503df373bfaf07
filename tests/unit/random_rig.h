// Random transforms, skeletons and whole documents for property tests: the same for the same seed on all
// platforms.
#pragma once

#include "model/document/document.h"

#include <cstdint>
#include <random>
#include <string>

namespace vitruvian::test {

/// Random numbers computed from the generator's bits, since the standard distributions differ between
/// libraries.
class Random {
  public:
    explicit Random(std::uint32_t seed) : bits_(seed) {}
    float real(float low, float high);
    int integer(int low, int high);  // both included
    bool chance(float probability) { return real(0.0F, 1.0F) < probability; }
    vec3 vector(float low, float high);
    quat rotation();
    /// Rotation, translation and a uniform or per-axis scale; no scale orientation.
    Transform trs(float min_scale, float max_scale);

  private:
    std::mt19937 bits_;
};

/// Adds a node that is a joint of the first humanoid, which exists; returns the node.
int add_joint(Document& document, int parent, const std::string& name, const vec3& step);

/// `count` nodes, parents before children, each with a random rest and an identity delta.
[[nodiscard]] std::vector<Node> random_nodes(Random& random, int count, float min_scale, float max_scale);

/// A mesh of `count` vertices with up to five influences each on `joints` joints, and one morph target.
[[nodiscard]] Mesh random_mesh(Random& random, int count, int joints);

/// A valid document with something in every list: one humanoid with joints, segments, sites, a bone map and
/// expressions, a skinned and a rigid mesh, displacers, a viewpoint, a light of each kind, a sky with images,
/// a material with an image, and a clip with every kind of channel.
[[nodiscard]] Document random_document(std::uint32_t seed);

}  // namespace vitruvian::test
