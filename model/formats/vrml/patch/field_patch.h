// Changes fields of a world's nodes in the file's own text, wherever the value is written: in the node, in
// the PROTO instance that an IS refers to, or nowhere yet. Knows nothing of documents.
#pragma once

#include "model/formats/vrml/patch/added_values.h"
#include "model/formats/vrml/patch/field_text.h"
#include "model/formats/vrml/patch/shared_protos.h"
#include "model/formats/vrml/syntax/text_edits.h"
#include "model/formats/vrml/world/world.h"

#include <map>
#include <set>
#include <string>
#include <tuple>

namespace vitruvian::vrml {

class FieldPatcher {
  public:
    FieldPatcher(World& world, const Environment& root, Encoding encoding, SharedText shared)
        : world_(&world), file_(root.file), encoding_(encoding), shared_(shared) {}

    /// Sets a field. Where the value is in a PROTO with several instances that have to differ, the PROTO gets
    /// an interface field, and this node's instance its own value. Errors: "save-other-file" (the value is in
    /// an Inline or a library), "save-shared" (it is shared and the instances cannot be given different
    /// values), "save-no-place".
    [[nodiscard]] Result<void> set(NodeRef node, std::string_view field, const FieldValue& value);
    /// What a PROTO's default of zeros alone means: a value, or that there is none.
    enum class ZeroDefault { counts, means_none };
    /// Removes a list field, or empties it where it cannot be removed.
    [[nodiscard]] Result<void> clear(NodeRef node, std::string_view field, std::string_view type,
                                     ZeroDefault zeros = ZeroDefault::counts);
    /// Replaces whole words in a field's strings; does nothing where it has none.
    [[nodiscard]] Result<void> replace_word(NodeRef node, std::string_view field, const std::string& word,
                                            const std::string& by);

    /// Returns the edits of all fields that were set. Error: "save-no-place".
    [[nodiscard]] Result<TextEdits> finish();

  private:
    /// Where a value is, or would be added: `field` is null where the node does not have it.
    struct Place {
        NodeRef node;
        std::string name;
        const Field* field = nullptr;
    };
    using Key = std::tuple<ProtoId, NodeId, std::string>;

    [[nodiscard]] Result<Place> find(NodeRef node, std::string_view field);
    [[nodiscard]] bool step_outwards(Place& place, bool& arrived);
    [[nodiscard]] Result<void> write(const Place& place, const FieldValue& value);
    [[nodiscard]] Result<void> overwrite(const Place& place, const FieldValue& value);
    /// Replaces only the numbers that differ, between a common beginning and end. Returns false where that is
    /// not possible.
    [[nodiscard]] bool splice(const std::vector<NumberToken>& tokens, const FieldValue& value);
    [[nodiscard]] bool splice_texts(SourceRange range, const std::vector<std::string>& texts);
    [[nodiscard]] bool append(const std::vector<NumberToken>& tokens, const std::vector<float>& numbers,
                              std::size_t most);
    [[nodiscard]] Result<void> insert(const Place& place, const FieldValue& value);
    [[nodiscard]] Result<void> hoist(const Place& place, const FieldValue& value);
    [[nodiscard]] Result<void> declare(ProtoId proto, std::string_view type, const std::string& name,
                                       const std::string& fallback);
    [[nodiscard]] bool removes_added(const Place& place, const FieldValue& value);
    [[nodiscard]] const InterfaceField* declared_by_body(const Place& place);
    [[nodiscard]] std::string_view declared_type(const Place& place) const;
    [[nodiscard]] tl::unexpected<Error> refuse(NodeRef node, std::string code, std::string message) const;
    [[nodiscard]] std::string_view text() const { return file_->tree.text; }

    World* world_;
    const SourceFile* file_;  // the file that is edited
    Encoding encoding_;
    SharedText shared_;
    TextEdits edits_;
    AddedValues given_;
    std::map<Key, std::string> hoisted_;  // fields that now come from the interface, and their names in it
    std::set<std::pair<ProtoId, std::string>> declared_;
    std::map<std::pair<std::uint64_t, std::string>, FieldValue> inserted_;  // by NodeRef::key and field
};

}  // namespace vitruvian::vrml
