// Adds displacers to a world's text, and keeps those of removed joints.
#include "model/core/at.h"
#include "model/formats/vrml/patch/world_structure.h"

#include <algorithm>
#include <utility>

namespace vitruvian::vrml {

/// Copies displacers of joints that are `gone`, by their nodes, to the nearest joints above that stay.
Result<void> WorldStructure::keep_displacers(const std::map<NodeId, int>& gone) {
    for (std::size_t d = 0; d < displacers_.to.size() && !gone.empty(); ++d) {
        if (displacers_.to[d] < 0 || d >= opened_->built.displacer_nodes.size()) continue;
        for (const NodeRef node : nodes_of_displacer(opened_->built, static_cast<int>(d))) {
            if (node.env->file != opened_->root->file || is_made_elsewhere(node)) continue;
            const auto joint = gone.find(statements_.holder(node.id));
            if (joint == gone.end()) continue;
            int above = at(from().nodes, joint->second).parent;
            while (above >= 0 &&
                   (at(nodes_.to, above) < 0 || at(from().nodes, above).kind != NodeKind::joint))
                above = at(from().nodes, above).parent;
            if (above < 0) return refuse("a displacer of a joint that has none above it");
            const Result<NodeId> heir = own(at(opened_->built.nodes, above));
            if (!heir) return tl::unexpected(heir.error());
            statements_.add(*heir, "displacers", statements_.text_of(node.id));
        }
    }
    return {};
}

/// Returns the node that a new displacer is added to; `joint`: the document's node that moves most of what it moves.
Result<NodeId> WorldStructure::holder_of_new(int displacer, int joint) const {
    const Displacer& added = at(to_->displacers, displacer);
    const bool is_on_segment = added.humanoid >= 0 && added.segment >= 0;
    const int segment = is_on_segment ? earlier_segment(added.humanoid, added.segment) : -1;
    if (is_on_segment && segment < 0) return refuse("the segment of a new displacer");
    if (!is_on_segment && joint >= 0 && at(nodes_.from, joint) >= 0) {
        Result<NodeId> mover = own(at(opened_->built.nodes, at(nodes_.from, joint)));
        if (mover) return mover;
    }
    for (int d = 0; d < static_cast<int>(from().displacers.size()); ++d) {
        const Displacer& other = at(from().displacers, d);
        const bool is_beside =
            other.humanoid == added.humanoid && other.segment == segment && !other.keyed_shape;
        if (!is_beside || d >= static_cast<int>(opened_->built.displacer_nodes.size())) continue;
        const Result<NodeId> beside = own(at(opened_->built.displacer_nodes, d));
        if (!beside) return tl::unexpected(beside.error());
        return own({at(opened_->built.displacer_nodes, d).env, statements_.holder(*beside)});
    }
    if (segment >= 0) return own(at(at(opened_->built.segments, added.humanoid), segment));
    if (added.humanoid < 0 || at(from().humanoids, added.humanoid).joints.empty())
        return refuse("a new displacer that is on no figure");
    return own(at(opened_->built.nodes, at(from().humanoids, added.humanoid).joints.front().node));
}

/// Returns the joints that the parts of a new displacer are added to, of which `first` has the first one. Where not all
/// have a place, or the ROUTEs between them had none, only that.
std::vector<NodeId> WorldStructure::holders_of_new(NodeId first,
                                                   const std::vector<DisplacerPart>& parts) const {
    std::vector<NodeId> out{first};
    for (const DisplacerPart& part : parts) {
        if (&part == &parts.front()) continue;
        const int joint = part.joint < 0 ? -1 : at(nodes_.from, part.joint);
        if (joint < 0) return {first};
        const Result<NodeId> holder = own(at(opened_->built.nodes, joint));
        if (!holder || !syntax(*holder).type.ends_with("Joint")) return {first};
        out.push_back(*holder);
    }
    const bool is_in_proto =
        std::any_of(out.begin(), out.end(), [&](NodeId holder) { return syntax(holder).scope != none; });
    return is_in_proto || encoding_ == Encoding::vrml97 ? std::vector<NodeId>{first} : out;
}

Result<void> WorldStructure::add_displacers() {
    std::set<std::pair<NodeId, std::string>> added;
    for (std::size_t d = 0; d < displacers_.from.size(); ++d) {
        if (displacers_.from[d] >= 0) continue;
        const Displacer& displacer = to_->displacers[d];
        DisplacerOffsets offsets = displacer_offsets(*to_, static_cast<int>(d));
        std::vector<DisplacerPart> parts = new_displacer_parts(*to_, static_cast<int>(d), offsets);
        const Result<NodeId> first = holder_of_new(static_cast<int>(d), parts.front().joint);
        if (!first) return tl::unexpected(first.error());
        if (!added.insert({*first, displacer.name}).second && shared_ == SharedText::as_one) continue;
        const std::vector<NodeId> holders = holders_of_new(*first, parts);
        if (holders.size() == 1) parts = {{parts.front().joint, offsets.by_point}};
        std::string leader;
        for (std::size_t i = 0; i < parts.size(); ++i) {
            offsets.by_point = std::move(parts[i].by_point);
            const std::string def = names_.make(i == 0 ? displacer.name : displacer.name + "_part");
            if (Result<void> done = add_displacer(holders[i], displacer, def, offsets); !done) return done;
            if (i > 0)
                statements_.append(statements_.route_text(leader, "weight_changed", def, "set_weight"));
            if (i == 0) leader = def;
        }
    }
    return {};
}

Result<void> WorldStructure::add_displacer(NodeId holder, const Displacer& displacer, const std::string& def,
                                           const DisplacerOffsets& offsets) {
    FieldValue points{"MFInt32", {}, {}};
    FieldValue moved{"MFVec3f", {}, {}};
    for (const auto& [point, offset] : offsets.by_point) {
        points.numbers.push_back(static_cast<float>(point));
        moved.numbers.insert(moved.numbers.end(), {offset.x, offset.y, offset.z});
    }
    const Result<std::string> type = type_like(holder, "Displacer");
    if (!type) return tl::unexpected(type.error());
    std::vector<std::pair<std::string_view, FieldValue>> fields{{"name", {"SFString", {}, displacer.name}},
                                                                {"coordIndex", points}};
    // As a whole file is written (see displacer_node).
    if (offsets.moves || encoding_ != Encoding::vrml97) fields.emplace_back("displacements", moved);
    if (displacer.weight != 0.0F)
        fields.emplace_back("weight", FieldValue{"SFFloat", {displacer.weight}, {}});
    statements_.add(holder, "displacers", statements_.node_text(*type, def, fields, holder));
    return {};
}

}  // namespace vitruvian::vrml
