// Reads VITRUVIAN_hanim (hanim_extension.h): restores the H-Anim figure that was written. Invalid data of the
// object is reported and left out, as in the rest of a file.
#include "model/core/at.h"
#include "model/document/file_format.h"
#include "model/document/joint_centres.h"
#include "model/formats/gltf/read/deltas.h"
#include "model/formats/gltf/read/fold_nodes.h"
#include "model/formats/gltf/read/hanim_displacers.h"
#include "model/formats/gltf/read/hanim_object.h"
#include "model/formats/gltf/read/reading.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <tuple>
#include <unordered_map>
#include <utility>
#include <vector>

namespace vitruvian::gltf {
namespace {

using InfoTags = std::vector<std::pair<std::string, std::string>>;

/// What VRM's metadata says of a figure beyond what H-Anim's data says too: not what VRM wants of every file, which
/// is made of H-Anim's name and author, nor what a file of any kind may say.
InfoTags terms_of_vrm(const Humanoid& humanoid) {
    if (humanoid.kind != HumanoidKind::vrm1) return {};
    static constexpr std::array<std::string_view, 6> others{"name",      "authors",   "licenseUrl",
                                                            "generator", "copyright", "expressions"};
    InfoTags out = humanoid.info;
    std::erase_if(out, [](const auto& tag) { return std::ranges::find(others, tag.first) != others.end(); });
    return out;
}

class HanimReader {
  public:
    explicit HanimReader(Reading& reading)
        : reading_(reading), document_(reading.document), displacers_(reading) {}

    void read_all() {
        const JsonValue* ext = extension(reading_.root, "EXT_skeleton_humanoid");
        const JsonValue* list = ext == nullptr ? nullptr : member(*ext, "humanoidSkeletons");
        if (list == nullptr || !list->is_array()) return;
        for (std::size_t i = 0; i < list->size(); ++i) {
            const JsonValue* json = extension((*list)[i], "VITRUVIAN_hanim");
            if (json == nullptr) continue;
            const std::string pointer = fmt::format(
                "/extensions/EXT_skeleton_humanoid/humanoidSkeletons/{}/extensions/VITRUVIAN_hanim", i);
            const HanimObject object(reading_, *json, pointer);
            read_figure(object, (*list)[i]);
        }
        if (!found_) return;
        displacers_.finish();
        finish_clips();
        fold();
    }

  private:
    [[nodiscard]] Node& node_at(int node) { return at(document_.nodes, node); }

    void read_figure(const HanimObject& object, const JsonValue& skeleton) {
        std::vector<ListedJoint> joints = object.joints();
        if (joints.empty()) return object.report("it lists no usable joint", "joints");
        const int index = figure_of(joints);
        if (!restored_.insert(index).second)
            return object.report("another object already describes this figure", "joints");
        Humanoid& humanoid = at(document_.humanoids, index);
        reading_.places.hanim.resize(document_.humanoids.size());
        HanimPlaces& places = at(reading_.places.hanim, index);
        places.pointer = object.pointer();
        if (!object.is_hanim()) return add_joint_data(humanoid, joints, places);
        found_ = true;
        for (const Joint& joint : humanoid.joints) node_at(joint.node).kind = NodeKind::group;
        for (const Site& site : humanoid.sites) node_at(site.node).kind = NodeKind::group;
        InfoTags terms = terms_of_vrm(humanoid);
        object.read_figure(humanoid);
        std::erase_if(terms, [&](const auto& term) {
            return std::ranges::any_of(humanoid.info,
                                       [&](const auto& own) { return own.first == term.first; });
        });
        humanoid.info.insert(humanoid.info.end(), terms.begin(), terms.end());
        // A VRM's own bones count, with those that only the extension has (definitions.h).
        if (!is_vrm(humanoid.kind)) humanoid.bones = object.bones(skeleton);
        humanoid.kind = HumanoidKind::hanim;
        humanoid.joints.clear();
        for (const ListedJoint& joint : joints) {
            humanoid.joints.push_back(joint.joint);
            places.joints.push_back(joint.place);
            node_at(joint.joint.node).kind = NodeKind::joint;
            set_frame(joint.joint.node, joint.frame);
        }
        if (humanoid.node >= 0 && node_at(humanoid.node).kind == NodeKind::joint) humanoid.node = -1;
        if (humanoid.node >= 0) node_at(humanoid.node).kind = NodeKind::humanoid;
        std::vector<int> segment_number;
        read_segments(object, index, joints, segment_number);
        for (std::size_t s = 0; s < segment_number.size(); ++s) {
            if (segment_number[s] >= 0) places.segments.push_back(s);
        }
        read_sites(object, humanoid, segment_number, places);
        for (const auto& [node, frame] : object.frames()) set_frame(node, frame);
        displacers_.read(object, index, segment_number);
        adopt_below(index);
        place_joint_centres(document_, world_at_rest(document_), humanoid);
        for (const int node : object.nodes("skinNodes")) skin_home_[node] = humanoid.node;
        for (const int node : object.nodes("carriers")) carriers_.push_back(node);
        read_clips(object);
    }

    /// Returns the figure that has one of these joints, or a new one.
    int figure_of(const std::vector<ListedJoint>& joints) {
        std::set<int> listed;
        for (const ListedJoint& joint : joints) listed.insert(joint.joint.node);
        for (std::size_t h = 0; h < document_.humanoids.size(); ++h) {
            const std::vector<Joint>& own = document_.humanoids[h].joints;
            const bool shares = std::any_of(own.begin(), own.end(),
                                            [&](const Joint& joint) { return listed.contains(joint.node); });
            if (shares) return static_cast<int>(h);
        }
        document_.humanoids.emplace_back();
        return static_cast<int>(document_.humanoids.size()) - 1;
    }

    /// Adds limits and stiffness to a rig that is not an H-Anim figure.
    static void add_joint_data(Humanoid& humanoid, const std::vector<ListedJoint>& listed,
                               HanimPlaces& places) {
        std::unordered_map<int, const ListedJoint*> by_node;
        for (const ListedJoint& joint : listed) by_node[joint.joint.node] = &joint;
        for (Joint& joint : humanoid.joints) {
            const auto found = by_node.find(joint.node);
            places.joints.push_back(found == by_node.end() ? not_listed : found->second->place);
            if (found == by_node.end()) continue;
            const Joint& from = found->second->joint;
            joint.lower_limit = from.lower_limit;
            joint.upper_limit = from.upper_limit;
            joint.limit_orientation = from.limit_orientation;
            joint.stiffness = from.stiffness;
        }
    }

    void set_frame(int index, const ListedFrame& frame) {
        Node& node = node_at(index);
        node.frame_offset = frame.center;
        if (!frame.rest) return;
        const Transform local = node.rest;
        node.rest = *frame.rest;
        node.delta = delta_of(node.rest, local);
    }

    void read_segments(const HanimObject& object, int index, const std::vector<ListedJoint>& joints,
                       std::vector<int>& number) {
        std::unordered_map<int, std::pair<int, int>> segment_of_node;  // node to humanoid and segment
        Humanoid& humanoid = at(document_.humanoids, index);
        humanoid.segments.clear();
        for (const std::optional<ListedSegment>& listed : object.segments(joints)) {
            number.push_back(listed ? static_cast<int>(humanoid.segments.size()) : -1);
            if (!listed) continue;
            for (const int node : listed->mesh_nodes) segment_of_node[node] = {index, number.back()};
            humanoid.segments.push_back(listed->segment);
        }
        for (MeshInstance& instance : document_.meshes) {
            const auto found = segment_of_node.find(instance.node);
            if (found != segment_of_node.end()) std::tie(instance.humanoid, instance.segment) = found->second;
        }
    }

    void read_sites(const HanimObject& object, Humanoid& humanoid, const std::vector<int>& segment_number,
                    HanimPlaces& places) {
        humanoid.sites.clear();
        for (const ListedSite& listed : object.sites(segment_number)) {
            Node& node = node_at(listed.site.node);
            if (node.kind != NodeKind::group) continue;
            node.kind = NodeKind::site;
            humanoid.sites.push_back(listed.site);
            places.sites.push_back(listed.place);
            set_frame(listed.site.node, listed.frame);
        }
    }

    /// Assigns meshes and cameras below the humanoid's own node but below none of its joints to the humanoid.
    void adopt_below(int index) {
        const int top = at(document_.humanoids, index).node;
        if (top < 0) return;
        std::vector<bool> inside(document_.nodes.size(), false);
        for (std::size_t n = 0; n < inside.size(); ++n) {
            const int parent = document_.nodes[n].parent;
            inside[n] = static_cast<int>(n) == top || (parent >= 0 && at(inside, parent));
        }
        const auto adopt = [&](auto& thing) {
            if (thing.humanoid < 0 && thing.node >= 0 && at(inside, thing.node)) {
                thing.humanoid = index;
            }
        };
        for (MeshInstance& instance : document_.meshes) adopt(instance);
        for (Viewpoint& view : document_.viewpoints) adopt(view);
    }

    /// Animation indices are the file's; clips that animate nothing are not in the document.
    void read_clips(const HanimObject& object) {
        for (const ListedClip& listed : object.clips()) {
            if (listed.animation < reading_.places.clip_of_animation.size()) {
                const int clip = reading_.places.clip_of_animation[listed.animation];
                if (clip >= 0 && (listed.name.empty() || listed.name == at(document_.clips, clip)->name))
                    clips_[clip] = listed;
            }
        }
    }

    void finish_clips() {
        std::unordered_map<int, bool> is_hanim_joint;
        for (const Humanoid& humanoid : document_.humanoids) {
            if (humanoid.kind != HumanoidKind::hanim) continue;
            for (const Joint& joint : humanoid.joints) is_hanim_joint[joint.node] = true;
        }
        for (std::size_t c = 0; c < document_.clips.size(); ++c) {
            auto clip = std::make_shared<Clip>(*document_.clips[c]);
            std::set<int> moved;
            std::vector<Channel> channels;
            for (Channel& channel : clip->channels) {
                channel.displacer = displacers_.new_number(channel.displacer);
                if (channel.path == ChannelPath::weight && !moved.insert(channel.displacer).second) continue;
                if (is_hanim_joint.contains(channel.node)) {
                    const Transform& rest = node_at(channel.node).rest;
                    const bool is_flat = rest.scale.x == 0.0F || rest.scale.y == 0.0F || rest.scale.z == 0.0F;
                    if (!is_flat && rest.scale_orientation == identity_quat) make_delta(channel, rest);
                }
                channels.push_back(std::move(channel));
            }
            clip->channels = std::move(channels);
            if (const auto listed = clips_.find(static_cast<int>(c)); listed != clips_.end()) {
                clip->loop = listed->second.loop;
                clip->duration = listed->second.duration.value_or(clip->duration);
            }
            document_.clips[c] = std::move(clip);
        }
    }

    void fold() {
        for (MeshInstance& instance : document_.meshes) {
            const auto home = skin_home_.find(instance.node);
            if (home != skin_home_.end() && instance.mesh->is_skinned()) instance.node = home->second;
        }
        std::vector<bool> wanted(document_.nodes.size(), false);
        for (const int node : carriers_) at(wanted, node) = true;
        const std::vector<int> number = fold_nodes(document_, std::move(wanted));
        for (int& node : reading_.document_node) {
            if (node >= 0) node = at(number, node);
        }
    }

    Reading& reading_;
    Document& document_;
    HanimDisplacers displacers_;
    bool found_ = false;
    std::set<int> restored_;                  // humanoids that an object describes
    std::unordered_map<int, int> skin_home_;  // node of a skinned mesh to the node that it belongs to
    std::vector<int> carriers_;
    std::unordered_map<int, ListedClip> clips_;
};

}  // namespace

void note_places(Reading& reading) {
    const Document& document = reading.document;
    const auto source = [&](int node) { return node < 0 ? -1 : at(document.nodes, node).source_index; };
    Places& places = reading.places;
    for (const MeshInstance& instance : document.meshes) places.mesh_node.push_back(source(instance.node));
    for (const Viewpoint& view : document.viewpoints) places.camera_node.push_back(source(view.node));
    for (const Light& light : document.lights) places.light_node.push_back(source(light.node));
    for (const SkinRead& skin : reading.skins) {
        places.inverse_bind.push_back(skin.skin ? skin.skin->inverse_bind : std::vector<mat4>());
    }
    places.targets.resize(document.displacers.size());
    places.listed.resize(document.displacers.size());
    places.hanim.resize(document.humanoids.size());
    for (const auto& [node, displacers] : reading.displacers_of_node) {
        for (std::size_t t = 0; t < displacers.size(); ++t) {
            at(places.targets, displacers[t]).emplace_back(source(node), static_cast<int>(t));
        }
    }
}

void read_hanim(Reading& reading) {
    HanimReader(reading).read_all();
}

}  // namespace vitruvian::gltf
