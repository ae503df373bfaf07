// References to objects of a document, as used by the selection, commands, findings and differences: as
// numbers (Item), and as text ("joint:l_elbow", see find_item).
#pragma once

#include "model/document/document.h"

#include <string>
#include <string_view>
#include <vector>

namespace vitruvian {

enum class ItemKind {
    none,
    humanoid,
    joint,
    segment,
    site,
    displacer,
    mesh,
    clip,
    viewpoint,
    light,
    material,
    bone,
    node,
};
/// "joint", "clip", ...; "none".
[[nodiscard]] std::string_view to_string(ItemKind kind);
/// nullopt for an unknown kind and for "none".
[[nodiscard]] std::optional<ItemKind> item_kind_from_string(std::string_view name);
/// True for joints, segments, sites and bones, which are stored in lists per humanoid.
[[nodiscard]] bool is_of_humanoid(ItemKind kind);

/// An object of a document. Each object has exactly one Item: humanoid is -1 if the list belongs to the whole
/// file.
struct Item {
    ItemKind kind = ItemKind::none;
    int humanoid = -1;  // index into Document::humanoids, for kinds stored per humanoid; else -1
    int index = -1;     // into the list of that kind; for a bone, the number of the Bone
    bool operator==(const Item&) const = default;
};

[[nodiscard]] constexpr Item joint_item(int humanoid, int joint) {
    return {ItemKind::joint, humanoid, joint};
}
[[nodiscard]] constexpr Item bone_item(int humanoid, Bone bone) {
    return {ItemKind::bone, humanoid, static_cast<int>(bone)};
}
[[nodiscard]] constexpr Item displacer_item(int displacer) {
    return {ItemKind::displacer, -1, displacer};
}

/// False for kind none. Each of the 55 bones of a humanoid exists, mapped or not.
[[nodiscard]] bool exists(const Document& document, const Item& item);

/// Returns every item of a kind, in list order; only those of one humanoid if `humanoid` is not -1.
[[nodiscard]] std::vector<Item> items_of(const Document& document, ItemKind kind, int humanoid = -1);
/// Returns the items of that name; none for an empty name.
[[nodiscard]] std::vector<Item> items_called(const Document& document, ItemKind kind, std::string_view name,
                                             int humanoid = -1);

/// "l_elbow", "Walk", "leftHand"; empty if the item has no name or does not exist.
[[nodiscard]] std::string name_of(const Document& document, const Item& item);
/// What a person reads: the name, or where there is none the kind and the index: "joint 3". Empty if the item
/// does not exist.
[[nodiscard]] std::string label_of(const Document& document, const Item& item);
/// The same for the joint at a node, or for the node where that is no joint.
[[nodiscard]] std::string label_of_node(const Document& document, int node);

/// The first mesh that wears a material; of kind none if none does.
[[nodiscard]] Item wearer_of(const Document& document, int material);

/// Returns the node of the item, or the one it is placed in; for a segment, that of its joint. -1: the world,
/// an unmapped bone, a kind without a position (displacers, clips, materials), or an item that does not
/// exist.
[[nodiscard]] int node_of(const Document& document, const Item& item);

/// Returns the index in the humanoid of the joint at a node; -1: none.
[[nodiscard]] int joint_at(const Humanoid& humanoid, int node);
/// Returns the nearest of the humanoid's joints above a node; -1: none.
[[nodiscard]] int joint_above(const Document& document, int humanoid, int node);

/// Returns the humanoid that the item is or belongs to; -1 if none.
[[nodiscard]] int humanoid_of(const Document& document, const Item& item);

/// Resolves an address: KIND:NAME, or KIND:#INDEX, as in "joint:l_elbow", "clip:#2". For kinds stored per
/// humanoid the address may give the humanoid by name or number: "joint:Jin/l_elbow", "joint:#1/#12";
/// otherwise `humanoid` is searched, or all humanoids if that is -1. In a name %2F stands for a slash and, as
/// in URIs (RFC 3986, 2.1), two hexadecimal digits after % for any byte; other % signs are literal ("100%").
/// Errors: "no-such-kind", "no-such-joint" (or other kind), "ambiguous-name", which lists exact addresses.
[[nodiscard]] Result<Item> find_item(const Document& document, std::string_view address, int humanoid = -1);

/// As above, for a known kind; `name` is the part after it.
[[nodiscard]] Result<Item> find_item(const Document& document, ItemKind kind, std::string_view name,
                                     int humanoid = -1);

/// Returns all items that match the name, in list order.
[[nodiscard]] std::vector<Item> find_items(const Document& document, ItemKind kind, std::string_view name,
                                           int humanoid = -1);

/// Returns the joints that match a name, or if there are none, the joint mapped to the bone of that name
/// ("leftUpperArm").
[[nodiscard]] std::vector<Item> find_joints(const Document& document, std::string_view name,
                                            int humanoid = -1);

/// Returns the shortest address that is unique in the document: the name if that is unique, prefixed by the
/// humanoid's if names repeat among humanoids, with #INDEX if that is still ambiguous. Always UTF-8 without
/// control characters. Empty if the item does not exist.
[[nodiscard]] std::string address_of(const Document& document, const Item& item);

}  // namespace vitruvian
