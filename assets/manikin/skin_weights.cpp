// What moves each point of the skin. Linear blending pinches where shares reach far, so they change over
// about a limb's thickness: across a plane at each joint, and between parts by which part's flesh is nearer.
#include "assets/manikin/skin.h"
#include <glm/geometric.hpp>

#include <algorithm>
#include <cmath>
#include <map>

namespace vitruvian::manikin {
namespace {

constexpr std::size_t max_influences = 4;

/// 0 to 1 as `x` goes from -half to half.
double gate(double x, double half) {
    const double t = std::clamp(0.5 + 0.5 * x / half, 0.0, 1.0);
    return t * t * (3.0 - 2.0 * t);
}

/// The shares of one point while they are handed out.
class Shares {
  public:
    explicit Shares(const Skeleton& skeleton) : skeleton_(skeleton) {}

    void give(const std::string& joint, double share) {
        if (share > 0.0) of_joint_[skeleton_.joint(joint)] += share;
    }

    [[nodiscard]] Influences kept() const {
        Influences out(of_joint_.begin(), of_joint_.end());
        std::sort(out.begin(), out.end(), [](const auto& a, const auto& b) {
            return a.second != b.second ? a.second > b.second : a.first < b.first;
        });
        if (out.size() > max_influences) out.resize(max_influences);
        return out;
    }

  private:
    const Skeleton& skeleton_;
    std::map<int, double> of_joint_;
};

struct Link {
    std::string joint;
    double beyond = 0.0;  // 0 before the joint, 1 past it
};

/// A chain's shares: each joint has what lies past it and not past the next. What lies past a joint lies
/// past all before it.
void give_chain(Shares& shares, std::vector<Link> chain, double whole) {
    for (std::size_t i = chain.size() - 1; i > 0; --i)
        chain[i - 1].beyond = std::max(chain[i - 1].beyond, chain[i].beyond);
    double rest = whole;
    for (std::size_t i = 0; i < chain.size(); ++i) {
        const double past = i + 1 < chain.size() ? chain[i + 1].beyond : 0.0;
        shares.give(chain[i].joint, rest * (1.0 - past));
        rest *= past;
    }
}

class Weigher {
  public:
    Weigher(const Skeleton& skeleton, const Flesh& flesh, const Vec& p)
        : skeleton_(skeleton), flesh_(flesh), p_(p), shares_(skeleton) {}

    Influences weigh() {
        const double in_arm =
            p_.x > 0.10 && p_.y > 0.9 ? gate(flesh_.trunk(p_) - flesh_.arm(p_), 0.080) : 0.0;
        const double arm = p_.x > 0.42 && p_.y > 0.7 ? 1.0 : in_arm;
        const double leg = (1.0 - arm) * in_leg();
        give_arm(arm);
        give_leg(leg);
        give_trunk(1.0 - arm - leg);
        return shares_.kept();
    }

  private:
    [[nodiscard]] Vec in(const std::string& joint) const {
        return flesh_.in_rest(skeleton_.joint(joint), p_);
    }
    [[nodiscard]] double in_leg() const {
        if (p_.y > 1.1) return 0.0;
        // The crease from the crotch up to the hip bone; behind, under the buttock's upper half.
        const Vec hip = skeleton_.centre("l_hip");
        const Vec away = glm::normalize(Vec{0.62, -0.78, 0.0});
        return gate(glm::dot(p_ - hip, away), p_.z < 0.0 ? 0.070 : 0.055) * gate(p_.x - 0.006, 0.010);
    }

    void give_arm(double whole) {
        if (whole <= 0.0) return;
        const Vec q = in("l_shoulder");
        const double elbow = gate(skeleton_.centre("l_elbow").y - q.y, 0.036);
        const double wrist = gate(skeleton_.centre("l_wrist").y - q.y + 0.006, 0.030);
        shares_.give("l_shoulder", whole * (1.0 - elbow));
        shares_.give("l_elbow", whole * elbow * (1.0 - wrist));
        if (wrist > 0.0) give_hand(whole * elbow * wrist, q);
    }

    void give_hand(double whole, const Vec& q) {
        std::array<double, 5> distance{};
        for (int i = 0; i < 5; ++i) distance[static_cast<std::size_t>(i)] = flesh_.finger(i, p_);
        const std::size_t nearest = static_cast<std::size_t>(
            std::min_element(distance.begin() + 1, distance.end()) - distance.begin());
        const double thumb =
            gate(std::min(palm_flesh(q), distance[nearest]) - distance[0], 0.010) * gate(0.848 - q.y, 0.012);
        give_thumb(whole * thumb);
        const std::string finger = std::string("l_") + finger_names[nearest];
        const Vec f = in(finger + "1");
        const auto below = [&](const std::string& number, double half) {
            return gate(skeleton_.centre(finger + number).y - f.y, half);
        };
        give_chain(shares_,
                   {{"l_wrist", 1.0},
                    {finger + "0", gate(skeleton_.centre(finger + "0").y + 0.008 - q.y, 0.010)},
                    {finger + "1", gate(skeleton_.centre(finger + "1").y - q.y - 0.003, 0.011)},
                    {finger + "2", below("2", 0.0065)},
                    {finger + "3", below("3", 0.0060)}},
                   whole * (1.0 - thumb));
    }

    void give_thumb(double whole) {
        if (whole <= 0.0) return;
        const Vec q = in("l_thumb1");
        const Vec one = skeleton_.centre("l_thumb1");
        const Vec two = skeleton_.centre("l_thumb2");
        const Vec three = skeleton_.centre("l_thumb3");
        const Vec tip = skeleton_.site("l_thumb_distal_tip");
        give_chain(shares_,
                   {{"l_thumb1", 1.0},
                    {"l_thumb2", gate(glm::dot(q - two, glm::normalize(three - one)), 0.008)},
                    {"l_thumb3", gate(glm::dot(q - three, glm::normalize(tip - two)), 0.0065)}},
                   whole);
    }

    void give_leg(double whole) {
        if (whole <= 0.0) return;
        const Vec q = in("l_hip");
        const auto ahead = [&](const char* joint, double half) {
            return q.y < 0.12 ? gate(q.z - skeleton_.centre(joint).z, half) : 0.0;
        };
        const Vec ankle = skeleton_.centre("l_ankle");
        give_chain(shares_,
                   {{"l_hip", 1.0},
                    {"l_knee", gate(skeleton_.centre("l_knee").y - q.y, 0.055)},
                    {"l_ankle", gate(glm::dot(q - ankle, glm::normalize(Vec{0.0, -1.0, 0.35})), 0.026)},
                    {"l_subtalar", ahead("l_subtalar", 0.026)},
                    {"l_midtarsal", ahead("l_midtarsal", 0.024)},
                    {"l_metatarsal", ahead("l_metatarsal", 0.018)}},
                   whole);
    }

    /// The girdle's share of a point of the trunk: towards the shoulder and high.
    [[nodiscard]] double in_girdle() const {
        return gate(p_.x - 0.105, 0.060) * gate(p_.y - 1.400 + 0.2 * std::max(0.0, -p_.z - 0.05), 0.060);
    }

    void give_trunk(double whole) {
        if (whole <= 0.0) return;
        const double girdle = p_.y < 1.56 ? in_girdle() : 0.0;
        const double scapula = std::max(gate(p_.x - 0.165, 0.030), gate(-0.055 - p_.z, 0.035));
        shares_.give("l_acromioclavicular", whole * girdle * scapula);
        shares_.give("l_sternoclavicular", whole * girdle * (1.0 - scapula));
        const double jaw = p_.y > 1.5 ? in_jaw() : 0.0;
        shares_.give("temporomandibular", whole * (1.0 - girdle) * jaw);
        give_spine(whole * (1.0 - girdle) * (1.0 - jaw));
    }

    void give_spine(double whole) {
        static constexpr std::array spine = {"vl5", "vl4", "vl3", "vl2", "vl1", "vt12", "vt11", "vt10",
                                             "vt9", "vt8", "vt7", "vt6", "vt5", "vt4",  "vt3",  "vt2",
                                             "vt1", "vc7", "vc6", "vc5", "vc4", "vc3",  "vc2",  "vc1"};
        std::vector<Link> chain = {{"sacroiliac", 1.0}};
        // Bodies slope: the front of a vertebra lies lower in chest and loins, and the head's base runs from
        // chin to nape.
        chain.push_back({"HumanoidRoot", gate(p_.y - 0.985, 0.030)});
        for (const char* name : spine) {
            const Vec& centre = skeleton_.centre(name);
            const double half = centre.y < 1.5 ? 0.026 : 0.018;
            chain.push_back({name, gate(p_.y - centre.y, half)});
        }
        const double base = p_.y - 1.585 + 0.60 * std::clamp(p_.z + 0.02, -0.06, 0.10);
        chain.push_back({"skullbase", gate(base, 0.022)});
        give_chain(shares_, chain, whole);
    }

    /// Below the lips and the line from their corners to the jaw's hinge; not the neck.
    [[nodiscard]] double in_jaw() const {
        const Vec hinge = skeleton_.centre("temporomandibular");
        const Vec corner = {0.0, Lips::height, 0.082};
        const Vec along = glm::normalize(corner - hinge);
        const Vec down = {0.0, -along.z, along.y};
        const bool between_lips = Lips::gap(p_) > 0.0;
        const double away = p_.z > 0.055 ? Lips::line(p_.x) - p_.y : glm::dot(p_ - hinge, down);
        const double beyond = std::clamp((std::abs(p_.x) - 0.015) / 0.03, 0.0, 1.0);
        const double upper =
            between_lips ? (away > 0.0 ? 1.0 : 0.0) : gate(away - 0.004 * beyond, 0.004 + 0.014 * beyond);
        const double throat = gate(p_.y - 1.538 + 0.32 * (p_.z - 0.045), 0.016);
        return upper * throat * gate(p_.z - 0.012, 0.020);
    }

    const Skeleton& skeleton_;
    const Flesh& flesh_;
    Vec p_;
    Shares shares_;
};

}  // namespace

Influences influences_at(const Skeleton& skeleton, const Flesh& flesh, const Vec& p) {
    return Weigher(skeleton, flesh, p).weigh();
}

}  // namespace vitruvian::manikin
