// Quadrupeds get no human bones, whatever their joints are named, and nobody who stands or sits on two legs
// is taken for an animal.
#include "model/core/at.h"
#include "model/figure/bone_map.h"
#include "tests/unit/animal_rigs.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <memory>
#include <string>
#include <vector>

namespace vitruvian {
namespace {

using test::FigureNames;
using test::Random;

constexpr int figures = 300;
constexpr int max_wrong = figures / 100;

struct Counted {
    int mapped = 0;
    int doubted = 0;
};

Counted count(const FigureNames& names, Document (*make)(const FigureNames&, Random&)) {
    Counted out;
    for (int i = 0; i < figures; ++i) {
        Random random(static_cast<std::uint32_t>(i));
        Document document = make(names, random);
        BoneMapper mapper(document);
        mapper.map(document.humanoids[0]);
        out.mapped += document.humanoids[0].bones.mapped() > 0 ? 1 : 0;
        out.doubted += mapper.doubt().empty() ? 0 : 1;
    }
    return out;
}

TEST(BoneAnimals, WhatStandsOnFourLegsIsNoPerson) {
    for (const auto* list : {&test::human_names(), &test::animal_names()}) {
        for (const FigureNames& names : *list)
            EXPECT_LE(count(names, test::make_quadruped).mapped, max_wrong) << names.title;
    }
}

TEST(BoneAnimals, NobodyOnTwoLegsIsAnAnimal) {
    for (const FigureNames& names : test::human_names()) {
        const Counted found = count(names, test::make_person);
        EXPECT_LE(found.doubted, max_wrong) << names.title;
        if (names.tail.empty()) continue;  // generated names
        EXPECT_GE(found.mapped, figures - max_wrong) << names.title;
    }
}

/// Rests in no stance, as motion files do, and stands in its clip as it rested before.
Document as_motion(Document document, Random& random) {
    document.format = FileFormat::bvh;
    auto clip = std::make_shared<Clip>();
    clip->duration = 1.0;
    for (std::size_t i = 0; i < document.nodes.size(); ++i) {
        quat& rest = document.nodes[i].rest.rotation;
        Channel channel;
        channel.node = static_cast<int>(i);
        channel.path = ChannelPath::rotation;
        channel.times = {0.0F};
        channel.values = {rest.x, rest.y, rest.z, rest.w};
        clip->channels.push_back(std::move(channel));
        rest = random.rotation();
    }
    document.clips.push_back(std::move(clip));
    return document;
}

TEST(BoneAnimals, AnAnimalInMotionIsKnownByItsTail) {
    const FigureNames& names = test::human_names().front();
    int mapped_animals = 0;
    int doubted_people = 0;
    int animals = 0;
    for (int i = 0; i < figures; ++i) {
        Random random(static_cast<std::uint32_t>(i));
        Document animal = as_motion(test::make_quadruped(names, random), random);
        Document person = as_motion(test::make_person(names, random), random);
        BoneMapper of_animal(animal);
        BoneMapper of_person(person);
        of_animal.map(animal.humanoids[0]);
        of_person.map(person.humanoids[0]);
        const bool has_tail = std::any_of(animal.nodes.begin(), animal.nodes.end(),
                                          [](const Node& node) { return node.name.starts_with("Tail"); });
        animals += has_tail ? 1 : 0;
        mapped_animals += has_tail && animal.humanoids[0].bones.mapped() > 0 ? 1 : 0;
        doubted_people += of_person.doubt().empty() ? 0 : 1;
    }
    EXPECT_GT(animals, figures / 2);
    EXPECT_LE(mapped_animals, max_wrong);
    EXPECT_LE(doubted_people, max_wrong);
}

}  // namespace
}  // namespace vitruvian
