#include "assets/manikin/segments.h"

#include <glm/geometric.hpp>

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

namespace vitruvian::manikin {
namespace {

constexpr double sunk = 0.030;
constexpr double trunk_axis_z = -0.025;
constexpr double collar_depth = 0.010;

struct Face {
    std::vector<int> points;
    int joint = 0;
};

/// Where the points of a piece are, and their normals.
struct Places {
    std::vector<Vec> points;
    std::vector<Vec> normals;
};

/// Cuts where half of a point's shares belong to a joint and what hangs on it.
class Cutter {
  public:
    Cutter(const Skeleton& skeleton, const Skin& skin)
        : skeleton_(skeleton), points_(skin.surface.points), normals_(skin.normals) {
        for (const Influences& row : skin.influences) shares_.emplace_back(row.begin(), row.end());
        for (const std::array<int, 4>& face : skin.surface.faces) {
            Face out{{face[0], face[1], face[2]}, 0};
            if (face[3] >= 0) out.points.push_back(face[3]);
            faces_.push_back(std::move(out));
        }
    }

    void cut_all() {
        for (std::size_t j = 1; j < skeleton_.joints.size(); ++j) cut(static_cast<int>(j));
    }

    /// The piece of a joint, then its cut faces.
    void add_pieces(int joint, Shells& shells) const {
        const std::string& name = skeleton_.joints[static_cast<std::size_t>(joint)].name;
        const Places at = fitted(joint);
        Shell piece;
        piece.segment = skeleton_.joints[static_cast<std::size_t>(joint)].segment;
        piece.material = body_material;
        std::map<int, int> own;
        const auto number = [&](int point) {
            const auto [found, is_new] = own.try_emplace(point, static_cast<int>(piece.points.size()));
            if (is_new) {
                piece.points.push_back(at.points[static_cast<std::size_t>(point)]);
                piece.normals.push_back(at.normals[static_cast<std::size_t>(point)]);
            }
            return found->second;
        };
        std::set<std::pair<int, int>> edges;  // of the piece's rim, backwards
        for (const Face& face : faces_) {
            if (face.joint != joint) continue;
            const std::size_t count = face.points.size();
            for (std::size_t i = 0; i < count; ++i) {
                const int a = face.points[i];
                const int b = face.points[(i + 1) % count];
                if (edges.erase({a, b}) == 0) edges.insert({b, a});
            }
            add_polygon(face.points, number, piece);
        }
        if (piece.faces.empty()) return;
        turn_normals_out(piece);
        const bool is_trunk = name.starts_with("v") || name.ends_with("clavicular") || name == "HumanoidRoot";
        Shell caps;
        caps.segment = piece.segment;
        // Raised arms show the cut at the shoulder from below, where joints are not round.
        const bool is_shoulder =
            name.ends_with("shoulder") || name.ends_with("clavicular") || name.starts_with("vt");
        caps.material = is_shoulder ? body_material : joint_material;
        for (const std::vector<int>& rim : loops({edges.begin(), edges.end()})) {
            const std::vector<Vec> inner = under_skin(rim, at);
            add_collar(rim, inner, own, at, piece);
            add_cap(rim, inner, is_trunk, at, caps);
        }
        shells.push_back(std::move(piece));
        if (!caps.faces.empty()) shells.push_back(std::move(caps));
    }

  private:
    /// In the fold of the armpit the skin's smooth normals look away from its faces.
    static void turn_normals_out(Shell& piece) {
        std::vector<Vec> of_faces(piece.points.size(), Vec{0.0});
        for (const std::array<int, 4>& face : piece.faces) {
            const int corners = face[3] < 0 ? 3 : 4;
            const auto point = [&](int corner) {
                return piece.points[static_cast<std::size_t>(face[static_cast<std::size_t>(corner)])];
            };
            const Vec across = glm::cross(point(1) - point(0), point(corners - 1) - point(0)) +
                               glm::cross(point(2) - point(1), point(corners - 1) - point(1));
            for (int i = 0; i < corners; ++i)
                of_faces[static_cast<std::size_t>(face[static_cast<std::size_t>(i)])] += across;
        }
        for (std::size_t i = 0; i < of_faces.size(); ++i) {
            const double length = glm::length(of_faces[i]);
            if (length > 0.0 && glm::dot(piece.normals[i], of_faces[i]) < 0.2 * length)
                piece.normals[i] = of_faces[i] / length;
        }
    }

    /// How much of a point is moved by the arms.
    [[nodiscard]] double share_of_arms(std::size_t point) const {
        double sum = 0.0;
        for (const auto& [joint, share] : shares_[point]) sum += is_of_arm(joint) ? share : 0.0;
        return sum;
    }

    [[nodiscard]] bool is_of_arm(int joint) const {
        return hangs_on(joint, skeleton_.joint("l_shoulder")) ||
               hangs_on(joint, skeleton_.joint("r_shoulder"));
    }

    /// The skin's points as a piece has them: in the armpit, where the skin spans from trunk to arm, they lie on the
    /// piece's own flesh, so that nothing is torn off when the arm is raised. Not where the span shows in front.
    [[nodiscard]] Places fitted(int joint) const {
        constexpr double floor = 1.20;
        constexpr double top_in_front = 1.37;
        constexpr double top_behind = 1.42;
        constexpr double fade = 0.03;
        constexpr double deepest = -0.02;
        const bool of_arm = is_of_arm(joint);
        const Field flesh = of_arm ? Field([](const Vec& p) { return arm_flesh(folded(p)); }) : torso_flesh;
        Places out{points_, normals_};
        for (std::size_t i = 0; i < points_.size(); ++i) {
            const Vec& p = points_[i];
            if (p.y < floor || p.y > top_behind) continue;
            const double in_front = std::clamp((p.z + 0.01) / fade, 0.0, 1.0);
            const double top = glm::mix(top_behind, top_in_front, in_front);
            const double others = of_arm ? 1.0 - share_of_arms(i) : share_of_arms(i);
            const double much = std::clamp((top - p.y) / fade, 0.0, 1.0) * std::clamp(others / 0.3, 0.0, 1.0);
            const double off = flesh(p);
            if (much <= 0.0 || off < deepest) continue;
            out.points[i] -= gradient(flesh, p) * (off * much);
            out.normals[i] = glm::normalize(glm::mix(normals_[i], gradient(flesh, out.points[i]), much));
        }
        return out;
    }

    [[nodiscard]] bool hangs_on(int joint, int above) const {
        while (joint > above) joint = skeleton_.joints[static_cast<std::size_t>(joint)].parent;
        return joint == above;
    }

    void cut(int joint) {
        const int above = skeleton_.joints[static_cast<std::size_t>(joint)].parent;
        std::vector<char> below(skeleton_.joints.size());
        for (std::size_t j = 0; j < below.size(); ++j)
            below[j] = hangs_on(static_cast<int>(j), joint) ? 1 : 0;
        const auto excess = [&](int point) {
            double sum = -0.5;
            for (const auto& [j, share] : shares_[static_cast<std::size_t>(point)])
                sum += below[static_cast<std::size_t>(j)] != 0 ? share : 0.0;
            return std::abs(sum) < 0.004 ? 0.004 : sum;  // no slivers
        };
        std::map<std::pair<int, int>, int> crossings;
        std::vector<Face> kept;
        for (Face& face : faces_) {
            if (face.joint != above) {
                kept.push_back(std::move(face));
                continue;
            }
            Face inside{{}, joint};
            Face outside{{}, above};
            for (std::size_t i = 0; i < face.points.size(); ++i) {
                const int a = face.points[i];
                const int b = face.points[(i + 1) % face.points.size()];
                const double ea = excess(a);
                const double eb = excess(b);
                (ea > 0.0 ? inside : outside).points.push_back(a);
                if ((ea > 0.0) == (eb > 0.0)) continue;
                const int c = crossing(a, b, ea / (ea - eb), crossings);
                inside.points.push_back(c);
                outside.points.push_back(c);
            }
            if (!inside.points.empty()) kept.push_back(std::move(inside));
            if (!outside.points.empty()) kept.push_back(std::move(outside));
        }
        faces_ = std::move(kept);
    }

    int crossing(int a, int b, double t, std::map<std::pair<int, int>, int>& crossings) {
        const auto [at, is_new] = crossings.try_emplace(std::minmax(a, b), static_cast<int>(points_.size()));
        if (!is_new) return at->second;
        const auto i = static_cast<std::size_t>(a);
        const auto j = static_cast<std::size_t>(b);
        points_.push_back(glm::mix(points_[i], points_[j], t));
        normals_.push_back(glm::normalize(glm::mix(normals_[i], normals_[j], t)));
        std::map<int, double> shares;
        for (const auto& [joint, share] : shares_[i]) shares[joint] += share * (1.0 - t);
        for (const auto& [joint, share] : shares_[j]) shares[joint] += share * t;
        shares_.push_back(std::move(shares));
        return at->second;
    }

    template <typename Number>
    static void add_polygon(const std::vector<int>& points, const Number& number, Shell& shell) {
        if (points.size() == 4) {
            shell.faces.push_back(
                {number(points[0]), number(points[1]), number(points[2]), number(points[3])});
            return;
        }
        for (std::size_t i = 1; i + 1 < points.size(); ++i)
            shell.faces.push_back({number(points[0]), number(points[i]), number(points[i + 1]), -1});
    }

    /// Closed loops of the edges from point to point.
    static std::vector<std::vector<int>> loops(std::map<int, int> edges) {
        std::vector<std::vector<int>> out;
        while (!edges.empty()) {
            std::vector<int> loop;
            int at = edges.begin()->first;
            for (auto next = edges.find(at); next != edges.end(); next = edges.find(at)) {
                loop.push_back(at);
                at = next->second;
                edges.erase(next);
            }
            if (loop.size() >= 3) out.push_back(std::move(loop));
        }
        return out;
    }

    [[nodiscard]] static Vec middle_of(const std::vector<int>& rim, const Places& at) {
        Vec sum{0.0};
        for (const int p : rim) sum += at.points[static_cast<std::size_t>(p)];
        return sum / static_cast<double>(rim.size());
    }

    /// The points of a rim, moved in under the skin; less so where the limb is slender.
    [[nodiscard]] static std::vector<Vec> under_skin(const std::vector<int>& rim, const Places& at) {
        const Vec middle = middle_of(rim, at);
        double radius = 0.0;
        for (const int p : rim)
            radius += glm::distance(middle, at.points[static_cast<std::size_t>(p)]) /
                      static_cast<double>(rim.size());
        const double depth = std::min(collar_depth, 0.2 * radius);
        std::vector<Vec> out;
        for (const int p : rim) {
            const auto i = static_cast<std::size_t>(p);
            out.push_back(at.points[i] - at.normals[i] * depth);
        }
        return out;
    }

    /// A collar that goes in under the skin of the neighbouring piece and is shaded like it: where the body bends a
    /// little the gap between the pieces shows no seam.
    static void add_collar(const std::vector<int>& rim, const std::vector<Vec>& inner,
                           const std::map<int, int>& own, const Places& at, Shell& piece) {
        const std::size_t count = rim.size();
        const int first = static_cast<int>(piece.points.size());
        const auto on_rim = [&](std::size_t i) {
            return at.points[static_cast<std::size_t>(rim[i % count])];
        };
        piece.points.insert(piece.points.end(), inner.begin(), inner.end());
        for (std::size_t i = 0; i < count; ++i) {
            const std::size_t j = (i + 1) % count;
            // The faces look towards the gap, and the normals a little.
            const Vec across = glm::cross(on_rim(j) - on_rim(i + count - 1), inner[i] - on_rim(i));
            const Vec& normal = at.normals[static_cast<std::size_t>(rim[i])];
            piece.normals.push_back(glm::normalize(normal + glm::normalize(across)));
            piece.faces.push_back(
                {own.at(rim[i]), own.at(rim[j]), first + static_cast<int>(j), first + static_cast<int>(i)});
        }
    }

    /// A fan that closes a collar: a limb's to its sunk middle, the trunk's to the trunk's axis, so that hollows of
    /// the skin stay clear of it.
    static void add_cap(const std::vector<int>& rim, const std::vector<Vec>& inner, bool is_trunk,
                        const Places& at, Shell& caps) {
        const int count = static_cast<int>(rim.size());
        const int first = static_cast<int>(caps.points.size());
        Vec outwards{0.0};
        for (const int p : rim)
            outwards += at.normals[static_cast<std::size_t>(p)] / static_cast<double>(count);
        const Vec middle = middle_of(rim, at);
        caps.points.insert(caps.points.end(), inner.begin(), inner.end());
        // Under a patch, whose rim looks outwards all round, the middle is sunk.
        caps.points.push_back(is_trunk ? Vec{middle.x * 0.3, middle.y, trunk_axis_z}
                                       : middle - outwards * sunk);
        for (int i = 0; i < count; ++i)
            caps.faces.push_back({first + count, first + i, first + (i + 1) % count, -1});
    }

    const Skeleton& skeleton_;
    std::vector<Vec> points_;
    std::vector<Vec> normals_;
    std::vector<std::map<int, double>> shares_;
    std::vector<Face> faces_;
};

/// A ball at a joint, cut to `inside` so that it cannot show through a slender limb.
Shell joint_ball(const std::string& segment, const Vec& centre, double radius, const Field& inside) {
    RayPlan plan;
    plan.from = plan.to = centre;
    plan.rings = {0.0};
    plan.cap_rings = 4;
    plan.columns = 16;
    Shell ball = cast([&](const Vec& p) { return std::max(sphere(p, centre, radius), inside(p)); }, plan);
    ball.segment = segment;
    ball.material = joint_material;
    ball.is_solid = false;
    return ball;
}

/// What the skin covers where an arm hangs: the trunk's side and the arm's inner side, as they are without each
/// other, so that a raised arm shows no hollow.
Shell hidden_side(const std::string& segment, const Field& flesh, const Vec& from, const Vec& to,
                  double radius) {
    constexpr double inset = 0.003;
    RayPlan plan;
    plan.from = from;
    plan.to = to;
    plan.rings = even_rings(8);
    plan.cap_rings = 5;
    plan.columns = 24;
    Shell side = cast(
        [&](const Vec& p) { return std::max(flesh(p) + inset, round_cone(p, from, to, radius, radius)); },
        plan);
    side.segment = segment;
    side.material = body_material;
    side.is_solid = false;
    return side;
}

}  // namespace

void add_both_sides(Shells& shells, Shell left) {
    shells.push_back(mirrored(left));
    shells.push_back(std::move(left));
}

void add_segments(const Skeleton& skeleton, const Skin& skin, Shells& shells) {
    Cutter cutter(skeleton, skin);
    cutter.cut_all();
    for (std::size_t j = 0; j < skeleton.joints.size(); ++j) cutter.add_pieces(static_cast<int>(j), shells);
}

void add_joint_balls(const Skeleton& skeleton, Shells& shells) {
    constexpr double inset = 0.003;
    const Field arm = [](const Vec& p) { return smooth_min(arm_flesh(p), palm_flesh(p), 0.012) + inset; };
    const Field leg = [](const Vec& p) { return smooth_min(leg_flesh(p), foot_flesh(p), 0.022) + inset; };
    const auto add = [&](const char* joint, const Vec& shift, double radius, const Field& inside) {
        const std::string& segment = skeleton.joints[static_cast<std::size_t>(skeleton.joint(joint))].segment;
        add_both_sides(shells, joint_ball(segment, skeleton.centre(joint) + shift, radius, inside));
    };
    add("l_shoulder", {-0.006, -0.006, 0.0}, 0.035, [](const Vec&) { return -1.0; });
    add("l_elbow", {0.0, 0.0, 0.002}, 0.037, arm);
    add("l_wrist", {0.0, 0.0, 0.0}, 0.028, arm);
    add("l_hip", {0.0, 0.0, 0.0}, 0.070, [](const Vec&) { return -1.0; });
    add("l_knee", {0.0, 0.0, -0.014}, 0.054, leg);
    add("l_ankle", {0.0, 0.006, 0.0}, 0.036, leg);
}

void add_hidden_sides(const Skeleton& skeleton, Shells& shells) {
    const auto segment = [&](const char* joint) {
        return skeleton.joints[static_cast<std::size_t>(skeleton.joint(joint))].segment;
    };
    add_both_sides(shells, hidden_side(segment("vt4"), torso_flesh, {0.100, 1.330, -0.040},
                                       {0.105, 1.415, -0.045}, 0.100));
    add_both_sides(shells, hidden_side(segment("l_shoulder"), arm_flesh, {0.200, 1.300, -0.045},
                                       {0.200, 1.395, -0.040}, 0.080));
}

}  // namespace vitruvian::manikin
