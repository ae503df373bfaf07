// Joints' limits and stiffness in glTF files of other figures: what is taken away again leaves nothing behind.
#include "model/edit/command.h"
#include "model/formats/load.h"
#include "model/formats/save.h"
#include "model/io/source.h"
#include "tests/folders.h"

#include <gtest/gtest.h>

#include <stdexcept>
#include <string>
#include <string_view>

namespace vitruvian {
namespace {

Document read_again(const EncodedDocument& saved, const std::string& name) {
    Result<Document> document = load_document(saved.bytes, name, {});
    if (!document) throw std::runtime_error(document.error().text());
    return std::move(*document);
}

Document saved(const Document& document) {
    const Result<EncodedDocument> encoded = encode_document(document, {});
    if (!encoded) throw std::runtime_error(encoded.error().text());
    return read_again(*encoded, document.file);
}

/// boxman.gltf with EXT_skeleton_humanoid, as others write it.
Document declared_figure() {
    Result<Document> boxman = load_document(source_folder() / "tests/data/boxman.gltf");
    if (!boxman) throw std::runtime_error(boxman.error().text());
    SaveOptions options;
    options.format = FileFormat::glb;
    options.humanoid = HumanoidExtension::ext;
    options.anew = true;
    const Result<EncodedDocument> encoded = encode_document(*boxman, options);
    if (!encoded) throw std::runtime_error(encoded.error().text());
    return read_again(*encoded, "declared.glb");
}

std::string text_of(const Document& document) {
    const std::span<const std::byte> bytes = document.source->bytes.span();
    return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

Document edited(Document document, const Command& command) {
    const Result<void> done = apply(command, document);
    EXPECT_TRUE(done) << done.error().text();
    return saved(document);
}

TEST(GltfLimits, ThatAreTakenAwayLeaveTheFileAsItWas) {
    const Document before = declared_figure();
    const Item elbow = joint_item(0, 6);
    const Item knee = joint_item(0, 12);
    const Document one = edited(before, SetJointLimits{elbow, vec3(-1.0F), vec3(1.0F)});
    ASSERT_NE(text_of(one).find("VITRUVIAN_hanim"), std::string::npos);
    const Document two = edited(one, SetJointStiffness{knee, vec3(0.5F)});
    EXPECT_EQ(text_of(edited(two, SetJointStiffness{knee, std::nullopt})), text_of(one));
    const Document none = edited(edited(two, SetJointLimits{elbow, std::nullopt, std::nullopt}),
                                 SetJointStiffness{knee, std::nullopt});
    EXPECT_EQ(text_of(none), text_of(before));
}

}  // namespace
}  // namespace vitruvian
