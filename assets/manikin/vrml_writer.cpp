#include "assets/manikin/vrml_writer.h"

#include "assets/manikin/mass.h"
#include "assets/manikin/paint.h"
#include "assets/manikin/views.h"
#include <fmt/format.h>
#include <glm/geometric.hpp>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <map>

namespace vitruvian::manikin {
namespace {

constexpr const char* protos = R"(
PROTO Joint [
  exposedField SFVec3f center 0 0 0
  exposedField MFNode children []
  exposedField MFFloat llimit []
  exposedField SFRotation limitOrientation 0 0 1 0
  exposedField SFString name ""
  exposedField SFRotation rotation 0 0 1 0
  exposedField SFVec3f scale 1 1 1
  exposedField SFRotation scaleOrientation 0 0 1 0
  exposedField MFFloat stiffness [ 0 0 0 ]
  exposedField SFVec3f translation 0 0 0
  exposedField MFFloat ulimit []
] {
  Transform {
    center IS center  children IS children  rotation IS rotation  scale IS scale
    scaleOrientation IS scaleOrientation  translation IS translation
  }
}
PROTO Segment [
  field SFVec3f bboxCenter 0 0 0
  field SFVec3f bboxSize -1 -1 -1
  exposedField SFVec3f centerOfMass 0 0 0
  exposedField MFNode children []
  exposedField SFNode coord NULL
  exposedField MFNode displacers []
  exposedField SFFloat mass 0
  exposedField MFFloat momentsOfInertia [ 0 0 0 0 0 0 0 0 0 ]
  exposedField SFString name ""
  eventIn MFNode addChildren
  eventIn MFNode removeChildren
] {
  Group {
    addChildren IS addChildren  bboxCenter IS bboxCenter  bboxSize IS bboxSize
    children IS children  removeChildren IS removeChildren
  }
}
PROTO Site [
  exposedField SFVec3f center 0 0 0
  exposedField MFNode children []
  exposedField SFString name ""
  exposedField SFRotation rotation 0 0 1 0
  exposedField SFVec3f scale 1 1 1
  exposedField SFRotation scaleOrientation 0 0 1 0
  exposedField SFVec3f translation 0 0 0
  eventIn MFNode addChildren
  eventIn MFNode removeChildren
] {
  Transform {
    addChildren IS addChildren  center IS center  children IS children  removeChildren IS removeChildren
    rotation IS rotation  scale IS scale  scaleOrientation IS scaleOrientation  translation IS translation
  }
}
PROTO Displacer [
  exposedField MFInt32 coordIndex []
  exposedField MFVec3f displacements []
  exposedField SFString name ""
] {
  Group {}
}
PROTO Humanoid [
  field SFVec3f bboxCenter 0 0 0
  field SFVec3f bboxSize -1 -1 -1
  exposedField SFVec3f center 0 0 0
  exposedField MFNode humanoidBody []
  exposedField MFString info []
  exposedField MFNode joints []
  exposedField SFString name ""
  exposedField SFRotation rotation 0 0 1 0
  exposedField SFVec3f scale 1 1 1
  exposedField SFRotation scaleOrientation 0 0 1 0
  exposedField MFNode segments []
  exposedField MFNode sites []
  exposedField SFVec3f translation 0 0 0
  exposedField SFString version "1.1"
  exposedField MFNode viewpoints []
] {
  Transform {
    bboxCenter IS bboxCenter  bboxSize IS bboxSize  center IS center  rotation IS rotation  scale IS scale
    scaleOrientation IS scaleOrientation  translation IS translation
    children [ Group { children IS viewpoints } Group { children IS humanoidBody } ]
  }
}
)";

/// Plain digits without trailing zeros.
std::string number(double value, int digits) {
    std::string text = fmt::format("{:.{}f}", value, digits);
    while (text.back() == '0') text.pop_back();
    if (text.back() == '.') text.pop_back();
    if (text.starts_with("0.")) text.erase(0, 1);
    if (text.starts_with("-0.")) text.erase(1, 1);
    return text == "-0" || text == "-" ? "0" : text;
}

std::string vec(const Vec& v, int digits) {
    return number(v.x, digits) + " " + number(v.y, digits) + " " + number(v.z, digits);
}

std::string rotation(const Quat& q) {
    const double sign = q.w < 0.0 ? -1.0 : 1.0;
    const Vec axis = Vec{q.x, q.y, q.z} * sign;
    const double length = glm::length(axis);
    if (length < 1e-7) return "0 0 1 0";
    return vec(axis / length, 4) + " " + number(2 * std::atan2(length, q.w * sign), 4);
}

class Writer {
  public:
    Writer(const Skeleton& skeleton, const Shells& shells, const Displacers& displacers)
        : skeleton_(skeleton), displacers_(displacers), solids_(solids_of(shells)) {
        for (const Shell& shell : shells) shells_[shell.segment].push_back(&shell);
    }

    std::string humanoid(const std::vector<Motion>& motions) {
        line("#VRML V2.0 utf8");
        line("# The manikin of Vitruvian, made by assets/manikin. Change the generator, not this file.");
        out_ += protos;
        line("NavigationInfo { type [ \"EXAMINE\", \"ANY\" ] }");
        line("DEF Humanoid Humanoid {");
        line("name \"Manikin\"");
        line(
            "info [ \"authorName=Vitruvian\" \"copyright=MIT License\" \"humanoidVersion=1.0\" "
            "\"gender=neuter\" ]");
        line("humanoidBody [");
        joint(0);
        line("]");
        lists();
        viewpoints();
        line("}");
        for (const Motion& motion : motions) clip(motion);
        return std::move(out_);
    }

  private:
    void line(const std::string& text) {
        out_ += text;
        out_ += '\n';
    }

    void joint(int index) {
        const JointRow& row = skeleton_.joints[static_cast<std::size_t>(index)];
        line(fmt::format("DEF hanim_{0} Joint {{ name \"{0}\" center {1}", row.name, vec(row.centre, 5)));
        line(fmt::format("llimit [ {} ] ulimit [ {} ] stiffness [ {} ]", vec(row.lower, 4), vec(row.upper, 4),
                         vec(row.stiffness, 2)));
        if (row.limit_angle != 0.0) {
            line(fmt::format("limitOrientation {} {}", vec(row.limit_axis, 4), number(row.limit_angle, 4)));
        }
        line("children [");
        segment(row.segment);
        for (std::size_t i = 0; i < skeleton_.joints.size(); ++i) {
            if (skeleton_.joints[i].parent == index) joint(static_cast<int>(i));
        }
        line("] }");
    }

    void segment(const std::string& name) {
        const std::vector<const Shell*>& shells = shells_[name];
        line(fmt::format("DEF hanim_{0} Segment {{ name \"{0}\"", name));
        const Solid& solid = solids_[name];
        if (solid.volume > 0.0) {
            line(fmt::format("mass {} centerOfMass {}", number(solid.volume * body_density, 4),
                             vec(solid.centre(), 5)));
            std::string moments;
            for (const double m : solid.inertia_about_centre(body_density)) moments += number(m, 7) + " ";
            line(fmt::format("momentsOfInertia [ {}]", moments));
        }
        if (!shells.empty()) {
            line(fmt::format("coord DEF {}_coords Coordinate {{ point [", name));
            points(shells.front()->points, 4);
            line("] }");
        }
        displacers(name);
        line("children [");
        for (std::size_t i = 0; i < shells.size(); ++i) shape(*shells[i], i == 0);
        for (const SiteRow& site : skeleton_.sites) {
            if (site.segment == name) this->site(site);
        }
        line("] }");
    }

    void site(const SiteRow& site) {
        // A view looks along the front, as its Viewpoint's -Z does after half a turn about Y.
        const char* turn = site.name.ends_with("_view") ? " rotation 0 1 0 3.14159265" : "";
        line(fmt::format("DEF hanim_{0} Site {{ name \"{0}\" translation {1}{2} }}", site.name,
                         vec(site.position, 5), turn));
    }

    void displacers(const std::string& segment) {
        std::string list;
        std::swap(list, out_);
        bool any = false;
        for (const DisplacerRow& row : displacers_) {
            if (row.segment != segment) continue;
            if (!any) line("displacers [");
            any = true;
            line(fmt::format("DEF {0} Displacer {{ name \"{0}\" coordIndex [", row.name));
            std::string indices;
            for (const int v : row.vertices) indices += std::to_string(v) + " ";
            line(indices + "]");
            if (!row.offsets.empty()) {
                line("displacements [");
                points(row.offsets, 5);
                line("]");
            }
            line("}");
        }
        if (any) line("]");
        std::swap(list, out_);
        out_ += list;
    }

    void points(const std::vector<Vec>& values, int digits) {
        std::string text;
        for (const Vec& v : values) text += vec(v, digits) + ",";
        line(text);
    }

    void appearance(const std::string& name) {
        if (std::find(painted_.begin(), painted_.end(), name) != painted_.end()) {
            line(fmt::format("appearance USE {}_appearance", name));
            return;
        }
        painted_.push_back(name);
        const auto paint =
            std::find_if(paints.begin(), paints.end(), [&](const Paint& p) { return name == p.name; });
        const double shine = 1.0 - paint->roughness;
        line(
            fmt::format("appearance DEF {}_appearance Appearance {{ material Material {{ diffuseColor {} "
                        "specularColor {} shininess {} }} }}",
                        name, vec(paint->colour, 2), vec(Vec{0.3 * shine}, 2), number(shine, 2)));
    }

    void shape(const Shell& shell, bool uses_segment_coords) {
        line("Shape {");
        appearance(shell.material);
        line(std::string("geometry IndexedFaceSet {") + (shell.normals.empty() ? "" : " creaseAngle 3.14"));
        if (uses_segment_coords) {
            line(fmt::format("coord USE {}_coords", shell.segment));
        } else {
            line("coord Coordinate { point [");
            points(shell.points, 4);
            line("] }");
        }
        if (!shell.normals.empty()) {
            line("normal Normal { vector [");
            points(shell.normals, 2);
            line("] }");
        }
        std::string faces = "coordIndex [ ";
        for (const std::array<int, 4>& face : shell.faces) {
            for (const int v : face) {
                if (v >= 0) faces += std::to_string(v) + " ";
            }
            faces += "-1 ";
        }
        line(faces + "]");
        line("} }");
    }

    void use_list(const char* field, const std::vector<std::string>& names) {
        line(std::string(field) + " [");
        for (const std::string& name : names) line("USE hanim_" + name);
        line("]");
    }

    void lists() {
        std::vector<std::string> joints;
        std::vector<std::string> segments;
        std::vector<std::string> sites;
        for (const JointRow& row : skeleton_.joints) {
            joints.push_back(row.name);
            segments.push_back(row.segment);
        }
        for (const SiteRow& row : skeleton_.sites) sites.push_back(row.name);
        use_list("joints", joints);
        use_list("segments", segments);
        use_list("sites", sites);
    }

    void viewpoints() {
        line("viewpoints [");
        for (const View& view : views) {
            line(fmt::format("DEF {0} Viewpoint {{ description \"{0}\" position {1} orientation {2} {3} }}",
                             view.name, vec(view.position, 3), vec(view.axis, 3), number(view.angle, 4)));
        }
        line("]");
    }

    static bool moves(const Motion& motion, std::size_t joint) {
        return std::any_of(motion.frames.begin(), motion.frames.end(),
                           [&](const Pose& pose) { return pose.turn[joint].w < 1.0 - 1e-9; });
    }

    void clip(const Motion& motion) {
        line(fmt::format("DEF {} TimeSensor {{ cycleInterval {} loop TRUE startTime 1 stopTime 0 }}",
                         motion.name, number(motion.seconds, 3)));
        for (std::size_t j = 0; j < skeleton_.joints.size(); ++j) {
            if (!moves(motion, j)) continue;
            const std::string& name = skeleton_.joints[j].name;
            interpolator(motion, "OrientationInterpolator", name, "set_rotation", static_cast<int>(j));
        }
        interpolator(motion, "PositionInterpolator", "HumanoidRoot", "set_translation", -1);
    }

    /// `joint` -1: the root's shift.
    void interpolator(const Motion& motion, const char* type, const std::string& target, const char* field,
                      int joint) {
        const std::string def = motion.name + "_" + (joint < 0 ? "shift" : target);
        std::string keys;
        std::string values;
        for (const std::size_t key : needed_keys(motion, joint)) {
            const Pose& pose = motion.frames[key];
            keys += number(motion.keys[key], 5) + " ";
            values +=
                joint < 0 ? vec(pose.root_shift, 4) : rotation(pose.turn[static_cast<std::size_t>(joint)]);
            values += ",";
        }
        line(fmt::format("DEF {} {} {{ key [ {}] keyValue [", def, type, keys));
        line(values + "] }");
        line(fmt::format("ROUTE {}.fraction_changed TO {}.set_fraction", motion.name, def));
        line(fmt::format("ROUTE {}.value_changed TO hanim_{}.{}", def, target, field));
    }

    const Skeleton& skeleton_;
    const Displacers& displacers_;
    std::map<std::string, Solid> solids_;
    std::map<std::string, std::vector<const Shell*>> shells_;
    std::vector<std::string> painted_;
    std::string out_;
};

}  // namespace

std::string to_vrml(const Skeleton& skeleton, const Shells& shells, const Displacers& displacers,
                    const std::vector<Motion>& motions) {
    return Writer(skeleton, shells, displacers).humanoid(motions);
}

}  // namespace vitruvian::manikin
