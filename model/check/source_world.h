// The data of a VRML or X3D file about its figures, before a reader repairs it: H-Anim nodes with their DEF
// names, raw numbers and locations, USE lists, interpolators, ROUTEs. Plain lists, made from the bytes that a
// document keeps. Inlines and EXTERNPROTOs are not followed.
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

    /// A location where a node is defined or USEd.
    struct Place {
        int holder = -1;        // the nearest enclosing H-Anim node, into `nodes`; -1: none
        std::string field;      // field of the parent node
        bool is_direct = true;  // the parent node is the holder itself
        bool is_use = false;
        Location where;
        /// False in the lists of a Humanoid outside its tree.
        [[nodiscard]] bool is_in_tree() const;
    };

    /// The points referenced by a Segment's `coord` or a Humanoid's `skinCoord`.
    struct Points {
        int node = -1;  // index of the node in the file; -1: none
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
        std::vector<Place> places;                                        // that of the definition first
        std::map<std::string, std::vector<double>, std::less<>> numbers;  // by field, as in the file
        std::vector<std::string> not_finite;                              // fields with a NaN or an infinity
        bool has_skin = false;          // humanoids: its `skin` is not empty
        bool is_robot = false;          // a joint of OpenHRP's dialect, whose limits are single numbers
        Points points;                  // for segments and humanoids
        bool points_are_drawn = false;  // used by a geometry below the segment
        bool is_part = false;           // a displacer that has the weight of another one of its name, which
        std::vector<int> parts;         // has these, into `nodes`

        // The object that the reader created from it; -1: none.
        int humanoid = -1;  // into Document::humanoids
        int index = -1;     // into the list of that kind, the humanoid's own for joints, segments and sites

        [[nodiscard]] const std::vector<double>* find(std::string_view field) const;
        /// Returns the first location within a tree; null if there is none.
        [[nodiscard]] const Place* tree_place() const;
    };

    /// An entry of a Humanoid's joints, segments, sites or viewpoints.
    struct Listed {
        int humanoid = -1;  // into `nodes`
        std::string field;
        std::string name;  // after USE or DEF
        int node = -1;     // into `nodes`; -1: no H-Anim node has that name
        bool is_use = false;
        bool is_bound = false;  // some node has that name
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
        int holder = -1;             // the nearest enclosing H-Anim node, into `nodes`; -1: none
        std::vector<float> lengths;  // of all its vectors, as in the file
        Location where;
    };

    /// A geometry of faces, triangles, lines or points.
    struct FaceSet {
        int holder = -1;  // the nearest enclosing H-Anim node, into `nodes`; -1: none
        Location where;
    };

    /// An event's type is "" if unknown, "-" if the node has no such event.
    struct Route {
        std::string from, from_field, from_type;
        std::string to, to_field, to_type;
        Location where;
    };
    /// A ROUTE that could not be resolved, with the name of the missing node (empty: invalid ROUTE).
    struct LostRoute {
        std::string name;
        Location where;
        int count = 1;
    };

    std::vector<Node> nodes;  // in file order
    std::vector<Listed> listed;
    std::vector<SkinShape> skin_shapes;
    std::vector<Interpolator> interpolators;
    std::vector<Normals> normals;
    std::vector<FaceSet> face_sets;
    std::vector<Route> routes;
    std::vector<LostRoute> lost_routes;
    std::map<std::tuple<Kind, int, int>, int> made;  // into `nodes`, by kind, humanoid and index

    /// Returns the node from which the reader created joint (segment, ...) `index` of humanoid `humanoid`;
    /// null: unknown.
    [[nodiscard]] const Node* find(Kind kind, int humanoid, int index) const;
    /// Returns the Humanoid whose tree contains the node, into `nodes`; -1: none.
    [[nodiscard]] int humanoid_above(const Node& node) const;
};

/// nullptr if the document keeps no VRML/X3D source, if the source has changed, or if its lists are not those
/// that were read.
[[nodiscard]] std::unique_ptr<const WorldFacts> make_world_facts(const Document& document);

}  // namespace vitruvian::check
