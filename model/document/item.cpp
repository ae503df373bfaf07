#include "model/document/item.h"

#include "model/core/at.h"
#include "model/core/utf8.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>

namespace vitruvian {
namespace {

constexpr std::array<std::string_view, 13> kind_names{"none",      "humanoid", "joint", "segment",   "site",
                                                      "displacer", "mesh",     "clip",  "viewpoint", "light",
                                                      "material",  "bone",     "node"};

/// Returns the length of the list that an item of this kind and humanoid is in.
int length_of_list(const Document& document, ItemKind kind, int humanoid) {
    if (is_of_humanoid(kind) != (humanoid >= 0)) return 0;
    if (humanoid >= static_cast<int>(document.humanoids.size())) return 0;
    const auto size = [](const auto& list) { return static_cast<int>(list.size()); };
    switch (kind) {
        case ItemKind::none:
            return 0;
        case ItemKind::humanoid:
            return size(document.humanoids);
        case ItemKind::joint:
            return size(at(document.humanoids, humanoid).joints);
        case ItemKind::segment:
            return size(at(document.humanoids, humanoid).segments);
        case ItemKind::site:
            return size(at(document.humanoids, humanoid).sites);
        case ItemKind::displacer:
            return size(document.displacers);
        case ItemKind::mesh:
            return size(document.meshes);
        case ItemKind::clip:
            return size(document.clips);
        case ItemKind::viewpoint:
            return size(document.viewpoints);
        case ItemKind::light:
            return size(document.lights);
        case ItemKind::material:
            return size(document.materials);
        case ItemKind::bone:
            return static_cast<int>(bone_count);
        case ItemKind::node:
            return size(document.nodes);
    }
    return 0;
}

/// Returns the name of an existing item; it lives as long as the document.
std::string_view name_in(const Document& document, const Item& item) {
    const auto of_node = [&](int node) { return std::string_view(at(document.nodes, node).name); };
    switch (item.kind) {
        case ItemKind::none:
            return {};
        case ItemKind::humanoid:
            return at(document.humanoids, item.index).name;
        case ItemKind::joint:
            return of_node(at(at(document.humanoids, item.humanoid).joints, item.index).node);
        case ItemKind::segment:
            return at(at(document.humanoids, item.humanoid).segments, item.index).name;
        case ItemKind::site:
            return of_node(at(at(document.humanoids, item.humanoid).sites, item.index).node);
        case ItemKind::displacer:
            return at(document.displacers, item.index).name;
        case ItemKind::mesh:
            return at(document.meshes, item.index).name;
        case ItemKind::clip:
            return at(document.clips, item.index)->name;
        case ItemKind::viewpoint:
            return at(document.viewpoints, item.index).name;
        case ItemKind::light:
            return at(document.lights, item.index).name;
        case ItemKind::material:
            return at(document.materials, item.index).name;
        case ItemKind::bone:
            return to_string(static_cast<Bone>(item.index));
        case ItemKind::node:
            return of_node(item.index);
    }
    return {};
}

/// Returns N for "#N"; nullopt for anything else.
std::optional<int> number_in(std::string_view text) {
    if (!text.starts_with('#')) return std::nullopt;
    int value = 0;
    const char* const end = text.data() + text.size();
    const auto [stop, error] = std::from_chars(text.data() + 1, end, value);
    const bool is_number = error == std::errc{} && stop == end && text[1] != '-';
    return is_number ? std::optional(value) : std::nullopt;
}

/// Decodes %2F and the like; a % that is not an escape is kept.
std::string unescaped(std::string_view text) {
    std::string out;
    for (std::size_t i = 0; i < text.size(); ++i) {
        unsigned byte = 0;
        const char* const digits = text.data() + i + 1;
        if (text[i] == '%' && text.size() - i > 2 &&
            std::from_chars(digits, digits + 2, byte, 16).ptr == digits + 2) {
            out += static_cast<char>(byte);
            i += 2;
        } else {
            out += text[i];
        }
    }
    return out;
}

/// Returns a name as written in an address: characters with a meaning there, and bytes that are not text, as
/// %XX.
std::string escaped(std::string_view name, bool slash_separates) {
    std::string out;
    for (std::size_t i = 0; i < name.size();) {
        const std::size_t length = utf8_length(name.substr(i));
        const char c = name[i];
        const bool is_control = static_cast<unsigned char>(c) < 0x20U || c == 0x7F;
        const bool has_meaning = c == '%' || (c == '#' && i == 0) || (c == '/' && slash_separates);
        if (length == 0 || is_control || has_meaning) {
            out += fmt::format("%{:02X}", static_cast<unsigned>(static_cast<unsigned char>(c)));
            ++i;
        } else {
            out += name.substr(i, length);
            i += length;
        }
    }
    return out;
}

/// Calls visit(owner, length) for each list of such items: that of the document, or those of a humanoid or
/// (-1) of all.
template <class Visit>
void for_each_list(const Document& document, ItemKind kind, int humanoid, const Visit& visit) {
    const bool of_all = is_of_humanoid(kind) && humanoid < 0;
    const int first = of_all ? 0 : is_of_humanoid(kind) ? humanoid : -1;
    const int last = of_all ? static_cast<int>(document.humanoids.size()) - 1 : first;
    for (int owner = first; owner <= last; ++owner) visit(owner, length_of_list(document, kind, owner));
}

std::vector<Item> numbered(const Document& document, ItemKind kind, int number, int humanoid) {
    std::vector<Item> out;
    for_each_list(document, kind, humanoid, [&](int owner, int length) {
        if (number >= 0 && number < length) out.push_back({kind, owner, number});
    });
    return out;
}

/// Returns the items that "NAME" or "#INDEX", without a humanoid before it, refers to.
std::vector<Item> meant(const Document& document, ItemKind kind, std::string_view text, int humanoid) {
    if (const std::optional<int> number = number_in(text)) {
        if (std::vector<Item> out = numbered(document, kind, *number, humanoid); !out.empty()) return out;
    }
    if (std::vector<Item> out = items_called(document, kind, unescaped(text), humanoid); !out.empty())
        return out;
    return items_called(document, kind, text, humanoid);
}

/// Returns "a, b, c and 40 more", for messages that list the choices.
template <class Text>
std::string some_of(const std::vector<Item>& items, const Text& text) {
    constexpr std::size_t most = 12;
    std::string out;
    for (std::size_t i = 0; i < std::min(items.size(), most); ++i) {
        out += fmt::format("{}{}", i == 0 ? "" : ", ", text(items[i]));
    }
    if (items.size() > most) out += fmt::format(" and {} more", items.size() - most);
    return out.empty() ? "none" : out;
}

/// Returns the name, if it is unique in the humanoid's list (-1: in those of all humanoids); otherwise
/// nullopt.
std::optional<std::string> name_alone(const Document& document, const Item& item, int humanoid) {
    const std::string_view name = name_in(document, item);
    if (items_called(document, item.kind, name, humanoid).size() != 1) return std::nullopt;
    return escaped(name, is_of_humanoid(item.kind) || item.kind == ItemKind::humanoid);
}

/// Returns the address without its kind.
std::string local_address(const Document& document, const Item& item) {
    if (std::optional<std::string> name = name_alone(document, item, -1)) return *std::move(name);
    const std::string number = fmt::format("#{}", item.index);
    if (item.humanoid < 0) return number;
    const std::string own = name_alone(document, item, item.humanoid).value_or(number);
    if (document.humanoids.size() == 1) return own;
    return fmt::format("{}/{}", local_address(document, {ItemKind::humanoid, -1, item.humanoid}), own);
}

}  // namespace

std::string_view to_string(ItemKind kind) {
    return at(kind_names, kind);
}

std::optional<ItemKind> item_kind_from_string(std::string_view name) {
    const auto found = std::find(kind_names.begin() + 1, kind_names.end(), name);
    if (found == kind_names.end()) return std::nullopt;
    return static_cast<ItemKind>(found - kind_names.begin());
}

bool is_of_humanoid(ItemKind kind) {
    return kind == ItemKind::joint || kind == ItemKind::segment || kind == ItemKind::site ||
           kind == ItemKind::bone;
}

bool exists(const Document& document, const Item& item) {
    if (item.humanoid < -1 || item.index < 0) return false;
    return item.index < length_of_list(document, item.kind, item.humanoid);
}

std::vector<Item> items_of(const Document& document, ItemKind kind, int humanoid) {
    std::vector<Item> out;
    for_each_list(document, kind, humanoid, [&](int owner, int length) {
        for (int i = 0; i < length; ++i) out.push_back({kind, owner, i});
    });
    return out;
}

std::vector<Item> items_called(const Document& document, ItemKind kind, std::string_view name, int humanoid) {
    std::vector<Item> out;
    if (name.empty()) return out;
    // Names of the same length often have the same beginning and different ends.
    const auto is_it = [name](std::string_view other) {
        return other.size() == name.size() && other.back() == name.back() && other == name;
    };
    for_each_list(document, kind, humanoid, [&](int owner, int length) {
        if (length == 0) return;
        const auto look_through_nodes_of = [&](const auto& things) {
            for (int i = 0; i < length; ++i) {
                if (is_it(at(document.nodes, at(things, i).node).name)) out.push_back({kind, owner, i});
            }
        };
        if (kind == ItemKind::joint) return look_through_nodes_of(at(document.humanoids, owner).joints);
        if (kind == ItemKind::site) return look_through_nodes_of(at(document.humanoids, owner).sites);
        for (int i = 0; i < length; ++i) {
            const Item item{kind, owner, i};
            if (is_it(name_in(document, item))) out.push_back(item);
        }
    });
    return out;
}

std::string name_of(const Document& document, const Item& item) {
    return exists(document, item) ? std::string(name_in(document, item)) : std::string();
}

std::string label_of(const Document& document, const Item& item) {
    std::string name = name_of(document, item);
    return !name.empty() || !exists(document, item) ? name
                                                    : fmt::format("{} {}", to_string(item.kind), item.index);
}

std::string label_of_node(const Document& document, int node) {
    for (std::size_t h = 0; h < document.humanoids.size(); ++h) {
        const int joint = joint_at(document.humanoids[h], node);
        if (joint >= 0) return label_of(document, joint_item(static_cast<int>(h), joint));
    }
    return label_of(document, {ItemKind::node, -1, node});
}

Item wearer_of(const Document& document, int material) {
    const auto found =
        std::find_if(document.meshes.begin(), document.meshes.end(),
                     [material](const MeshInstance& mesh) { return mesh.material == material; });
    if (found == document.meshes.end()) return {};
    return {ItemKind::mesh, -1, static_cast<int>(found - document.meshes.begin())};
}

int node_of(const Document& document, const Item& item) {
    if (!exists(document, item)) return -1;
    switch (item.kind) {
        case ItemKind::humanoid:
            return at(document.humanoids, item.index).node;
        case ItemKind::joint:
            return at(at(document.humanoids, item.humanoid).joints, item.index).node;
        case ItemKind::segment: {
            const Humanoid& humanoid = at(document.humanoids, item.humanoid);
            return at(humanoid.joints, at(humanoid.segments, item.index).joint).node;
        }
        case ItemKind::site:
            return at(at(document.humanoids, item.humanoid).sites, item.index).node;
        case ItemKind::mesh:
            return at(document.meshes, item.index).node;
        case ItemKind::viewpoint:
            return at(document.viewpoints, item.index).node;
        case ItemKind::light:
            return at(document.lights, item.index).node;
        case ItemKind::bone:
            return at(at(document.humanoids, item.humanoid).bones.node, item.index);
        case ItemKind::node:
            return item.index;
        case ItemKind::none:
        case ItemKind::displacer:
        case ItemKind::clip:
        case ItemKind::material:
            return -1;
    }
    return -1;
}

int humanoid_of(const Document& document, const Item& item) {
    if (!exists(document, item)) return -1;
    switch (item.kind) {
        case ItemKind::humanoid:
            return item.index;
        case ItemKind::displacer:
            return at(document.displacers, item.index).humanoid;
        case ItemKind::mesh:
            return at(document.meshes, item.index).humanoid;
        case ItemKind::viewpoint:
            return at(document.viewpoints, item.index).humanoid;
        default:
            return item.humanoid;
    }
}

std::vector<Item> find_items(const Document& document, ItemKind kind, std::string_view name, int humanoid) {
    const std::size_t slash = is_of_humanoid(kind) ? name.find('/') : std::string_view::npos;
    if (slash != std::string_view::npos) {
        std::vector<Item> out;
        for (const Item& owner : meant(document, ItemKind::humanoid, name.substr(0, slash), -1)) {
            const std::vector<Item> its = meant(document, kind, name.substr(slash + 1), owner.index);
            out.insert(out.end(), its.begin(), its.end());
        }
        if (!out.empty()) return out;
    }
    return meant(document, kind, name, humanoid);
}

std::vector<Item> find_joints(const Document& document, std::string_view name, int humanoid) {
    std::vector<Item> out = find_items(document, ItemKind::joint, name, humanoid);
    if (!out.empty()) return out;
    for (const Item& bone : find_items(document, ItemKind::bone, name, humanoid)) {
        const int node = node_of(document, bone);
        for (const Item& joint : items_of(document, ItemKind::joint, bone.humanoid)) {
            if (node >= 0 && node_of(document, joint) == node) out.push_back(joint);
        }
    }
    return out;
}

Result<Item> find_item(const Document& document, ItemKind kind, std::string_view name, int humanoid) {
    std::vector<Item> found = find_items(document, kind, name, humanoid);
    if (kind == ItemKind::displacer && found.size() > 1) {
        // What an expression does to materials is called as what it moves.
        const auto made = std::stable_partition(found.begin(), found.end(), [&](const Item& item) {
            return is_in_file(at(document.displacers, item.index));
        });
        if (made != found.begin()) found.erase(made, found.end());
    }
    if (found.size() == 1) return found.front();
    const std::string_view word = to_string(kind);
    if (found.empty()) {
        const std::vector<Item> all = items_of(document, kind, humanoid);
        return fail(fmt::format("no-such-{}", word),
                    fmt::format("there is no {} '{}'; there are {}: {}", word, name, all.size(),
                                some_of(all, [&](const Item& item) { return name_in(document, item); })));
    }
    return fail("ambiguous-name",
                fmt::format("'{}' may mean {} things of kind {}; say which: {}", name, found.size(), word,
                            some_of(found, [&](const Item& item) { return address_of(document, item); })));
}

Result<Item> find_item(const Document& document, std::string_view address, int humanoid) {
    const std::size_t colon = address.find(':');
    const auto kind = item_kind_from_string(address.substr(0, std::min(colon, address.size())));
    if (colon == std::string_view::npos || !kind) {
        return fail("no-such-kind",
                    fmt::format("'{}' names nothing: give KIND:NAME or KIND:#NUMBER, where KIND is one of {}",
                                address, fmt::join(kind_names.begin() + 1, kind_names.end(), ", ")));
    }
    return find_item(document, *kind, address.substr(colon + 1), humanoid);
}

std::string address_of(const Document& document, const Item& item) {
    if (!exists(document, item)) return {};
    return fmt::format("{}:{}", to_string(item.kind), local_address(document, item));
}

int joint_at(const Humanoid& humanoid, int node) {
    const auto found = std::find_if(humanoid.joints.begin(), humanoid.joints.end(),
                                    [node](const Joint& joint) { return joint.node == node; });
    return found == humanoid.joints.end() ? -1 : static_cast<int>(found - humanoid.joints.begin());
}

int joint_above(const Document& document, int humanoid, int node) {
    const Humanoid& owner = at(document.humanoids, humanoid);
    for (int up = at(document.nodes, node).parent; up >= 0; up = at(document.nodes, up).parent) {
        if (const int joint = joint_at(owner, up); joint >= 0) return joint;
    }
    return -1;
}

}  // namespace vitruvian
