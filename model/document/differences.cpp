#include "model/document/differences.h"

#include "model/core/at.h"
#include "model/document/compared_values.h"
#include "model/document/matching.h"

#include <algorithm>
#include <array>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

namespace vitruvian {
namespace {

const std::string& node_name(const Document& document, int node) {
    return at(document.nodes, node).name;
}

template <class T>
const std::string& name_in(const Document& document, const T& thing) {
    if constexpr (std::is_same_v<T, Joint> || std::is_same_v<T, Site>) {
        return node_name(document, thing.node);
    } else {
        return thing.name;
    }
}

template <class Thing>
Matching match(const Document& a, const std::vector<Thing>& x, const Document& b,
               const std::vector<Thing>& y) {
    return Matching(
        x.size(), y.size(), [&](std::size_t i) -> std::string_view { return name_in(a, target(x[i])); },
        [&](std::size_t i) -> std::string_view { return name_in(b, target(y[i])); });
}

/// The joint or site of a node.
struct Owner {
    Part part = Part::node;
    int humanoid = -1;
    int index = -1;
};

std::vector<Owner> owners_of_nodes(const Document& document) {
    std::vector<Owner> out(document.nodes.size());
    for (std::size_t h = 0; h < document.humanoids.size(); ++h) {
        const auto own = [&](const auto& list, Part part) {
            for (std::size_t i = 0; i < list.size(); ++i) {
                Owner& owner = at(out, list[i].node);
                if (owner.part == Part::node) owner = {part, static_cast<int>(h), static_cast<int>(i)};
            }
        };
        own(document.humanoids[h].joints, Part::joint);
        own(document.humanoids[h].sites, Part::site);
    }
    return out;
}

class Comparer {
  public:
    Comparer(const Document& a, const Document& b, float tolerance, FieldFilter wanted)
        : a_(a), b_(b), tolerance_(tolerance), wanted_(wanted), owners_(owners_of_nodes(b)) {}

    void compare_documents() {
        nodes_ = match(a_, a_.nodes, b_, b_.nodes);
        humanoids_ = match(a_, a_.humanoids, b_, b_.humanoids);
        displacers_ = match(a_, a_.displacers, b_, b_.displacers);
        materials_ = match(a_, a_.materials, b_, b_.materials);
        images_ = match(a_, a_.images, b_, b_.images);
        for (std::size_t h = 0; h < a_.humanoids.size(); ++h) {
            const int other = humanoids_(static_cast<int>(h));
            const Humanoid none;
            const Humanoid& x = a_.humanoids[h];
            const Humanoid& y = other < 0 ? none : at(b_.humanoids, other);
            joints_.push_back(match(a_, x.joints, b_, y.joints));
            segments_.push_back(match(a_, x.segments, b_, y.segments));
        }
        compare_members(a_, b_, {});
    }

    /// Compares every element of the later document with a default-constructed one.
    void compare_with_new() {
        const auto all = [this](const auto& list, Place place) {
            using Thing = Target<typename std::remove_cvref_t<decltype(list)>::value_type>;
            const Thing fresh{};
            place.part = part_of<Thing>;
            for (std::size_t i = 0; i < list.size(); ++i) {
                place.index = static_cast<int>(i);
                if constexpr (std::is_same_v<Thing, Humanoid>) place.humanoid = place.index;
                compare_members(fresh, target(list[i]), place);
            }
        };
        // Elements of the document's and the humanoids' own lists are reported as added.
        compare_members(Document{}, b_, {});
        std::apply([&](const auto&... member) { (visit_list(member, Place{}, all), ...); }, members(b_));
        for (std::size_t h = 0; h < b_.humanoids.size(); ++h) {
            Place place;
            place.humanoid = static_cast<int>(h);
            std::apply([&](const auto&... member) { (visit_list(member, place, all), ...); },
                       members(b_.humanoids[h]));
        }
    }

    [[nodiscard]] std::vector<Difference> take() { return std::move(out_); }

  private:
    struct Place {
        Part part = Part::document;
        int humanoid = -1;  // the humanoid that contains it or is it, in the later document; like `index`
        int index = -1;
        int element = -1;
        int humanoid_a = -1;  // in the earlier document
    };

    template <class T, class All>
    static void visit_list(const Member<T>& member, const Place& place, const All& all) {
        using Plain = std::remove_const_t<T>;
        if constexpr (IsVector<Plain>::value) {
            if constexpr (part_of<Target<typename Plain::value_type>> != Part::document)
                all(member.value, place);
        }
    }

    template <class T>
    void compare_members(const T& a, const T& b, const Place& place) {
        const auto x = members(a);
        const auto y = members(b);
        [&]<std::size_t... I>(std::index_sequence<I...>) {
            (compare(std::get<I>(x), std::get<I>(y).value, place), ...);
        }
        (std::make_index_sequence<std::tuple_size_v<decltype(x)>>());
    }

    template <class T>
    void compare(const Member<T>& a, const std::type_identity_t<T>& b, const Place& place) {
        using Plain = std::remove_const_t<T>;
        if (a.role != Role::content) return;
        if constexpr (std::is_same_v<Plain, std::optional<Sky>>) {
            compare_sky(a.value, b);
        } else if constexpr (std::is_same_v<Plain, std::array<int, bone_count>>) {
            compare_bones(a.value, b, place);
        } else if constexpr (std::is_same_v<Plain, std::vector<std::pair<std::string, std::string>>>) {
            compare_info(a, b, place);
        } else if constexpr (IsShared<Plain>::value) {
            if constexpr (requires { members(*b); }) {
                // A default-constructed element has no humanoid yet.
                static const std::remove_cvref_t<decltype(*b)> fresh{};
                if (a.value != b && b != nullptr)
                    compare_members(a.value == nullptr ? fresh : *a.value, *b, place);
                if (b == nullptr && a.value != nullptr) add(a, {}, {}, 0.0, place);
            }
        } else if constexpr (IsVector<Plain>::value) {
            using Element = Target<typename Plain::value_type>;
            if constexpr (part_of<Element> != Part::document) {
                compare_things(a.value, b, place);
            } else if constexpr (std::is_same_v<Element, Channel> || std::is_same_v<Element, MorphTarget>) {
                compare_elements(a, b, place);
            } else if constexpr (!std::is_same_v<Element, BoneEvidence>) {
                compare_leaf(a, b, place);
            }
        } else if constexpr (!std::is_same_v<Plain, Diagnostics>) {
            compare_leaf(a, b, place);
        }
    }

    template <class Thing>
    void compare_things(const std::vector<Thing>& a, const std::vector<Thing>& b, const Place& around) {
        const Matching matching = match(a_, a, b_, b);
        Place place = around;
        place.part = part_of<Target<Thing>>;
        for (std::size_t i = 0; i < a.size(); ++i) {
            const int other = matching(static_cast<int>(i));
            place.index = other < 0 ? static_cast<int>(i) : other;
            if constexpr (std::is_same_v<Thing, Humanoid>) {
                place.humanoid = place.index;
                place.humanoid_a = static_cast<int>(i);
            } else if constexpr (requires { a[i].humanoid; }) {
                place.humanoid_a = a[i].humanoid;
            }
            if (other < 0) {
                add_whole(Change::removed, name_in(a_, target(a[i])), place);
                continue;
            }
            const Thing& later = at(b, other);
            if constexpr (IsShared<Thing>::value) {
                if (a[i] == later) continue;
            }
            compare_members(target(a[i]), target(later), place);
        }
        for (const int added : matching.added()) {
            place.index = added;
            add_whole(Change::added, name_in(b_, target(at(b, added))), place);
        }
    }

    template <class Element>
    void compare_elements(const Member<const std::vector<Element>>& a, const std::vector<Element>& b,
                          Place place) {
        if (a.value.size() != b.size()) {
            add(a, value_of(a.value.size()), value_of(b.size()), 0.0, place);
            return;
        }
        for (std::size_t i = 0; i < b.size(); ++i) {
            place.element = static_cast<int>(i);
            compare_members(a.value[i], b[i], place);
        }
    }

    void compare_sky(const std::optional<Sky>& a, const std::optional<Sky>& b) {
        Place place;
        place.part = Part::sky;
        if (a && b) return compare_members(*a, *b, place);
        if (a || b) add_whole(a ? Change::removed : Change::added, {}, place);
    }

    void compare_bones(const std::array<int, bone_count>& a, const std::array<int, bone_count>& b,
                       Place place) {
        place.part = Part::bone;
        for (std::size_t bone = 0; bone < bone_count; ++bone) {
            if (nodes_(a.at(bone)) == b.at(bone)) continue;
            place.index = static_cast<int>(bone);
            const auto name = [](const Document& document, int node) {
                return node < 0 ? Value() : Value(node_name(document, node));
            };
            add(Member<const int>{"node", b.at(bone), Unit::none, PointsInto::nodes, Role::content},
                name(a_, a.at(bone)), name(b_, b.at(bone)), 0.0, place);
        }
    }

    void compare_info(const Member<const std::vector<std::pair<std::string, std::string>>>& a,
                      const std::vector<std::pair<std::string, std::string>>& b, Place place) {
        for (std::size_t i = 0; i < std::max(a.value.size(), b.size()); ++i) {
            const auto text = [i](const auto& list) {
                return i < list.size() ? Value(list[i].first + "=" + list[i].second) : Value();
            };
            const Value before = text(a.value);
            const Value after = text(b);
            place.element = static_cast<int>(i);
            if (before != after) add(a, before, after, 0.0, place);
        }
    }

    template <class T>
    void compare_leaf(const Member<T>& a, const std::type_identity_t<T>& b, const Place& place) {
        using Plain = std::remove_const_t<T>;
        if (a.list != PointsInto::nothing) {
            if (!same_references(a, b, place)) add(a, value_of(a.value), value_of(b), 0.0, place);
        } else if (!same<Plain>(a.value, b, tolerance_)) {
            add(a, value_of(a.value), value_of(b), magnitude_of<Plain>(a.value, b), place);
        }
    }

    [[nodiscard]] int moved(PointsInto list, int a, const Place& place) const {
        const auto of = [&](const std::vector<Matching>& all) {
            const auto h = static_cast<std::size_t>(place.humanoid_a);
            return place.humanoid_a < 0 || h >= all.size() ? a : all[h](a);
        };
        switch (list) {
            case PointsInto::nothing:
                return a;
            case PointsInto::nodes:
                return nodes_(a);
            case PointsInto::humanoids:
                return humanoids_(a);
            case PointsInto::joints:
                return of(joints_);
            case PointsInto::segments:
                return of(segments_);
            case PointsInto::displacers:
                return displacers_(a);
            case PointsInto::materials:
                return materials_(a);
            case PointsInto::images:
                return images_(a);
        }
        return a;
    }

    template <class T>
    bool same_references(const Member<T>& a, const std::type_identity_t<T>& b, const Place& place) const {
        using Plain = std::remove_const_t<T>;
        if constexpr (std::is_same_v<Plain, int>) {
            return moved(a.list, a.value, place) == b;
        } else if constexpr (std::is_same_v<Plain, std::vector<std::pair<int, float>>>) {
            return std::equal(
                a.value.begin(), a.value.end(), b.begin(), b.end(), [&](const auto& x, const auto& y) {
                    return moved(a.list, x.first, place) == y.first && same(x.second, y.second, tolerance_);
                });
        } else if constexpr (std::is_same_v<Plain, std::vector<int>> ||
                             std::is_same_v<Plain, std::array<int, 6>>) {
            return std::equal(a.value.begin(), a.value.end(), b.begin(), b.end(),
                              [&](int x, int y) { return moved(a.list, x, place) == y; });
        } else {
            return false;  // nothing else points into a list
        }
    }

    template <class T>
    void add(const Member<T>& member, Value before, Value after, double magnitude, const Place& place) {
        if (wanted_ != nullptr && !wanted_(place.part, member.name)) return;
        Difference out{place.part,  place.humanoid,    place.index,      place.element, Change::changed,
                       member.name, std::move(before), std::move(after), magnitude,     member.unit};
        if (out.part == Part::node) {
            const Owner& owner = at(owners_, out.index);
            if (owner.part != Part::node) {
                out.part = owner.part;
                out.humanoid = owner.humanoid;
                out.index = owner.index;
            }
        }
        out_.push_back(std::move(out));
    }

    void add_whole(Change change, const std::string& name, const Place& place) {
        if (wanted_ != nullptr && !wanted_(place.part, {})) return;
        const Value text = name.empty() ? Value() : Value(name);
        out_.push_back({place.part,
                        place.humanoid,
                        place.index,
                        -1,
                        change,
                        {},
                        change == Change::removed ? text : Value(),
                        change == Change::added ? text : Value(),
                        0.0,
                        Unit::none});
    }

    const Document& a_;
    const Document& b_;
    float tolerance_;
    FieldFilter wanted_;
    std::vector<Owner> owners_;
    Matching nodes_;
    Matching humanoids_;
    Matching displacers_;
    Matching materials_;
    Matching images_;
    std::vector<Matching> joints_;    // per humanoid of the earlier document
    std::vector<Matching> segments_;  // per humanoid of the earlier document
    std::vector<Difference> out_;
};

}  // namespace

std::vector<Difference> differences(const Document& a, const Document& b, float tolerance) {
    Comparer comparer(a, b, tolerance, nullptr);
    comparer.compare_documents();
    return comparer.take();
}

std::vector<Difference> given(const Document& document, FieldFilter wanted) {
    const Document none;
    Comparer comparer(none, document, 0.0F, wanted);
    comparer.compare_with_new();
    return comparer.take();
}

}  // namespace vitruvian
