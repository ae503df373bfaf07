// What a VRML or X3D file itself says of its figures, before a reader repairs it: H-Anim nodes with their DEF names, raw
// numbers and places, lists of USEs, interpolators, ROUTEs. Plain lists, made of the bytes that a document keeps. Inlines
// and EXTERNPROTOs are not followed.
#pragma once

#include "model/document/document.h"

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

namespace vitruvian::check {

struct WorldFacts {
    enum class Kind { humanoid, joint, segment, site, displacer };

    /// Where a node is written or USEd.
    struct Place {
        int holder = -1;        // the nearest H-Anim node around it, into `nodes`; -1: none
        std::string field;      // of the node that holds it
        bool is_direct = true;  // that node is the holder itself
        bool is_use = false;
        Location where;
        /// False in the lists that a Humanoid has beside its tree.
        [[nodiscard]] bool is_in_tree() const;
    };

    /// The points that a Segment's `coord` or a Humanoid's `skinCoord` names.
    struct Points {
        int node = -1;  // number of the node in the file; -1: none is named
        std::string def;
        int count = 0;
    };

    /// An H-Anim node's definition.
    struct Node {
        Kind kind = Kind::joint;
        bool is_x3d = false;  // of ISO/IEC 19774 ("HAnimJoint")
        std::string def;
        std::optional<std::string> name;  // nullopt: the field is absent
        Location where;
        std::vector<Place> places;                                        // the definition's first
        std::map<std::string, std::vector<double>, std::less<>> numbers;  // by field, as they stand
        std::vector<std::string> not_finite;                              // fields with a NaN or an infinity
        bool has_skin = false;          // of a humanoid: something stands in its `skin`
        bool is_robot = false;          // a joint of OpenHRP's dialect, whose limits are single numbers
        Points points;                  // of segments and humanoids
        bool points_are_drawn = false;  // a geometry below the segment uses them

        // What the reader made of it: -1 where nothing.
        int humanoid = -1;  // into Document::humanoids
        int index = -1;     // into the list of that kind, the humanoid's own for joints, segments and sites

        [[nodiscard]] const std::vector<double>* find(std::string_view field) const;
        /// The first place in a tree; null where it is in none.
        [[nodiscard]] const Place* tree_place() const;
    };

    /// An entry of a Humanoid's joints, segments, sites or viewpoints.
    struct Listed {
        int humanoid = -1;  // into `nodes`
        std::string field;
        std::string name;  // after USE or DEF
        int node = -1;     // into `nodes`; -1: no H-Anim node goes by that name
        bool is_use = false;
        bool is_bound = false;  // some node goes by that name
        Location where;
    };

    /// A geometry below Humanoid.skin.
    struct SkinShape {
        int humanoid = -1;  // into `nodes`
        std::string type;
        std::string def;
        Points points;
        Location where;
    };

    struct Interpolator {
        std::string type;
        std::string def;
        std::vector<double> keys;
        std::size_t values = 0;  // numbers of keyValue
        Location where;
    };

    /// A Normal node with vectors that are not unit.
    struct Normals {
        int holder = -1;             // the nearest H-Anim node around it, into `nodes`; -1: none
        std::vector<float> lengths;  // of all its vectors, as they stand
        Location where;
    };

    /// A geometry of faces, triangles, lines or points.
    struct FaceSet {
        int holder = -1;  // the nearest H-Anim node around it, into `nodes`; -1: none
        Location where;
    };

    /// One end's type is "" where it is not known, "-" where its node has no such event.
    struct Route {
        std::string from, from_field, from_type;
        std::string to, to_field, to_type;
        Location where;
    };
    /// A ROUTE that could not be made, with the name that no node has (empty: it is no ROUTE at all).
    struct LostRoute {
        std::string name;
        Location where;
        int count = 1;
    };

    std::vector<Node> nodes;  // as they are written
    std::vector<Listed> listed;
    std::vector<SkinShape> skin_shapes;
    std::vector<Interpolator> interpolators;
    std::vector<Normals> normals;
    std::vector<FaceSet> face_sets;
    std::vector<Route> routes;
    std::vector<LostRoute> lost_routes;
    std::map<std::tuple<Kind, int, int>, int> made;  // into `nodes`, by kind, humanoid and index

    /// The node that the reader made joint (segment, ...) `index` of humanoid `humanoid` of; null: unknown.
    [[nodiscard]] const Node* find(Kind kind, int humanoid, int index) const;
    /// The Humanoid that a node's tree hangs in, into `nodes`; -1: none.
    [[nodiscard]] int humanoid_above(const Node& node) const;
};

/// nullptr where the document keeps no world's bytes, where they changed since, or where its lists are not those that
/// were read.
[[nodiscard]] std::unique_ptr<const WorldFacts> make_world_facts(const Document& document);

}  // namespace vitruvian::check
