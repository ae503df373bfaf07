// Commands as JSON: round trips of random commands on random rigs with awkward names, and which input is
// rejected where.
#include "model/edit/command_json.h"

#include "model/core/at.h"
#include "model/edit/command_table.h"
#include "model/edit/history.h"
#include "model/edit/script.h"
#include "tests/unit/random_commands.h"
#include "tests/unit/random_rig.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>

namespace vitruvian {
namespace {

using test::Random;
using test::random_command;
using test::random_document;
using testing::HasSubstr;

/// Names that are missing, equal, not UTF-8, or ambiguous; every other rig has two humanoids.
Document awkward_document(std::uint32_t seed) {
    Random random(seed);
    Document document = random_document(seed);
    const std::vector<std::string> names{"",         "l_elbow", "l_elbow", "#1", "#",   "caf\xC3\xA9",
                                         "\xFF\xFE", "a \"b\"", "joint:x", "1",  "a/b", "back\\slash",
                                         "tab\t"};
    const auto any = [&] { return at(names, random.integer(0, static_cast<int>(names.size()) - 1)); };
    for (Node& node : document.nodes) node.name = any();
    for (Segment& segment : document.humanoids[0].segments) segment.name = any();
    for (Displacer& displacer : document.displacers) displacer.name = any();
    if (seed % 2 == 0) document.humanoids.push_back(document.humanoids[0]);
    for (Humanoid& humanoid : document.humanoids) humanoid.name = any();
    return document;
}

TEST(CommandJson, RandomCommandsComeBackToTheLastBit) {
    std::set<std::string_view> seen;
    for (std::uint32_t seed = 0; seed < 120; ++seed) {
        Random random(seed);
        const Document document = awkward_document(seed);
        for (int i = 0; i < 40; ++i) {
            const Command command = random_command(random, document);
            seen.insert(kind_of(command).name);
            const std::string text = command_json(command, document);
            ASSERT_EQ(text.find('\n'), std::string::npos);
            const Result<Command> back = command_from_json(text, document);
            ASSERT_TRUE(back) << text << "\n" << back.error().text();
            ASSERT_EQ(*back, command) << text;
        }
    }
    EXPECT_EQ(seen.size(), command_kinds().size()) << "a command that random_command does not make";
}

TEST(CommandJson, EveryCommandIsDescribed) {
    std::set<std::string_view> names;
    for (const CommandKind& kind : command_kinds()) {
        EXPECT_TRUE(names.insert(kind.name).second) << kind.name;
        EXPECT_EQ(&kind_of(kind.make()), &kind);
        EXPECT_EQ(find_command_kind(kind.name), &kind);
        EXPECT_FALSE(kind.help.empty());
        EXPECT_FALSE(title_of(kind.make(), Document{}).empty() && kind.title != "{title}");
        Command command = kind.make();
        for (const CommandField& field : kind.fields) {
            EXPECT_FALSE(field.help.empty()) << kind.name << " " << field.name;
            const FieldValue value = field.in(command);
            const bool is_item = std::holds_alternative<Item*>(value) ||
                                 std::holds_alternative<std::optional<Item>*>(value) ||
                                 std::holds_alternative<std::vector<Item>*>(value) ||
                                 std::holds_alternative<std::vector<std::pair<Item, float>>*>(value);
            EXPECT_EQ(is_item, !field.kinds.empty()) << kind.name << " " << field.name;
        }
    }
    EXPECT_EQ(find_command_kind("no-such-command"), nullptr);
}

TEST(CommandJson, ItReadsAsTheContractStates) {
    const Document document = random_document(1);
    EXPECT_EQ(
        command_json(SetJointLimits{joint_item(0, 1), std::nullopt, vec3(0.1F, 1.5F, -0.25F)}, document),
        R"({"do":"set-joint-limits","joint":"node2","lower":null,"upper":[0.1,1.5,-0.25]})");
    EXPECT_EQ(command_json(Rename{displacer_item(1), "smile_action"}, document),
              R"({"do":"rename","thing":"displacer","name":"frown","to":"smile_action"})");
    const auto turned = command_from_json(
        R"({"do": "set-joint-rotation", "joint": "#3", "axis": [0, 2, 0], "angle": 1})", document);
    ASSERT_TRUE(turned) << turned.error().text();
    Document changed = document;
    ASSERT_TRUE(apply(*turned, changed));
    const int node = document.humanoids[0].joints[3].node;
    EXPECT_LT(glm::length(at(changed.nodes, node).delta.rotation - axis_angle(vec3(0, 1, 0), 1.0F)), 1e-6F);
}

TEST(CommandJson, BatchesFindWhatTheirOwnCommandsRename) {
    const Document document = random_document(2);
    const std::string text =
        R"({"do":"batch","title":"Mend","commands":[{"do":"rename","thing":"joint","name":"node1","to":"hip"},)"
        R"({"do":"set-joint-stiffness","joint":"hip","stiffness":[0.0,0.5,1.0]}]})";
    const Result<Command> batch = command_from_json(text, document);
    ASSERT_TRUE(batch) << batch.error().text();
    EXPECT_EQ(title_of(*batch, document), "Mend");
    EXPECT_EQ(command_json(*batch, document), text);
    History history(document);
    ASSERT_TRUE(history.execute(*batch));
    EXPECT_EQ(history.present().nodes[1].name, "hip");
    EXPECT_EQ(history.present().humanoids[0].joints[0].stiffness, vec3(0.0F, 0.5F, 1.0F));
    history.undo();
    EXPECT_EQ(history.present().nodes[1].name, "node1");
    EXPECT_FALSE(history.can_undo());
}

TEST(CommandJson, AFailedBatchLeavesNothing) {
    History history(random_document(3));
    const Item joint = joint_item(0, 0);
    const Batch batch{"both", {SetJointStiffness{joint, vec3(1.0F)}, SetJointStiffness{joint, vec3(2.0F)}}};
    const auto before = history.present().humanoids[0].joints[0].stiffness;
    const Result<void> done = history.execute(batch);
    ASSERT_FALSE(done);
    EXPECT_THAT(done.error().message, HasSubstr("Set stiffness of node1"));
    EXPECT_EQ(history.present().humanoids[0].joints[0].stiffness, before);
    EXPECT_FALSE(history.can_undo());
    EXPECT_FALSE(history.execute(Batch{"nothing", {}}));
}

struct Refused {
    const char* text;
    int column;
    const char* says;
};

TEST(CommandJson, ErrorsHaveTheColumn) {
    const Document document = random_document(4);
    const std::vector<Refused> cases{
        {"", 1, "JSON"},
        {"[1]", 1, "\"do\""},
        {R"({"do":"set-joint-limits")", 25, "JSON"},
        {R"({"do":"fly"})", 7, "fly"},
        {R"({"do":"set-joint-stiffness","joint":"node1"})", 1, "stiffness"},
        {R"({"do":"set-joint-stiffness","joint":"nobody","stiffness":null})", 37, "nobody"},
        {R"({"do":"set-joint-stiffness","joint":"#99","stiffness":null})", 37, "99"},
        {R"({"do":"set-joint-stiffness","joint":7,"stiffness":null})", 37, "name"},
        {R"({"do":"set-joint-stiffness","joint":"node1","stiffness":[0, 1]})", 57, "3 numbers"},
        {R"({"do":"set-joint-stiffness","joint":"node1","stiffness":[0, 1, "x"]})", 64, "number"},
        {R"({"do":"set-joint-stiffness", "humanoid":"nobody","joint":"node1","stiffness":null})", 41,
         "nobody"},
        {R"({"do":"set-joint-stiffness","joint":"node1","stifness":null,"stiffness":null})", 56, "stifness"},
        {R"({"do":"set-displacer-weight","displacer":"smile","weight":1e39})", 59, "large"},
        {R"({"do":"set-joint-stiffness","joint":"node1","joint":"node2","stiffness":null})", 45, "already"},
        {R"({"do":"set-joint-stiffness","joint":"node1","jo\u0069nt":"node2","stiffness":null})", 45,
         "already"},
        {R"({"do":"rename","name":"node1","to":"x"})", 1, "thing"},
        {R"({"do":"rename","thing":"mountain","name":"node1","to":"x"})", 24, "joint"},
        {R"({"do":"batch","title":"t","commands":[{"do":"set-joint-stiffness","joint":"node1","stiffness":[2,2,2]}]})",
         39, "between"},
    };
    for (const Refused& c : cases) {
        const Result<Command> command = command_from_json(c.text, document);
        ASSERT_FALSE(command) << c.text;
        EXPECT_EQ(command.error().where.line, 1) << c.text;
        EXPECT_EQ(command.error().where.column, c.column) << c.text << " " << command.error().message;
        EXPECT_THAT(command.error().message, HasSubstr(c.says)) << c.text;
    }
    std::string deep;
    for (int i = 0; i < 1000; ++i) deep += R"({"do":"batch","title":"","commands":[)";
    for (int i = 0; i < 1000; ++i) deep += "]}";
    EXPECT_FALSE(command_from_json(deep, document));
}

TEST(Script, RunsAllOrNothing) {
    Document document = random_document(5);
    const std::string good =
        "\xEF\xBB\xBF\n{\"do\":\"rename\",\"thing\":\"joint\",\"name\":\"node1\",\"to\":\"hip\"}\r\n"
        "  \n{\"do\":\"set-joint-stiffness\",\"joint\":\"hip\",\"stiffness\":[1,1,1]}";
    const auto steps = run_script(good, "edits.jsonl", document);
    ASSERT_TRUE(steps) << steps.error().text();
    ASSERT_EQ(steps->size(), 2U);
    EXPECT_EQ((*steps)[1].line, 4);
    EXPECT_EQ((*steps)[1].title, "Set stiffness of hip");
    EXPECT_EQ(document.humanoids[0].joints[0].stiffness, vec3(1.0F));

    const auto fails = [&](const std::string& last, const std::string& where) {
        const auto failed =
            run_script("{\"do\":\"set-joint-stiffness\",\"joint\":\"hip\",\"stiffness\":[0,0,0]}\n" + last,
                       "edits.jsonl", document);
        ASSERT_FALSE(failed);
        EXPECT_EQ(failed.error().where.text(), where) << failed.error().message;
        EXPECT_EQ(document.humanoids[0].joints[0].stiffness, vec3(1.0F)) << "nothing was to be done";
    };
    fails("  {\"do\":\"set-joint-stiffness\",\"joint\":\"hip\",\"stiffness\":[0,0,7]}", "edits.jsonl:2:3");
    fails("{\"do\":\"set-joint-stiffness\",\"joint\":\"hop\",\"stiffness\":[0,0,7]}", "edits.jsonl:2:37");
    fails("\n{\"do\" \"rename\"}", "edits.jsonl:3:14");
}

}  // namespace
}  // namespace vitruvian
