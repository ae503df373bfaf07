#include "tests/unit/random_field.h"

#include "model/core/at.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <memory>
#include <optional>
#include <string>
#include <type_traits>

namespace vitruvian::test {
namespace {

template <class T>
concept HasMembers = requires(T& x) {
    members(x);
};

/// Calls `visit(part, member)` for every value of a document. Where it returns true it has changed the value;
/// shared data is copied first.
template <class Visit>
class Walk {
  public:
    explicit Walk(const Visit& visit) : visit_(visit) {}

    template <class T>
    bool all(T& x, Part part) {
        bool changed = false;
        std::apply([&](const auto&... member) { ((changed = one(member, part) || changed), ...); },
                   members(x));
        return changed;
    }

  private:
    template <class T>
    bool shared(std::shared_ptr<const T>& x, Part part) {
        if (!x) return false;
        auto copy = std::make_shared<T>(*x);
        if (!all(*copy, part)) return false;
        x = std::move(copy);
        return true;
    }

    template <class T>
    bool elements(std::vector<T>& list, Part part) {
        bool changed = false;
        for (T& x : list) changed = all(x, part_of<T> == Part::document ? part : part_of<T>) || changed;
        return changed;
    }
    template <class T>
    bool elements(std::vector<std::shared_ptr<const T>>& list, Part) {
        bool changed = false;
        for (auto& x : list) changed = shared(x, part_of<T>) || changed;
        return changed;
    }

    template <class T>
    bool one(const Member<T>& member, Part part) {
        if (member.role != Role::content) return false;
        if (member.name == "influence_repaired") return false;  // only a reader can set it
        if constexpr (std::is_same_v<T, std::shared_ptr<const Mesh>> ||
                      std::is_same_v<T, std::shared_ptr<const Skin>>) {
            return shared(member.value, part);
        } else if constexpr (std::is_same_v<T, std::optional<Sky>>) {
            return member.value ? all(*member.value, Part::sky) : false;
        } else if constexpr (std::is_same_v<T, std::vector<std::shared_ptr<const Clip>>> ||
                             std::is_same_v<T, std::vector<std::shared_ptr<const ImageSource>>>) {
            return elements(member.value, part);
        } else if constexpr (requires {
                                 typename T::value_type;
                                 requires HasMembers<typename T::value_type>;
                             }) {
            return elements(member.value, part);
        } else if constexpr (std::is_same_v<T, Diagnostics> ||
                             std::is_same_v<T, std::shared_ptr<const DocumentSource>>) {
            return false;
        } else {
            return visit_(std::is_same_v<T, std::array<int, bone_count>> ? Part::bone : part, member);
        }
    }

    const Visit& visit_;
};

template <class T>
int count_of() {
    if (std::is_same_v<T, Topology> || std::is_same_v<T, AlphaMode> || std::is_same_v<T, Wrap> ||
        std::is_same_v<T, Light::Kind>)
        return 3;
    if (std::is_same_v<T, DisplacerKind>) return 4;
    return 2;
}

/// Changes the value of one leaf.
class Changer {
  public:
    Changer(const Document& document, std::string_view name, Random& random)
        : document_(document), name_(name), random_(random) {}

    bool change(std::string& x, PointsInto) const {
        x += fmt::format("_{}", random_.integer(0, 99999));
        return true;
    }
    bool change(bool& x, PointsInto) const {
        x = !x;
        return true;
    }
    bool change(float& x, PointsInto) const {
        x = x > 0.5F ? x * random_.real(0.4F, 0.9F) : x + random_.real(0.1F, 0.4F);
        return true;
    }
    bool change(double& x, PointsInto) const {
        x += static_cast<double>(random_.real(0.1F, 1.0F));
        return true;
    }
    bool change(int& x, PointsInto list) const {
        const int was = x;
        x = list == PointsInto::nothing ? 1 - std::min(x, 1)
                                        : random_.integer(-1, static_cast<int>(size_of(list)) - 1);
        return x != was;
    }
    bool change(quat& x, PointsInto) const {
        x = random_.rotation();
        return true;
    }
    template <int N>
    bool change(glm::vec<N, float>& x, PointsInto) const {
        for (int i = 0; i < N; ++i) {
            const bool is_share = name_.find("color") != std::string_view::npos || name_ == "stiffness" ||
                                  name_ == "emissive" || name_.ends_with("scale");
            x[i] = is_share ? random_.real(0.05F, 0.95F) : x[i] + random_.real(0.1F, 0.5F);
        }
        return true;
    }
    bool change(mat4& x, PointsInto) const {
        x[3] += vec4(random_.vector(-0.3F, 0.3F), 0.0F);
        return true;
    }
    bool change(Bounds& x, PointsInto) const {
        x.max += random_.vector(0.1F, 1.0F);
        return true;
    }
    bool change(Gaze& x, PointsInto) const {
        x.by_expressions = !x.by_expressions;
        return true;
    }
    bool change(MaterialChange& x, PointsInto) const {
        x.color.x = random_.real(0.1F, 0.9F);
        return true;
    }
    bool change(SurfaceLayers& x, PointsInto) const {
        x.specular = random_.real(0.1F, 0.9F);
        x.transmission = random_.real(0.1F, 0.9F);
        x.anisotropy = random_.real(0.1F, 0.9F);
        x.ior = random_.real(1.1F, 2.0F);
        return true;
    }
    bool change(ToonSurface& x, PointsInto) const {
        x.shade_color = random_.vector(0.1F, 0.9F);
        x.rim_lift = random_.real(0.1F, 0.9F);
        return true;
    }
    template <class T>
    bool change(std::optional<T>& x, PointsInto list) const {
        if constexpr (std::is_same_v<T, Bone>) {
            return false;  // a channel's target changes with its node
        } else {
            if (!x) x.emplace(T{});
            return change(*x, list);
        }
    }
    template <class T, std::size_t N>
    bool change(std::array<T, N>& x, PointsInto list) const {
        return change(at(x, random_.integer(0, static_cast<int>(N) - 1)), list);
    }
    template <class T>
    bool change(std::vector<T>& x, PointsInto list) const {
        if (x.empty()) return false;
        return change(at(x, random_.integer(0, static_cast<int>(x.size()) - 1)), list);
    }
    bool change(std::vector<vec3>& x, PointsInto list) const {
        if (x.empty()) return false;
        vec3& one = at(x, random_.integer(0, static_cast<int>(x.size()) - 1));
        if (name_ == "normals") one = glm::normalize(random_.vector(0.1F, 1.0F));
        return name_ == "normals" || change(one, list);
    }
    bool change(std::vector<float>& x, PointsInto) const {
        if (x.empty() || name_ == "influence_weight" || name_ == "channels.values") return change_sums(x);
        // Angles and times ascend.
        for (float& value : x) value *= 0.9F;
        return true;
    }
    bool change(std::pair<std::string, std::string>& x, PointsInto list) const {
        return change(x.second, list);
    }
    bool change(std::pair<int, float>& x, PointsInto) const { return change(x.second, PointsInto::nothing); }
    bool change(std::uint32_t& x, PointsInto) const {
        if (x == 0) return false;
        --x;
        return true;
    }
    bool change(std::byte& x, PointsInto) const {
        x = ~x;
        return true;
    }
    template <class T>
    requires std::is_enum_v<T>
    bool change(T& x, PointsInto) const {
        x = static_cast<T>((static_cast<int>(x) + 1) % count_of<T>());
        return true;
    }

  private:
    /// Rotations stay unit, and weights sum to 1.
    [[nodiscard]] bool change_sums(std::vector<float>& x) const {
        if (x.size() < 4) return false;
        if (name_ == "channels.values") {
            x[0] = -x[0];
            return x[0] != 0.0F;
        }
        std::swap(x[0], x[1]);
        return x[0] != x[1];
    }
    [[nodiscard]] std::size_t size_of(PointsInto list) const {
        switch (list) {
            case PointsInto::nothing:
                return 0;
            case PointsInto::nodes:
                return document_.nodes.size();
            case PointsInto::humanoids:
                return document_.humanoids.size();
            case PointsInto::joints:
                return document_.humanoids.empty() ? 0 : document_.humanoids[0].joints.size();
            case PointsInto::segments:
                return document_.humanoids.empty() ? 0 : document_.humanoids[0].segments.size();
            case PointsInto::displacers:
                return document_.displacers.size();
            case PointsInto::materials:
                return document_.materials.size();
            case PointsInto::images:
                return document_.images.size();
        }
        return 0;
    }

    const Document& document_;
    std::string_view name_;
    Random& random_;
};

}  // namespace

std::vector<Field> fields_of(Document& document) {
    std::vector<Field> out;
    const auto visit = [&out](Part part, const auto& member) {
        const Field field(part, member.name);
        if (std::find(out.begin(), out.end(), field) == out.end()) out.push_back(field);
        return false;
    };
    Walk(visit).all(document, Part::document);
    return out;
}

bool change_field(Document& document, const Field& field, Random& random) {
    int count = 0;
    const auto counts = [&](Part part, const auto& member) {
        if (part == field.first && member.name == field.second) ++count;
        return false;
    };
    Walk(counts).all(document, Part::document);
    for (int attempt = 0; attempt < 30 && count > 0; ++attempt) {
        Document changed = document;
        int left = random.integer(0, count - 1);
        const auto change = [&](Part part, const auto& member) {
            if (part != field.first || member.name != field.second || left-- != 0) return false;
            return Changer(document, member.name, random).change(member.value, member.list);
        };
        if (!Walk(change).all(changed, Part::document) || expect_valid(changed)) continue;
        document = std::move(changed);
        return true;
    }
    return false;
}

}  // namespace vitruvian::test
