// The one way to name a thing of a document: what a person selects, a command changes, a finding or a
// difference tells of. As numbers for code (Item), and as text for people and files ("joint:l_elbow", see
// find_item).
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
/// nullopt for what is not a kind, and for "none".
[[nodiscard]] std::optional<ItemKind> item_kind_from_string(std::string_view name);
/// True for joints, segments, sites and bones, which every humanoid has lists of its own of.
[[nodiscard]] bool is_of_humanoid(ItemKind kind);

/// A thing of a document. There is one Item for each: humanoid is -1 where the list is the whole file's.
struct Item {
    ItemKind kind = ItemKind::none;
    int humanoid = -1;  // index into Document::humanoids, for kinds that are of a humanoid; else -1
    int index = -1;     // into the list of that kind; of a bone, the number of the Bone
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

/// Every item of a kind, in the order of the lists; of one humanoid alone where `humanoid` is not -1.
[[nodiscard]] std::vector<Item> items_of(const Document& document, ItemKind kind, int humanoid = -1);
/// Those of them that have that name; of an empty name none.
[[nodiscard]] std::vector<Item> items_called(const Document& document, ItemKind kind, std::string_view name,
                                             int humanoid = -1);

/// "l_elbow", "Walk", "leftHand"; empty for what has no name or does not exist.
[[nodiscard]] std::string name_of(const Document& document, const Item& item);

/// The node whose frame the thing is or stands in, a segment's being its joint's; -1: the world, an unmapped
/// bone, a kind without a place (displacers, clips, materials), or what does not exist.
[[nodiscard]] int node_of(const Document& document, const Item& item);

/// The joint at a node, as an index into the humanoid's; -1: none is there.
[[nodiscard]] int joint_at(const Humanoid& humanoid, int node);
/// The joint nearest above a node's own among the humanoid's joints; -1: none.
[[nodiscard]] int joint_above(const Document& document, int humanoid, int node);

/// The humanoid that the thing is or belongs to; -1 where it is of none.
[[nodiscard]] int humanoid_of(const Document& document, const Item& item);

/// The thing at an address: KIND:NAME, or KIND:#INDEX, as in "joint:l_elbow", "clip:#2". What is of a
/// humanoid may say of which, by its name or number: "joint:Jin/l_elbow", "joint:#1/#12"; where the address
/// does not, it is `humanoid`'s, or where that is -1 anybody's. In a name %2F stands for a slash, as in URIs
/// (RFC 3986, 2.1) two hexadecimal digits after % for any byte; what has no such meaning may be written as it
/// is ("100%"). Errors: "no-such-kind", "no-such-joint" (or other kind), "ambiguous-name", which lists exact
/// addresses.
[[nodiscard]] Result<Item> find_item(const Document& document, std::string_view address, int humanoid = -1);

/// The same, where the kind is known and `name` is the part after it.
[[nodiscard]] Result<Item> find_item(const Document& document, ItemKind kind, std::string_view name,
                                     int humanoid = -1);

/// All that go by that name, in the order of the lists.
[[nodiscard]] std::vector<Item> find_items(const Document& document, ItemKind kind, std::string_view name,
                                           int humanoid = -1);

/// The joints that go by a name, or where there is none the one that is the bone of that name
/// ("leftUpperArm").
[[nodiscard]] std::vector<Item> find_joints(const Document& document, std::string_view name,
                                            int humanoid = -1);

/// The shortest address that means this thing and no other of the document: its name where that is enough,
/// with the humanoid's where names repeat among humanoids, with #INDEX where that does not help. Always UTF-8
/// without control characters. Empty for what does not exist.
[[nodiscard]] std::string address_of(const Document& document, const Item& item);

}  // namespace vitruvian
