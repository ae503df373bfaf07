// Saving a world in its own encoding: only edits change, and the edited document is read back.
#include "model/core/at.h"
#include "model/edit/command.h"
#include "model/formats/load.h"
#include "model/formats/save.h"
#include "model/io/gzip.h"
#include "model/io/source.h"
#include "tests/folders.h"
#include "tests/unit/document_equality.h"
#include "tests/unit/random_rig.h"
#include "tests/unit/read_text.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <sstream>

namespace vitruvian::test {
namespace {

namespace fs = std::filesystem;

std::string text_of(const fs::path& path) {
    std::ifstream in(path, std::ios::binary);
    std::stringstream all;
    all << in.rdbuf();
    return all.str();
}

std::string text_of(std::span<const std::byte> bytes) {
    return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

std::vector<fs::path> worlds() {
    std::vector<fs::path> out{source_folder() / "assets/manikin/manikin.wrl",
                              source_folder() / "tests/data/boxman.wrl"};
    std::error_code error;
    for (const char* folder : {"hanim", "torture"}) {
        fs::recursive_directory_iterator at(shared_folder() / "corpus" / folder, error);
        for (; !error && at != fs::recursive_directory_iterator(); at.increment(error)) {
            const FileFormat format = format_for_path(at->path());
            const bool world = format == FileFormat::vrml97 || format == FileFormat::x3d_classic ||
                               format == FileFormat::x3d_xml || format == FileFormat::x3d_json;
            if (world) out.push_back(at->path());
        }
    }
    std::sort(out.begin(), out.end());
    return out;
}

/// The text after `commands`.
std::string edited(const std::string& text, const std::vector<Command>& commands,
                   const Agreement& agreement = {}) {
    Document document = read_text(text);
    for (const Command& command : commands) {
        const Result<void> done = apply(command, document);
        if (!done) return "edit: " + done.error().text();
    }
    const Result<EncodedDocument> encoded = encode_document(document, {});
    if (!encoded) return encoded.error().code + ": " + encoded.error().text();
    const Document again = read_text(text_of(encoded->bytes));
    if (const auto wrong = difference(again, document, agreement)) return "differs: " + *wrong;
    return text_of(encoded->bytes);
}

/// How many of `before`'s lines are not, in order, in `after`.
std::size_t lost_lines(const std::string& before, const std::string& after) {
    const auto lines = [](const std::string& text) {
        std::vector<std::string> out;
        std::stringstream in(text);
        for (std::string line; std::getline(in, line);) out.push_back(line);
        return out;
    };
    const std::vector<std::string> a = lines(before);
    const std::vector<std::string> b = lines(after);
    std::size_t lost = 0;
    std::size_t j = 0;
    for (const std::string& line : a) {
        const auto from = b.begin() + static_cast<std::ptrdiff_t>(std::min(j, b.size()));
        const auto until = b.begin() + static_cast<std::ptrdiff_t>(std::min(j + 12, b.size()));
        const auto found = std::find(from, until, line);
        if (found == until) {
            ++lost;
        } else {
            j = static_cast<std::size_t>(found - b.begin()) + 1;
        }
    }
    return lost;
}

TEST(WorldPatch, AnglesGoIntoTheFileInItsOwnUnit) {
    const std::string text =
        "#X3D V3.3 utf8\nPROFILE Immersive\nUNIT angle degree 0.017453292519943295\nHAnimHumanoid { name "
        "\"f\" version \"2.0\" skeleton HAnimJoint { name \"humanoid_root\" rotation 0 1 0 45 llimit [ -90 0 "
        "0 ] ulimit [ 90 0 0 ] } }\n";
    const Item root = joint_item(0, 0);
    const float quarter = glm::radians(90.0F);
    const std::string turned = edited(text, {SetJointRotation{root, axis_angle({0, 1, 0}, quarter)}});
    EXPECT_NE(turned.find("rotation 0 1 0 9"), std::string::npos) << turned;
    const std::string limited =
        edited(text, {SetJointLimits{root, vec3(-quarter / 2.0F, 0, 0), vec3(quarter, 0, 0)}});
    EXPECT_NE(limited.find("llimit [ -45"), std::string::npos) << limited;
    EXPECT_NE(limited.find("ulimit [ 90"), std::string::npos) << limited;
}

TEST(WorldPatch, ATransformThatIsAJointTurnsInPlaceAndElseBecomesAJoint) {
    const std::string text =
        "#VRML V2.0 utf8\nDEF hanim_HumanoidRoot Transform { center 0 1 0 children DEF hanim_l_hip Transform "
        "{ "
        "center 0.1 0.9 0 rotation 0 0 1 0.1 } }\n";
    const Item hip = joint_item(0, 1);
    const std::string turned = edited(text, {SetJointRotation{hip, axis_angle({0, 0, 1}, 0.5F)}});
    EXPECT_NE(turned.find("center 0.1 0.9 0 rotation 0 0 1 0.5"), std::string::npos) << turned;
    Agreement agreement;
    agreement.humanoid_data = false;
    const std::string named = edited(text, {Rename{joint_item(0, 1), "r_hip"}}, agreement);
    EXPECT_NE(named.find("Joint {"), std::string::npos) << named;
    EXPECT_NE(named.find("\"r_hip\""), std::string::npos) << named;
    const std::string limited = edited(text, {SetJointLimits{hip, vec3(-1, 0, 0), vec3(1, 0, 0)}}, agreement);
    EXPECT_NE(limited.find("llimit"), std::string::npos) << limited;
}

TEST(WorldPatch, AnUneditedWorldSavesToItsOwnBytes) {
    std::size_t read = 0;
    for (const fs::path& path : worlds()) {
        const Result<Document> document = load_document(path);
        if (!document) continue;
        ++read;
        const Result<EncodedDocument> encoded = encode_document(*document, {});
        ASSERT_TRUE(encoded) << path << encoded.error().text();
        EXPECT_TRUE(text_of(encoded->bytes) == text_of(path)) << path;
        EXPECT_TRUE(encoded->notes.empty()) << path;
    }
    EXPECT_GE(read, 2U);
}

/// A command that is valid for the document.
Command random_command(Random& random, const Document& document, int number) {
    const int h = random.integer(0, static_cast<int>(document.humanoids.size()) - 1);
    const Humanoid& humanoid = at(document.humanoids, h);
    const auto any = [&](std::size_t size) { return random.integer(0, static_cast<int>(size) - 1); };
    const Item joint = joint_item(h, any(humanoid.joints.size()));
    const std::string name = fmt::format("re \"named\" {} \\ <&'é", number);
    switch (random.integer(0, 9)) {
        case 0:
        case 1: {
            const vec3 lower = random.vector(-3.0F, -0.1F);
            return SetJointLimits{joint, lower, lower + random.vector(0.1F, 3.0F)};
        }
        case 2:
            return SetJointLimits{joint, std::nullopt, std::nullopt};
        case 3:
            return SetJointStiffness{
                joint, random.chance(0.7F) ? std::optional(random.vector(0.0F, 1.0F)) : std::nullopt};
        case 4:
            return SetJointRotation{joint, random.rotation()};
        case 5: {
            const Joint& moved = at(humanoid.joints, joint.index);
            return SetJointCentre{joint, moved.centre + random.vector(-0.05F, 0.05F)};
        }
        case 6:
            return Rename{joint_item(h, joint.index), fmt::format("joint_{}", number)};
        case 7:
            if (humanoid.segments.empty()) return Rename{{ItemKind::humanoid, -1, h}, name};
            return Rename{{ItemKind::segment, h, any(humanoid.segments.size())}, name};
        case 8:
            if (humanoid.sites.empty()) return Rename{{ItemKind::humanoid, -1, h}, name};
            return Rename{{ItemKind::site, h, any(humanoid.sites.size())}, name};
        default:
            if (document.displacers.empty()) return Rename{{ItemKind::humanoid, -1, h}, name};
            return SetDisplacerWeight{displacer_item(any(document.displacers.size())),
                                      random.real(0.0F, 1.0F)};
    }
}

TEST(WorldPatch, RandomEditsSurviveAndNothingElseChanges) {
    std::size_t saved = 0;
    for (const fs::path& path : worlds()) {
        const Result<Document> document = load_document(path);
        if (!document || document->humanoids.empty() || document->humanoids[0].joints.empty()) continue;
        const std::size_t size = document->source->bytes.size();
        const std::uint32_t rounds = size < 100'000 ? 4 : (size < 1'000'000 ? 2 : 1);
        for (std::uint32_t seed = 1; seed <= rounds; ++seed) {
            Random random(seed * 977 + static_cast<std::uint32_t>(saved));
            Document changed = *document;
            std::size_t edits = 0;
            std::string done;
            Agreement agreement;
            for (int i = 0; i < 6; ++i) {
                const Command command = random_command(random, changed, i);
                if (!apply(command, changed)) continue;
                done += title_of(command, changed) + "; ";
                // A moved centre does not change a clip's keys, which a robot's file cannot store; and what
                // rotates its joints is their placement.
                if (std::holds_alternative<SetJointCentre>(command.edit)) agreement.clips = false;
                if (std::holds_alternative<SetJointRotation>(command.edit) &&
                    path.string().find("robots") != std::string::npos)
                    agreement.rest = false;
                ++edits;
            }
            const Result<EncodedDocument> encoded = encode_document(changed, {});
            if (!encoded) {
                const std::string& code = encoded.error().code;
                EXPECT_TRUE(code == "save-shared" || code == "save-not-exact" || code == "save-other-file" ||
                            code == "save-structure")
                    << code;
                ADD_FAILURE() << path << " " << done << "\n" << encoded.error().text();
                continue;
            }
            ++saved;
            const Result<Document> again = load_document(encoded->bytes, path.string(), path.parent_path());
            ASSERT_TRUE(again) << path << again.error().text();
            EXPECT_EQ(difference(*again, changed, agreement), std::nullopt) << path << " " << done;
            const std::string before = text_of(path);
            if (before.starts_with("\x1F\x8B")) {
                EXPECT_TRUE(is_gzip(encoded->bytes));
                continue;
            }
            EXPECT_LE(lost_lines(before, text_of(encoded->bytes)), 4 * edits) << path << " " << done;
        }
    }
    EXPECT_GE(saved, 4U);
}

const std::string head = "#VRML V2.0 utf8\n";

TEST(WorldPatch, OnlyTheNumbersThatChangedAreReplaced) {
    const std::string text = head +
                             "DEF h Humanoid { name \"h\" humanoidBody [\n"
                             "  DEF hanim_l_elbow Joint { # bends\n"
                             "    llimit [ -1.570, 0, # comment\n 0 ] ulimit [ 1e0 0.50 0 ] }\n] }\n";
    const std::string expected = head +
                                 "DEF h Humanoid { name \"h\" humanoidBody [\n"
                                 "  DEF hanim_l_elbow Joint { # bends\n"
                                 "    llimit [ -1.570, -0.1, # comment\n 0 ] ulimit [ 1e0 0.75 0 ] }\n] }\n";
    EXPECT_EQ(
        edited(text, {SetJointLimits{joint_item(0, 0), vec3(-1.57F, -0.1F, 0.0F), vec3(1.0F, 0.75F, 0.0F)}}),
        expected);
}

TEST(WorldPatch, FieldsComeAndGoInTheFilesOwnLayout) {
    const std::string text =
        head +
        "Humanoid { name \"h\"\r\n  humanoidBody [\r\n\tJoint {\r\n\t\tname \"a\"\r\n\t\t"
        "stiffness [ 1 1 1 ]\r\n\t\tcenter 0 1 0\r\n\t}\r\n  Joint { }\r\n ] }";
    const std::string expected =
        head +
        "Humanoid { name \"h\"\r\n  humanoidBody [\r\n\tJoint {\r\n\t\tllimit [ -1 -1 -1 ]\r\n\t\tulimit [ 1 "
        "0.1 1 ]\r\n\t\tname \"a\"\r\n\t\tcenter 0 1 0\r\n\t}\r\n  Joint { name \"b\" }\r\n ] }";
    EXPECT_EQ(
        edited(text, {SetJointLimits{joint_item(0, 0), vec3(-1.0F), vec3(1.0F, 0.1F, 1.0F)},
                      SetJointStiffness{joint_item(0, 0), std::nullopt}, Rename{joint_item(0, 1), "b"}}),
        expected);
}

TEST(WorldPatch, ANameThatWasADefGetsAFieldAndUsesStay) {
    const std::string text =
        head +
        "DEF hanim_h Humanoid { humanoidBody DEF hanim_l_hip Joint { rotation 0 0 1 0 }\n"
        "joints [ USE hanim_l_hip ] }\n"
        "DEF T TimeSensor { } DEF I OrientationInterpolator { key [ 0 1 ] keyValue [ 0 0 1 0 0 0 1 1 ] }\n"
        "ROUTE T.fraction_changed TO I.set_fraction ROUTE I.value_changed TO hanim_l_hip.rotation\n";
    std::string expected = text;
    expected.replace(expected.find("rotation 0 0 1 0 }"), 0, "name \"l_\\\"hip\\\\\" ");
    EXPECT_EQ(edited(text, {Rename{joint_item(0, 0), "l_\"hip\\"}}), expected);
}

TEST(WorldPatch, AValueThatAnInstanceSetsThroughIsChangesThere) {
    const std::string text =
        head +
        "PROTO Limb [ field SFString called \"x\" field SFVec3f pivot 0 0 0 exposedField MFNode "
        "children [ ] ] { Joint { name IS called center IS pivot children IS children } }\n"
        "Humanoid { name \"h\" humanoidBody Limb { called \"a\" pivot 0 1 0 children Limb { called \"b\" "
        "pivot 0 2 0 } } }\n";
    std::string expected = text;
    expected.replace(expected.find("0 2 0"), 5, "0 2.5 0");
    expected.replace(expected.find("\"a\""), 3, "\"c\"");
    EXPECT_EQ(edited(text, {SetJointCentre{joint_item(0, 1), vec3(0.0F, 2.5F, 0.0F)},
                            Rename{joint_item(0, 0), "c"}}),
              expected);
}

TEST(WorldPatch, AValueThatInstancesShareBecomesTheirOwn) {
    const std::string text =
        head +
        "PROTO Limb [ field SFString called \"x\" exposedField MFNode children [ ] ] {\n"
        "  Joint { name IS called llimit [ -1 -1 -1 ] ulimit [ 1 1 1 ] children IS children } }\n"
        "Humanoid { name \"h\" humanoidBody Limb { called \"a\" children Limb { called \"b\" } } }\n";
    const std::string out =
        edited(text, {SetJointLimits{joint_item(0, 1), vec3(-1.0F, -0.5F, -1.0F), vec3(1.0F)},
                      SetJointStiffness{joint_item(0, 0), vec3(0.5F)}});
    EXPECT_NE(out.find("exposedField MFFloat llimit [ -1 -1 -1 ] "), std::string::npos) << out;
    EXPECT_NE(out.find("llimit IS llimit ulimit [ 1 1 1 ]"), std::string::npos) << out;
    EXPECT_NE(out.find("exposedField MFFloat stiffness [ ] "), std::string::npos) << out;
    EXPECT_NE(out.find("Limb { llimit [ -1 -0.5 -1 ] called \"b\" }"), std::string::npos) << out;
}

TEST(WorldPatch, AProtoWithoutTheFieldGetsIt) {
    const std::string text = head +
                             "PROTO Joint [ exposedField SFVec3f center 0 0 0 exposedField SFString name "
                             "\"\" ] { Transform { } }\n"
                             "PROTO Humanoid [ exposedField MFNode humanoidBody [ ] exposedField SFString "
                             "name \"\" ] { Group { } }\n"
                             "Humanoid { name \"h\" humanoidBody Joint { name \"a\" } }\n";
    const std::string out = edited(text, {SetJointStiffness{joint_item(0, 0), vec3(0.5F, 0.0F, 1.0F)}});
    EXPECT_NE(out.find("PROTO Joint [ exposedField MFFloat stiffness [ ] exposedField SFVec3f center"),
              std::string::npos)
        << out;
    EXPECT_NE(out.find("Joint { stiffness [ 0.5 0 1 ] name \"a\" }"), std::string::npos) << out;
}

TEST(WorldPatch, StiffnessThatIsTakenAwayLeavesTheFileAsItWas) {
    const std::string text =
        head +
        "PROTO Joint [ exposedField MFFloat stiffness [ 0 0 0 ] exposedField SFString name \"\" ] {\n"
        "  Transform { } }\n"
        "PROTO Humanoid [ exposedField MFNode humanoidBody [ ] exposedField SFString name \"\" ] { Group { } "
        "}\n"
        "Humanoid { name \"h\" humanoidBody Joint { name \"a\" } }\n";
    const std::string stiff = edited(text, {SetJointStiffness{joint_item(0, 0), vec3(0.5F)}});
    EXPECT_NE(stiff, text);
    EXPECT_EQ(edited(stiff, {SetJointStiffness{joint_item(0, 0), std::nullopt}}), text);
}

TEST(WorldPatch, LimitsThatAProtoGivesByDefaultCanBeTakenAway) {
    const std::string text =
        head +
        "PROTO Joint [ exposedField MFFloat llimit [ -1 -1 -1 ] exposedField MFFloat ulimit [ 1 1 1 ] "
        "exposedField SFString name \"\" ] { Transform { } }\n"
        "Humanoid { name \"h\" humanoidBody Joint { name \"a\" } }\n";
    const std::string out = edited(text, {SetJointLimits{joint_item(0, 0), std::nullopt, std::nullopt}});
    EXPECT_NE(out.find("Joint { llimit [ ] ulimit [ ] name \"a\" }"), std::string::npos) << out;
}

TEST(WorldPatch, ARobotsLimitsStayOneValueAboutItsAxis) {
    const std::string joint =
        "Joint { jointAxis \"Z\" name \"b\" translation 0 1 0 rotation 1 0 0 0.5 llimit [ -1 ] "
        "ulimit [ 1 ] }";
    const std::string text =
        head + "Humanoid { name \"r\" humanoidBody Joint { name \"a\" translation 0 1 0 children " + joint +
        " } }\n";
    std::string expected = text;
    expected.replace(expected.find("[ -1 ]"), 6, "[ -0.5 ]");
    EXPECT_EQ(
        edited(text, {SetJointLimits{joint_item(0, 1), vec3(0.0F, 0.0F, -0.5F), vec3(0.0F, 0.0F, 1.0F)}}),
        expected);
    const std::string turned = edited(
        text, {SetJointRotation{joint_item(0, 1), axis_angle({0.0F, 1.0F, 0.0F}, 0.25F)}}, {.rest = false});
    EXPECT_TRUE(turned.starts_with("#VRML")) << turned;
}

TEST(WorldPatch, XmlAttributesAreChangedInPlace) {
    const std::string text =
        "<?xml version=\"1.0\"?>\r\n<X3D profile='Immersive'><Scene>\r\n  <!-- stays -->\r\n"
        "  <HAnimHumanoid name=\"h\" DEF='hanim_H'>\r\n    <HAnimJoint DEF=\"hanim_hip\" name=\"hip\"\r\n"
        "        center='0 1  0' stiffness='1 1 1' containerField='skeleton'>\r\n"
        "      <HAnimJoint name='leg'/></HAnimJoint>\r\n    <HAnimJoint USE='hanim_hip' "
        "containerField='joints'/>\r\n"
        "  </HAnimHumanoid></Scene></X3D>\r\n";
    std::string expected = text;
    expected.replace(expected.find("\"hip\""), 5, "\"a&lt;b&quot;\"");
    expected.replace(expected.find("0 1  0"), 6, "0 1.25  0");
    expected.erase(expected.find(" stiffness='1 1 1'"), 18);
    expected.replace(expected.find("<HAnimJoint name='leg'"), 11,
                     "<HAnimJoint llimit='-1 -1 -1' ulimit='1 1 1'");
    EXPECT_EQ(edited(text, {Rename{joint_item(0, 0), "a<b\""},
                            SetJointCentre{joint_item(0, 0), vec3(0.0F, 1.25F, 0.0F)},
                            SetJointStiffness{joint_item(0, 0), std::nullopt},
                            SetJointLimits{joint_item(0, 1), vec3(-1.0F), vec3(1.0F)}}),
              expected);
}

TEST(WorldPatch, JsonValuesAreChangedInPlace) {
    const std::string text =
        "{ \"X3D\": { \"@profile\": \"Full\",\n \"Scene\": { \"-children\": [\n"
        "  { \"HAnimHumanoid\": { \"@name\": \"h\", \"-skeleton\": [\n"
        "     { \"HAnimJoint\": {\n        \"@name\":\"hip\",\n        \"@center\":[0.0, 1.50 ,0],\n"
        "        \"@stiffness\": [1,1,1],\n"
        "        \"-children\": [ {\"HAnimJoint\":{\"@name\" : \"leg\"} } ] } } ] } } ] } } }\n";
    std::string expected = text;
    expected.replace(expected.find("1.50"), 4, "1.25");
    const std::string stiffness = "\"@stiffness\": [1,1,1],\n        ";
    expected.erase(expected.find(stiffness), stiffness.size());
    expected.replace(expected.find("\"leg\""), 5, "\"l\\\"\"");
    expected.insert(expected.find("\"@name\":\"hip\""), "\"@ulimit\": [1, 1, 1],\n        ");
    expected.insert(expected.find("\"@ulimit\""), "\"@llimit\": [-1, -1, -1],\n        ");
    EXPECT_EQ(edited(text, {Rename{joint_item(0, 1), "l\""},
                            SetJointCentre{joint_item(0, 0), vec3(0.0F, 1.25F, 0.0F)},
                            SetJointStiffness{joint_item(0, 0), std::nullopt},
                            SetJointLimits{joint_item(0, 0), vec3(-1.0F), vec3(1.0F)}}),
              expected);
}

TEST(WorldPatch, JsonMembersComeAndGo) {
    const auto figure = [](const std::string& limits) {
        return "{ \"X3D\": { \"Scene\": { \"-children\": [ { \"HAnimHumanoid\": { \"@name\": \"h\", "
               "\"-skeleton\": [\n"
               "  { \"HAnimJoint\": { \"@name\": \"hip\"" +
               limits + " } } ] } } ] } } }\n";
    };
    const SetJointStiffness no_stiffness{joint_item(0, 0), std::nullopt};
    const SetJointLimits no_limits{joint_item(0, 0), std::nullopt, std::nullopt};
    EXPECT_EQ(edited(figure(",\n    \"@stiffness\": [1, 1, 1]"), {no_stiffness}), figure(""));
    EXPECT_EQ(edited(figure(", \"@stiffness\": [1, 1, 1], \"@center\": [0, 1, 0]"), {no_stiffness}),
              figure(", \"@center\": [0, 1, 0]"));
    // Where both are the last, one of them is kept, without numbers.
    EXPECT_EQ(edited(figure(", \"@llimit\": [0, 0, 0], \"@ulimit\": [1, 1, 1]"), {no_limits}).find('1'),
              std::string::npos);
}

TEST(WorldPatch, ProtoInstancesInXmlGetFieldValues) {
    const std::string proto =
        "<ProtoDeclare name='Joint'><ProtoInterface><field name='name' type='SFString' "
        "accessType='inputOutput'/>"
        "<field name='children' type='MFNode' "
        "accessType='inputOutput'/></ProtoInterface><ProtoBody><Transform/>"
        "</ProtoBody></ProtoDeclare>";
    const std::string text = "<X3D><Scene>" + proto +
                             "<HAnimHumanoid name='h'><ProtoInstance name='Joint' containerField='skeleton'>"
                             "<fieldValue name='name' value='a'/></ProtoInstance>"
                             "<ProtoInstance name='Joint' containerField='skeleton' DEF='hanim_b'/>"
                             "</HAnimHumanoid></Scene></X3D>";
    std::string expected = text;
    expected.replace(expected.find("value='a'"), 9, "value='c'");
    expected.replace(expected.find("DEF='hanim_b'/>"), 15,
                     "DEF='hanim_b'><fieldValue name='name' value='d'/></ProtoInstance>");
    EXPECT_EQ(edited(text, {Rename{joint_item(0, 0), "c"}, Rename{joint_item(0, 1), "d"}}), expected);
}

TEST(WorldPatch, MotionsFollowARenamedJoint) {
    const std::string text =
        "<X3D><Scene><HAnimHumanoid name='h'><HAnimJoint name='hip' containerField='skeleton'><HAnimJoint "
        "name='l_hip'/></HAnimJoint><HAnimMotion name='m' joints='hip, l_hip' channels='3 Xrotation "
        "Yrotation Zrotation "
        "3 Xrotation Yrotation Zrotation' values='0 0 0 0 0 0 10 20 30 40 50 "
        "60'/></HAnimHumanoid></Scene></X3D>";
    std::string expected = text;
    expected.replace(expected.find("'hip'"), 5, "'root'");
    expected.replace(expected.find("'hip, l_hip'"), 12, "'root, l_hip'");
    EXPECT_EQ(edited(text, {Rename{joint_item(0, 0), "root"}}), expected);
}

TEST(WorldPatch, MarkAndCompressionStay) {
    const std::string plain =
        "\xEF\xBB\xBF" + head + "Humanoid { name \"h\" humanoidBody Joint { name \"a\" } }\n";
    const std::string out = edited(plain, {Rename{joint_item(0, 0), "b"}});
    std::string expected = plain;
    expected.replace(expected.find("\"a\""), 3, "\"b\"");
    EXPECT_EQ(out, expected);

    const std::string packed = text_of(deflate_gzip(std::as_bytes(std::span(plain))));
    const std::string again = edited(packed, {Rename{joint_item(0, 0), "b"}});
    ASSERT_TRUE(again.starts_with("\x1F\x8B")) << again;
    const Result<Inflated> inflated = inflate_gzip(std::as_bytes(std::span(again)), "t", 1'000'000);
    ASSERT_TRUE(inflated);
    EXPECT_EQ(text_of(inflated->bytes), expected);
}

TEST(WorldPatch, AnEditThatLivesInAnotherFileIsRefused) {
    const fs::path folder = fs::path(testing::TempDir()) / "world_patch_inline";
    fs::create_directories(folder);
    std::ofstream(folder / "arm.wrl") << head << "Joint { name \"arm\" }\n";
    std::ofstream(folder / "main.wrl")
        << head
        << "Humanoid { name \"h\" humanoidBody [ Joint { name \"a\" } Inline { url \"arm.wrl\" } ] }\n";
    Result<Document> document = load_document(folder / "main.wrl");
    ASSERT_TRUE(document);
    ASSERT_EQ(document->humanoids[0].joints.size(), 2U);
    ASSERT_TRUE(apply(SetJointStiffness{joint_item(0, 1), vec3(1.0F)}, *document));
    const Result<EncodedDocument> encoded = encode_document(*document, {});
    ASSERT_FALSE(encoded);
    EXPECT_EQ(encoded.error().code, "save-other-file");
    EXPECT_NE(encoded.error().message.find("arm.wrl"), std::string::npos);
    ASSERT_TRUE(apply(AddJoint{"hand", joint_item(0, 1), vec3(0.0F)}, *document));
    const Result<SavedDocument> own = save_document(*document, folder / "main.wrl");
    ASSERT_FALSE(own);
    EXPECT_EQ(own.error().code, "save-other-file");
    EXPECT_NE(own.error().message.find("arm.wrl"), std::string::npos);
    EXPECT_NE(text_of(folder / "main.wrl").find("Inline"), std::string::npos);
    // Under another name everything is in one file.
    const Result<SavedDocument> other = save_document(*document, folder / "other.wrl");
    ASSERT_TRUE(other) << other.error().text();
    EXPECT_EQ(text_of(folder / "other.wrl").find("Inline"), std::string::npos);
    EXPECT_EQ(other->notes.list().front().code, "save-anew");
    EXPECT_NE(other->notes.list().front().message.find("arm.wrl"), std::string::npos);
}

TEST(WorldPatch, AMappedFileThatWasShortenedIsAnErrorAndNoCrash) {
    const fs::path path = fs::path(testing::TempDir()) / "world_patch_mapped.wrl";
    {
        std::ofstream out(path, std::ios::binary);
        out << head << "Humanoid { name \"h\" humanoidBody Joint { name \"a\" } }\n";
        const std::string comment(1 << 16, '#');
        for (int i = 0; i < 300; ++i) out << comment << '\n';
    }
    Result<Document> document = load_document(path);
    ASSERT_TRUE(document);
    EXPECT_TRUE(document->source->bytes.intact());
    fs::resize_file(path, 100);
    const Result<EncodedDocument> encoded = encode_document(*document, {});
    ASSERT_FALSE(encoded);
    EXPECT_EQ(encoded.error().code, "source-changed");
}

TEST(WorldPatch, AnotherFilesSaveDoesNotDisturb) {
    const fs::path path = fs::path(testing::TempDir()) / "world_patch_saved.wrl";
    const std::string text = head + "Humanoid { name \"h\" humanoidBody Joint { name \"a\" } }\n";
    std::ofstream(path, std::ios::binary) << text;
    Result<Document> document = load_document(path);
    ASSERT_TRUE(document);
    ASSERT_TRUE(apply(Rename{joint_item(0, 0), "b"}, *document));
    const Result<SavedDocument> first = save_document(*document, path);
    ASSERT_TRUE(first) << first.error().text();
    ASSERT_TRUE(apply(Rename{joint_item(0, 0), "c"}, *document));
    EXPECT_EQ(save_document(*document, path).error().code, "file-changed") << "it is not as it was read";
    SaveOptions again;
    again.replaces = first->files.front().stamp;
    const Result<SavedDocument> saved = save_document(*document, path, again);
    ASSERT_TRUE(saved) << saved.error().text();
    std::string expected = text;
    expected.replace(expected.find("\"a\""), 3, "\"c\"");
    EXPECT_EQ(text_of(path), expected);
    ASSERT_TRUE(save_document(*document, fs::path(path).concat(".gz")));
    EXPECT_TRUE(text_of(fs::path(path).concat(".gz")).starts_with("\x1F\x8B"));
}

}  // namespace
}  // namespace vitruvian::test
