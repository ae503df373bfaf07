// The single list of all integers in a document that index one of its lists; used by validation, renumbering
// and their tests. A new index field of a document type must be added here only. Not visited: a mesh's
// indices of its own vertices and of its skin's entries, which no list of the document renumbers.
#pragma once

#include "model/document/document.h"

#include <array>
#include <functional>
#include <optional>
#include <span>
#include <string>

namespace vitruvian {

enum class ListKind { nodes, humanoids, joints, segments, displacers, materials, images };

/// A list that references index.
struct List {
    ListKind kind = ListKind::nodes;
    int humanoid = -1;  // owner of joints or segments; -1 for these: no owner, so no index is valid. -1 for
                        // other lists
    bool operator==(const List&) const = default;
};

/// Returns the length of the list; 0 for the joints and segments of no humanoid.
[[nodiscard]] int size_of(const Document& document, const List& list);

/// Path of an integer within the document.
class Place {
  public:
    /// Returns this path extended by a member, or by element `index` of a list member.
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

/// Calls `visit` with every reference. Objects shared by several meshes are visited once.
void for_each_reference(const Document& document, const std::function<void(const Reference&)>& visit);

/// Returns the first reference that is out of range of its list; nullopt if there is none.
[[nodiscard]] std::optional<Reference> broken_reference(const Document& document);

/// Renumbers references into a list: old index to new, -1 for none, which is only allowed for optional
/// references.
void renumber(Document& document, const List& list, std::span<const int> new_index);

/// Sets every reference to the index that `change` returns. Shared skins and clips are copied, once each,
/// only if one of their references changes, and stay shared among the document's meshes.
void change_references(Document& document, const std::function<int(const Reference&)>& change);

}  // namespace vitruvian
