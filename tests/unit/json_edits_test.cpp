// Edits of JSON text: what they change, and that they change nothing else.
#include "model/formats/gltf/patch/json_edits.h"

#include "model/core/at.h"
#include "tests/unit/random_rig.h"

#include <gtest/gtest.h>

namespace vitruvian {
namespace {

using gltf::JsonEdits;
using gltf::OrderedJson;

TEST(JsonEdits, ChangeOnlyWhatTheyName) {
    JsonEdits edits;
    edits.set("/b/1/name", "new");
    EXPECT_EQ(edits.apply(R"( {"a" : 1.50, "b":[ {}, {"x":[], "name" : "old" ,"y":"]}\"" } ] } )"),
              R"( {"a" : 1.50, "b":[ {}, {"x":[], "name" : "new" ,"y":"]}\"" } ] } )");
    EXPECT_EQ(JsonEdits().apply("{ }"), "{ }");
}

TEST(JsonEdits, ReplacedListsKeepTheirLayoutAndWhatIsEqual) {
    JsonEdits edits;
    edits.set("/a", {1, 2.5, 3});
    edits.set("/b", {{"x", 1.0F}, {"y", {0.1F, "new"}}});
    edits.set("/c", {1, 2});
    EXPECT_EQ(edits.apply(
                  "{\"a\": [ 1.00,\n  2, 3e0 ], \"b\":{ \"x\" : 1 ,\"y\": [0.10, \"old\"] }, \"c\": [ 1 ]}"),
              "{\"a\": [ 1.00,\n  2.5, 3e0 ], \"b\":{ \"x\" : 1 ,\"y\": [0.10, \"new\"] }, \"c\": [1,2]}");
}

TEST(JsonEdits, AddWhereNothingIs) {
    JsonEdits edits;
    edits.set("/a/b/c", 1);
    edits.append("/list", "x");
    edits.append("/list", 2);
    EXPECT_EQ(edits.apply("{}"), R"({"a":{"b":{"c":1}},"list":["x",2]})");
    EXPECT_EQ(edits.apply("{\n  \"a\": {},\n  \"list\": [\n    1\n  ]\n}"),
              "{\n  \"a\": {\"b\":{\"c\":1}},\n  \"list\": [\n    1,\n    \"x\",\n    2\n  ]\n}");
}

TEST(JsonEdits, PutAMissingMemberInTheOrderOfTheOthers) {
    JsonEdits edits;
    edits.set_in_order("/o/b", 1, {"a", "b", "c"});
    EXPECT_EQ(edits.apply(R"({"o":{"a":0, "c":2}})"), R"({"o":{"a":0, "b":1, "c":2}})");
    EXPECT_EQ(edits.apply(R"({"o":{ "c":2, "z":3 }})"), R"({"o":{ "b":1, "c":2, "z":3 }})");
    EXPECT_EQ(edits.apply(R"({"o":{"c":2, "a":0}})"), R"({"o":{"c":2, "a":0, "b":1}})");
    EXPECT_EQ(edits.apply(R"({"o":{"a":0, "b":5, "c":2}})"), R"({"o":{"a":0, "b":1, "c":2}})");
    EXPECT_EQ(edits.apply("{}"), R"({"o":{"b":1}})");
}

TEST(JsonEdits, RemoveWithTheComma) {
    JsonEdits edits;
    edits.remove("/a");
    EXPECT_EQ(edits.apply(R"({"a":1,"b":2})"), R"({"b":2})");
    EXPECT_EQ(edits.apply(R"({"b":2, "a":1})"), R"({"b":2})");
    EXPECT_EQ(edits.apply(R"({ "a": 1 })"), R"({})");
    JsonEdits element;
    element.remove("/l/1");
    EXPECT_EQ(element.apply(R"({"l":[1, 2, 3]})"), R"({"l":[1, 3]})");
}

TEST(JsonEdits, PutElementsInAnotherOrder) {
    JsonEdits edits;
    edits.reorder("/l", {2, 0, 3, 1});
    edits.remove("/l/0");
    edits.set("/l/1", "b");
    edits.append("/l", "new");
    EXPECT_EQ(edits.apply(R"({"l":[ 1.0,  2.0,   3.0 ], "m" : [ 1 ]})"),
              R"({"l":[ 3.0,  "new",  "b" ], "m" : [ 1 ]})");
}

TEST(JsonEdits, KnowEscapedKeysAndReplaceWholeValues) {
    JsonEdits edits;
    edits.set("/key", OrderedJson::array({1, 2}));
    EXPECT_EQ(edits.apply(R"({"\u006bey":{"deep":[{}]},"z":0})"), R"({"\u006bey":[1,2],"z":0})");
}

OrderedJson random_json(test::Random& random, int depth) {
    const int kind = random.integer(0, depth > 0 ? 5 : 3);
    if (kind == 0) return random.integer(-5, 5);
    if (kind == 1) return "te\"x\\t {[,]}";
    if (kind == 2) return true;
    if (kind == 3) return 0.25;
    OrderedJson out = kind == 4 ? OrderedJson::array() : OrderedJson::object();
    for (int i = random.integer(0, 4); i > 0; --i) {
        if (kind == 4) {
            out.push_back(random_json(random, depth - 1));
        } else {
            out["k" + std::to_string(random.integer(0, 9))] = random_json(random, depth - 1);
        }
    }
    return out;
}

void collect(const OrderedJson& json, const std::string& at, std::vector<std::string>& out) {
    if (!at.empty()) out.push_back(at);
    std::size_t index = 0;
    for (const auto& item : json.items()) {
        if (!json.is_structured()) return;
        collect(item.value(), at + '/' + (json.is_array() ? std::to_string(index++) : item.key()), out);
    }
}

TEST(JsonEdits, AgreeWithEditsOfValues) {
    test::Random random(5);
    int edited = 0;
    for (int round = 0; round < 400; ++round) {
        OrderedJson json = OrderedJson::object();
        for (int i = 0; i < 4; ++i) json["m" + std::to_string(i)] = random_json(random, 4);
        const std::string text = json.dump(random.integer(-1, 3));
        std::vector<std::string> pointers;
        collect(json, "", pointers);
        JsonEdits edits;
        const std::string& pointer = at(pointers, random.integer(0, static_cast<int>(pointers.size()) - 1));
        const OrderedJson value = random_json(random, 2);
        edits.set(pointer, value);
        json[OrderedJson::json_pointer(pointer)] = value;
        edits.set("/made/of/nothing", 1);
        json["made"]["of"]["nothing"] = 1;
        EXPECT_EQ(OrderedJson::parse(edits.apply(text)).dump(), json.dump()) << text;
        ++edited;
    }
    EXPECT_EQ(edited, 400);
}

}  // namespace
}  // namespace vitruvian
