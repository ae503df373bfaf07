#include "app/session/check_as_saved.h"

#include "model/document/item.h"
#include "model/edit/command_json.h"
#include "model/formats/load.h"
#include "model/formats/save.h"
#include "model/io/source.h"

#include <algorithm>
#include <array>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

namespace vitruvian {
namespace {

/// nullopt if the document has no file, or saving it would change files beside it.
std::optional<Document> as_saved(const Document& document, const std::atomic<bool>* cancel) {
    if (!document.source) return std::nullopt;
    SaveOptions saving;
    saving.cancel = cancel;
    const Result<EncodedDocument> encoded = encode_document(document, saving);
    if (!encoded || !encoded->side_files.empty()) return std::nullopt;
    LoadOptions loading;
    loading.cancel = cancel;
    Result<Document> read = load_document(encoded->bytes, document.file, document.source->folder, loading);
    return read ? std::optional(std::move(*read)) : std::nullopt;
}

/// Finds the things of one document in another that has them in another order.
class Counterparts {
  public:
    Counterparts(const Document& from, const Document& to) : from_(from), to_(to) {}

    [[nodiscard]] bool are_in_order() const {
        return std::all_of(kinds.begin(), kinds.end(), [this](ItemKind kind) {
            const std::vector<Item> here = items_of(from_, kind);
            return here == items_of(to_, kind) &&
                   std::all_of(here.begin(), here.end(), [this](const Item& item) {
                       return name_of(from_, item) == name_of(to_, item);
                   });
        });
    }

    /// Of several things of one name, the first is that of the first. Of kind none if there is none.
    [[nodiscard]] Item of(const Item& item) const {
        if (item.kind == ItemKind::none || item.kind == ItemKind::bone) return item;
        const std::vector<Item> here = namesakes(from_, item);
        const std::vector<Item> there = namesakes(to_, item);
        const auto place = std::find(here.begin(), here.end(), item) - here.begin();
        return here.size() == there.size() ? there[static_cast<std::size_t>(place)] : Item{};
    }

    [[nodiscard]] std::vector<Command> of(const std::vector<Command>& fix) const {
        if (fix.empty()) return {};
        const std::string text = command_json(Batch{"fix", fix}, from_);
        if (text.find("\"#") != std::string::npos) return {};  // things that have no name of their own
        Result<Command> moved = command_from_json(text, to_);
        Batch* const batch = moved ? std::get_if<Batch>(&moved->edit) : nullptr;
        return batch != nullptr ? std::move(batch->commands) : std::vector<Command>();
    }

  private:
    static constexpr std::array<ItemKind, 9> kinds{ItemKind::humanoid, ItemKind::joint,     ItemKind::segment,
                                                   ItemKind::site,     ItemKind::displacer, ItemKind::mesh,
                                                   ItemKind::clip,     ItemKind::material,  ItemKind::node};

    /// The things of the item's name, itself among them in `from_`.
    [[nodiscard]] std::vector<Item> namesakes(const Document& document, const Item& item) const {
        std::vector<Item> out = items_of(document, item.kind, item.humanoid);
        const std::string name = name_of(from_, item);
        std::erase_if(out, [&](const Item& other) { return name_of(document, other) != name; });
        return out;
    }

    const Document& from_;
    const Document& to_;
};

void bring_to(const Counterparts& counterparts, check::Finding& finding) {
    finding.object.item = counterparts.of(finding.object.item);
    finding.fix = counterparts.of(finding.fix);
    if (finding.clip_index >= 0)
        finding.clip_index = counterparts.of(Item{ItemKind::clip, -1, finding.clip_index}).index;
}

}  // namespace

check::Outcome check_as_saved(const Document& document, const check::Profile& profile,
                              const check::RunOptions& options) {
    const std::optional<Document> saved = as_saved(document, options.cancel);
    if (!saved) return check::run_checks(document, &profile, options);
    check::Outcome out = check::run_checks(*saved, &profile, options);
    const Counterparts counterparts(*saved, document);
    if (counterparts.are_in_order()) return out;
    for (check::Finding& finding : out.findings) bring_to(counterparts, finding);
    for (check::Ignored& ignored : out.ignored) bring_to(counterparts, ignored.finding);
    return out;
}

}  // namespace vitruvian
