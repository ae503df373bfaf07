#include "model/check/source_world.h"

#include "model/check/source_world_syntax.h"
#include "model/core/at.h"
#include "model/core/utf8.h"
#include "model/document/file_format.h"
#include "model/formats/vrml/x3d/x3d_tree.h"
#include "model/io/gzip.h"
#include "model/io/source.h"

#include <algorithm>
#include <deque>
#include <span>
#include <utility>

namespace vitruvian::check {
namespace {

/// Whether nothing was added to or removed from the lists that facts refer to.
bool has_same_lists(const Document& a, const Document& b) {
    const auto same = [](const Humanoid& x, const Humanoid& y) {
        return x.joints.size() == y.joints.size() && x.segments.size() == y.segments.size() &&
               x.sites.size() == y.sites.size();
    };
    return a.nodes.size() == b.nodes.size() && a.displacers.size() == b.displacers.size() &&
           std::equal(a.humanoids.begin(), a.humanoids.end(), b.humanoids.begin(), b.humanoids.end(), same);
}

/// The document's elements that are not yet matched with nodes of the file, by kind and name, in the order of
/// the lists.
class Unclaimed {
  public:
    explicit Unclaimed(const Document& document) {
        using Kind = WorldFacts::Kind;
        for (int h = 0; h < static_cast<int>(document.humanoids.size()); ++h) {
            const Humanoid& humanoid = at(document.humanoids, h);
            add(Kind::humanoid, humanoid.name, h, h);
            for (int i = 0; i < static_cast<int>(humanoid.joints.size()); ++i)
                add(Kind::joint, at(document.nodes, at(humanoid.joints, i).node).name, h, i);
            for (int i = 0; i < static_cast<int>(humanoid.segments.size()); ++i)
                add(Kind::segment, at(humanoid.segments, i).name, h, i);
            for (int i = 0; i < static_cast<int>(humanoid.sites.size()); ++i)
                add(Kind::site, at(document.nodes, at(humanoid.sites, i).node).name, h, i);
        }
        for (int i = 0; i < static_cast<int>(document.displacers.size()); ++i) {
            const Displacer& displacer = at(document.displacers, i);
            if (is_in_file(displacer)) add(Kind::displacer, displacer.name, displacer.humanoid, i);
        }
    }

    /// The parts of a displacer are one with the first of them.
    void claim(WorldFacts::Node& node, const std::string& name) {
        if (node.is_part) return;
        const auto found = waiting_.find({node.kind, name});
        if (found == waiting_.end() || found->second.empty()) return;
        std::tie(node.humanoid, node.index) = found->second.front();
        found->second.pop_front();
    }

  private:
    void add(WorldFacts::Kind kind, const std::string& name, int humanoid, int index) {
        waiting_[{kind, name}].emplace_back(humanoid, index);
    }

    std::map<std::pair<WorldFacts::Kind, std::string>, std::deque<std::pair<int, int>>> waiting_;
};

void find_displacer_parts(WorldFacts& facts) {
    std::map<std::string_view, int> displacers;  // by DEF name
    for (int i = 0; i < static_cast<int>(facts.nodes.size()); ++i) {
        const WorldFacts::Node& node = at(facts.nodes, i);
        if (node.kind == WorldFacts::Kind::displacer && !node.def.empty()) displacers.emplace(node.def, i);
    }
    for (const WorldFacts::Route& route : facts.routes) {
        const auto from = displacers.find(route.from);
        const auto to = displacers.find(route.to);
        if (from == displacers.end() || to == displacers.end() || from == to) continue;
        WorldFacts::Node& part = at(facts.nodes, to->second);
        if (part.is_part || at(facts.nodes, from->second).name != part.name) continue;
        part.is_part = true;
        at(facts.nodes, from->second).parts.push_back(to->second);
    }
}

void find_lost_routes(const Diagnostics& diagnostics, WorldFacts& facts) {
    for (const Diagnostic& d : diagnostics.list()) {
        if (d.code == "vrml-route-syntax") facts.lost_routes.push_back({{}, d.where, d.count});
        if (d.code != "vrml-route-unbound") continue;
        const std::size_t open = d.message.find('"');
        const std::size_t close = d.message.find('"', open + 1);
        facts.lost_routes.push_back({d.message.substr(open + 1, close - open - 1), d.where, d.count});
    }
}

}  // namespace

bool WorldFacts::Place::is_in_tree() const {
    return field == "children" || field == "humanoidBody" || field == "skeleton" || field == "displacers" ||
           field == "choice" || field == "level";
}

const std::vector<double>* WorldFacts::Node::find(std::string_view field) const {
    const auto found = numbers.find(field);
    return found == numbers.end() ? nullptr : &found->second;
}

const WorldFacts::Place* WorldFacts::Node::tree_place() const {
    const auto found =
        std::find_if(places.begin(), places.end(), [](const Place& place) { return place.is_in_tree(); });
    return found == places.end() ? nullptr : &*found;
}

const WorldFacts::Node* WorldFacts::find(Kind kind, int humanoid, int index) const {
    const auto found = made.find({kind, humanoid, index});
    return found == made.end() ? nullptr : &at(nodes, found->second);
}

int WorldFacts::humanoid_above(const Node& node) const {
    const Place* place = node.tree_place();
    for (std::size_t step = 0; place != nullptr && place->holder >= 0 && step < nodes.size(); ++step) {
        const Node& holder = at(nodes, place->holder);
        if (holder.kind == Kind::humanoid) return place->holder;
        place = holder.tree_place();
    }
    return -1;
}

std::unique_ptr<const WorldFacts> make_world_facts(const Document& document) {
    if (!is_world(document.format) || document.source == nullptr) return nullptr;
    const DocumentSource& source = *document.source;
    if (!source.bytes.intact() || !has_same_lists(document, source.as_read)) return nullptr;
    std::span<const std::byte> bytes = source.bytes.span();
    Inflated inflated;
    if (is_gzip(bytes)) {
        Result<Inflated> unpacked = inflate_gzip(bytes, document.file, LoadLimits{}.max_inflated_bytes);
        if (!unpacked) return nullptr;
        inflated = std::move(*unpacked);
        bytes = inflated.bytes;
    }
    std::string_view text(reinterpret_cast<const char*>(bytes.data()), bytes.size());
    text = without_bom(text);
    Diagnostics diagnostics;
    vrml::Reporter reporter(diagnostics);
    const Result<vrml::SyntaxTree> tree = vrml::parse_world(text, document.file, reporter, {});
    if (!tree) return nullptr;
    auto facts = std::make_unique<WorldFacts>(collect_world_facts(*tree));
    find_lost_routes(diagnostics, *facts);
    find_displacer_parts(*facts);
    Unclaimed unclaimed(source.as_read);
    for (WorldFacts::Node& node : facts->nodes) {
        unclaimed.claim(node, read_name_of(node));
        const int place = static_cast<int>(&node - facts->nodes.data());
        if (node.index >= 0) facts->made.emplace(std::tuple(node.kind, node.humanoid, node.index), place);
    }
    return facts;
}

}  // namespace vitruvian::check
