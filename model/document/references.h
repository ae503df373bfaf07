// Every integer of a document that points into one of its lists, once: what validity, renumbering and tests
// of both go by. A new index in a document's types is to be added here, and nowhere else. Not visited: what a
// mesh counts of its own vertices and of its skin's entries, which no list of the document renumbers.
#pragma once

#include "model/document/document.h"

#include <array>
#include <functional>
#include <optional>
#include <span>
#include <string>

namespace vitruvian {

enum class ListKind { nodes, humanoids, joints, segments, displacers, materials, images };

/// A list that is pointed into.
struct List {
    ListKind kind = ListKind::nodes;
    int humanoid = -1;  // whose joints or segments; -1 for them: nobody's, where none is allowed. Else -1
    bool operator==(const List&) const = default;
};

/// How many things the list has; 0 for the joints and segments of no humanoid.
[[nodiscard]] int size_of(const Document& document, const List& list);

/// Where in the document an integer stands.
class Place {
  public:
    /// The same place and one step on: a member, or element `index` of a member that is a list.
    [[nodiscard]] Place then(const char* member, std::size_t index = no_index) const;
    /// "humanoids[0].joints[3].node".
    [[nodiscard]] std::string text() const;

  private:
    static constexpr auto no_index = static_cast<std::size_t>(-1);
    struct Step {
        const char* member = nullptr;
        std::size_t index = no_index;
    };
    std::array<Step, 4> steps_{};
    std::size_t count_ = 0;
};

struct Reference {
    int index = -1;
    List list;
    bool may_be_none = true;  // whether -1 is allowed
    Place place;
};

/// Calls `visit` with every reference. What several meshes share is visited once.
void for_each_reference(const Document& document, const std::function<void(const Reference&)>& visit);

/// The first reference that points to nothing in its list; nullopt: none does.
[[nodiscard]] std::optional<Reference> broken_reference(const Document& document);

/// Renumbers what points into a list: old index to new, -1 for none, which only what may be none can get.
void renumber(Document& document, const List& list, std::span<const int> new_index);

/// Gives every reference the index that `change` answers. Shared skins and clips are copied where one of
/// theirs becomes another, once each, and stay shared among the document's meshes.
void change_references(Document& document, const std::function<int(const Reference&)>& change);

}  // namespace vitruvian
