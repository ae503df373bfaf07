#include "tests/unit/optimised/animal_rigs.h"

#include "model/core/at.h"

#include <fmt/format.h>

#include <cmath>
#include <utility>

namespace vitruvian::test {
namespace {

constexpr float pi = 3.14159265F;

std::string sided(const std::string& name, const std::string& side) {
    return name.empty() ? name : fmt::format(fmt::runtime(name), side);
}

/// Joints by their places, +Y up, facing +Z.
class Builder {
  public:
    Builder(const FigureNames& names, Random& random) : names_(names), random_(random) {}

    int add(int parent, const std::string& name, const vec3& place) {
        parents_.push_back(parent);
        labels_.push_back(name);
        places_.push_back(place);
        return static_cast<int>(places_.size()) - 1;
    }

    void add_tail(int on, const vec3& step, int count) {
        for (int i = 0; i < count; ++i) {
            const vec3 wiggle = random_.vector(-0.15F, 0.15F) * glm::length(step);
            on = add(on, names_.tail.empty() ? "" : fmt::format("{}{}", names_.tail, i + 1),
                     at(places_, on) + step + wiggle * vec3(0, 1, 1));
        }
    }

    void add_face(int head, float size) {
        if (random_.chance(0.5F)) return;
        for (const float side : {1.0F, -1.0F}) {
            add(head, label(side > 0 ? "ear_l" : "ear_r"),
                at(places_, head) + size * vec3(side * 0.4F, 0.6F, 0.1F));
            add(head, label(side > 0 ? "eye_l" : "eye_r"),
                at(places_, head) + size * vec3(side * 0.2F, 0.3F, 0.4F));
        }
        if (random_.chance(0.5F)) add(head, label("jaw"), at(places_, head) + size * vec3(0, -0.1F, 0.3F));
    }

    [[nodiscard]] vec3 place(int joint) const { return at(places_, joint); }
    [[nodiscard]] std::string trunk(int i) const { return at(names_.trunk, i); }
    [[nodiscard]] std::string arm(int i, float side) const { return sided(at(names_.arm, i), side_of(side)); }
    [[nodiscard]] std::string leg(int i, float side) const { return sided(at(names_.leg, i), side_of(side)); }

    /// Rotated to its front, scaled, and with arbitrary axes.
    [[nodiscard]] Document document(float yaw, float scale) {
        Document out;
        const quat turn = axis_angle({0, 1, 0}, yaw);
        const bool has_axes = random_.chance(0.5F);
        std::vector<quat> axes;
        for (std::size_t i = 0; i < places_.size(); ++i) {
            axes.push_back(has_axes ? random_.rotation() : identity_quat);
            Node node;
            node.parent = parents_[i];
            node.kind = NodeKind::joint;
            node.name = labels_[i].empty() ? fmt::format("Bone.{:03}", i) : labels_[i];
            const quat above = node.parent < 0 ? identity_quat : at(axes, node.parent);
            const vec3 origin = node.parent < 0 ? vec3(0.0F) : at(places_, node.parent);
            node.rest.translation = glm::conjugate(above) * (turn * (places_[i] - origin) * scale);
            node.rest.rotation = glm::conjugate(above) * axes.back();
            out.nodes.push_back(std::move(node));
        }
        Humanoid humanoid;
        humanoid.name = "figure";
        for (std::size_t i = 0; i < out.nodes.size(); ++i) {
            Joint joint;
            joint.node = static_cast<int>(i);
            joint.centre = turn * places_[i] * scale;
            humanoid.joints.push_back(joint);
        }
        out.humanoids.push_back(std::move(humanoid));
        return out;
    }

  private:
    [[nodiscard]] std::string label(const char* name) const { return names_.tail.empty() ? "" : name; }
    [[nodiscard]] const std::string& side_of(float side) const { return at(names_.sides, side > 0 ? 0 : 1); }

    const FigureNames& names_;
    Random& random_;
    std::vector<int> parents_;
    std::vector<std::string> labels_;
    std::vector<vec3> places_;
};

/// In the sagittal plane: `angle` from straight down, forwards.
vec3 down(float length, float angle) {
    return length * vec3(0, -std::cos(angle), std::sin(angle));
}

vec3 ahead(float length, float rise) {
    return length * vec3(0, std::sin(rise), std::cos(rise));
}

}  // namespace

const std::vector<FigureNames>& human_names() {
    static const std::vector<FigureNames> list{
        {"Mixamo",
         {"Hips", "Spine", "Spine1", "Spine2", "Neck", "Head"},
         {"{}Shoulder", "{}Arm", "{}ForeArm", "{}Hand"},
         {"{}UpLeg", "{}Leg", "{}Foot", "{}ToeBase"},
         {"Left", "Right"},
         "Tail"},
        {"Unreal",
         {"pelvis", "spine_01", "spine_02", "spine_03", "neck_01", "head"},
         {"clavicle_{}", "upperarm_{}", "lowerarm_{}", "hand_{}"},
         {"thigh_{}", "calf_{}", "foot_{}", "ball_{}"},
         {"l", "r"},
         "tail_0"},
        {"Biped",
         {"Bip01 Pelvis", "Bip01 Spine", "Bip01 Spine1", "Bip01 Spine2", "Bip01 Neck", "Bip01 Head"},
         {"Bip01 {} Clavicle", "Bip01 {} UpperArm", "Bip01 {} Forearm", "Bip01 {} Hand"},
         {"Bip01 {} Thigh", "Bip01 {} Calf", "Bip01 {} Foot", "Bip01 {} Toe0"},
         {"L", "R"},
         "Bip01 Tail"},
        {"nameless", {}, {}, {}, {}, ""},
    };
    return list;
}

const std::vector<FigureNames>& animal_names() {
    static const std::vector<FigureNames> list{
        {"front and back",
         {"Root", "Spine", "Body", "Chest", "Neck", "Head"},
         {"Front_Shoulder.{}", "Front_Leg.{}", "Front_Knee.{}", "Front_Paw.{}"},
         {"Back_Leg.{}", "Back_Knee.{}", "Back_Foot.{}", "Back_Paw.{}"},
         {"L", "R"},
         "Tail."},
        {"upper and lower",
         {"Hips", "Spine1", "Spine2", "Spine3", "Neck", "Head"},
         {"FrontShoulder.{}", "FrontLegUpper.{}", "FrontLegLower.{}", "FrontFoot.{}"},
         {"BackLegUpper.{}", "BackLegLower.{}", "BackFoot.{}", "BackToes.{}"},
         {"L", "R"},
         "Tail"},
        {"paws",
         {"hip", "body", "body2", "chest", "neck", "head"},
         {"shoulder_{}", "leg_front_{}_1", "leg_front_{}_2", "paw_front_{}"},
         {"leg_back_{}_1", "leg_back_{}_2", "leg_back_{}_3", "paw_back_{}"},
         {"l", "r"},
         "tail_"},
        {"Rigify",
         {"spine", "spine.001", "spine.002", "spine.003", "spine.004", "spine.005"},
         {"shoulder.{}", "front_thigh.{}", "front_shin.{}", "front_foot.{}"},
         {"thigh.{}", "shin.{}", "foot.{}", "toe.{}"},
         {"L", "R"},
         "tail."},
        {"arms with paws",
         {"Pelvis", "Spine", "Chest", "UpperChest", "Neck", "Head"},
         {"Shoulder_{}", "UpperArm_{}", "LowerArm_{}", "Paw_{}"},
         {"UpperLeg_{}", "LowerLeg_{}", "Foot_{}", "Toe_{}"},
         {"L", "R"},
         "Tail_"},
    };
    return list;
}

Document make_quadruped(const FigureNames& names, Random& random) {
    Builder out(names, random);
    const float leg = random.chance(0.5F) ? random.real(0.15F, 0.45F) : random.real(0.45F, 1.1F);
    const float width = random.real(0.08F, 0.25F);
    // Some have a round back; none has its chest on the ground.
    const float arch = random.real(-0.3F, 0.9F);
    float slope = random.real(-0.35F, 0.6F);
    const float bow = std::sin(slope + arch) + std::sin(slope) + std::sin(slope - arch);
    if (leg + bow / 3.0F < 0.5F * leg || leg + bow / 3.0F < 0.12F) slope = std::abs(slope) + 0.1F;
    const int hips = out.add(-1, out.trunk(0), {0, leg, 0});
    int spine = hips;
    for (int i = 1; i <= 3; ++i)
        spine = out.add(spine, out.trunk(i),
                        out.place(spine) + ahead(1.0F / 3.0F, slope + arch * (2.0F - static_cast<float>(i))));
    const float rise = random.real(-0.3F, 1.3F);
    const float neck = random.real(0.1F, 0.6F);
    const int throat = out.add(spine, out.trunk(4), out.place(spine) + ahead(0.1F, rise));
    const int head = out.add(throat, out.trunk(5), out.place(throat) + ahead(neck, rise));
    out.add_face(head, 0.2F);
    const bool digitigrade = random.chance(0.5F);
    const float splay = random.chance(0.2F) ? random.real(0.0F, 0.6F) * leg : 0.0F;  // a lizard's
    const float front = std::max(out.place(spine).y, 0.1F);
    const bool has_scapula = random.chance(0.7F);
    for (const float side : {1.0F, -1.0F}) {
        const vec3 aside(side * width * 0.5F, 0, 0);
        const vec3 out_to(side * splay * 0.5F, 0, 0);
        const float thigh = random.real(0.2F, 0.9F);
        const int upper = out.add(hips, out.leg(0, side), {aside.x, leg * 0.98F, 0});
        const float part = leg / (std::cos(thigh) + std::cos(0.6F) + (digitigrade ? 0.7F : 0.15F));
        const int lower = out.add(upper, out.leg(1, side), out.place(upper) + out_to + down(part, thigh));
        const int foot = out.add(lower, out.leg(2, side), out.place(lower) + out_to + down(part, -0.6F));
        const vec3 step = digitigrade ? down(part * 0.75F, 0.2F) : down(part * 0.8F, 1.45F);
        out.add(foot, out.leg(3, side), out.place(foot) + step);
        int on = spine;
        if (has_scapula)
            on = out.add(spine, out.arm(0, side), out.place(spine) + aside * 0.4F + vec3(0, 0.02F, -0.03F));
        const vec3 shoulder{aside.x, front * 0.85F, out.place(spine).z + 0.02F};
        const int arm = out.add(on, out.arm(1, side), shoulder);
        const float bend = random.real(0.0F, 0.6F);
        const float bone = shoulder.y / (std::cos(bend) + std::cos(bend * 0.5F) + 0.1F);
        const int elbow = out.add(arm, out.arm(2, side), out.place(arm) + out_to + down(bone, -bend));
        const int wrist =
            out.add(elbow, out.arm(3, side), out.place(elbow) + out_to + down(bone, bend * 0.5F));
        if (random.chance(0.5F)) out.add(wrist, "", out.place(wrist) + down(bone * 0.2F, 1.2F));
    }
    out.add_tail(hips, ahead(random.real(0.05F, 0.2F), random.real(-0.6F, 0.6F)) * vec3(1, 1, -1),
                 random.integer(0, 9));
    return out.document(0.5F * pi * static_cast<float>(random.integer(0, 3)), random.real(0.05F, 2.0F));
}

Document make_person(const FigureNames& names, Random& random) {
    Builder out(names, random);
    const bool is_odd = random.chance(0.6F);  // a child's or a cartoon's proportions
    const float leg = is_odd ? random.real(0.12F, 0.6F) : random.real(0.42F, 0.52F);
    const float trunk = is_odd ? random.real(0.15F, 0.5F) : random.real(0.27F, 0.34F);
    const float arm = is_odd ? random.real(0.1F, 0.5F) : random.real(0.28F, 0.36F);
    const float head = is_odd ? random.real(0.1F, 0.8F) : random.real(0.1F, 0.16F);
    const float width = is_odd ? random.real(0.1F, 0.4F) : random.real(0.18F, 0.24F);
    // Standing, stooped, on a chair, on the floor.
    const int stance = random.integer(0, 5);
    const float stoop = stance == 3 ? random.real(0.2F, 0.6F) : random.real(-0.1F, 0.1F);
    const float thigh =
        stance == 4 ? random.real(1.2F, 1.6F) : (stance == 5 ? 1.5F : random.real(0.0F, 0.12F));
    const float shin =
        stance == 4 ? random.real(-0.2F, 0.1F) : (stance == 5 ? 1.5F : -random.real(0.0F, 0.15F));
    const int hips = out.add(-1, out.trunk(0), {0, leg, 0});
    int spine = hips;
    for (int i = 1; i <= 3; ++i)
        spine = out.add(spine, out.trunk(i),
                        out.place(spine) - down(trunk / 3.0F, -stoop * (0.5F + 0.25F * float(i))));
    const int neck = out.add(spine, out.trunk(4), out.place(spine) - down(0.04F, -stoop));
    const int skull = out.add(neck, out.trunk(5), out.place(neck) - down(0.03F + head * 0.2F, 0.0F));
    out.add_face(skull, head);
    const bool has_collar = random.chance(0.8F);
    // From hanging to T, or to the front like a sleepwalker.
    const bool to_front = random.chance(0.2F);
    const float raised = random.chance(0.3F) ? 0.0F : random.real(0.0F, 1.6F);
    for (const float side : {1.0F, -1.0F}) {
        const int upper = out.add(hips, out.leg(0, side), {side * width * 0.25F, leg * 0.98F, 0});
        const int lower = out.add(upper, out.leg(1, side), out.place(upper) + down(leg * 0.46F, thigh));
        const int foot = out.add(lower, out.leg(2, side), out.place(lower) + down(leg * 0.44F, shin));
        out.add(foot, out.leg(3, side), out.place(foot) + vec3(0, -0.05F, 0.2F) * leg);
        const vec3 shoulder = out.place(spine) + vec3(side * width * 0.5F, -0.03F, 0);
        const int on = has_collar ? out.add(spine, out.arm(0, side),
                                            out.place(spine) + vec3(side * width * 0.1F, -0.02F, 0))
                                  : spine;
        vec3 way = to_front ? down(1.0F, raised) : vec3(side * std::sin(raised), -std::cos(raised), 0.02F);
        way *= arm * 0.5F;
        const int arm_joint = out.add(on, out.arm(1, side), shoulder);
        const int elbow = out.add(arm_joint, out.arm(2, side), shoulder + way);
        const int hand = out.add(elbow, out.arm(3, side), shoulder + 2.0F * way);
        if (random.chance(0.3F)) out.add(hand, "", shoulder + 2.3F * way);
    }
    if (random.chance(0.2F)) out.add_tail(hips, {0, -0.02F, -0.08F}, random.integer(2, 8));
    return out.document(0.5F * pi * static_cast<float>(random.integer(0, 3)), random.real(0.2F, 2.0F));
}

}  // namespace vitruvian::test
