// What stands on four legs gets no human's bones, whatever its joints are called, and nobody who stands or sits on two is
// taken for one.
#include "model/core/at.h"
#include "model/figure/bone_map.h"
#include "tests/unit/animal_rigs.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace vitruvian {
namespace {

using test::FigureNames;
using test::Random;

constexpr int figures = 300;
constexpr int most_wrong = figures / 100;

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
            EXPECT_LE(count(names, test::make_quadruped).mapped, most_wrong) << names.title;
    }
}

TEST(BoneAnimals, NobodyOnTwoLegsIsAnAnimal) {
    for (const FigureNames& names : test::human_names()) {
        const Counted found = count(names, test::make_person);
        EXPECT_LE(found.doubted, most_wrong) << names.title;
        if (names.tail.empty()) continue;  // names that say nothing
        EXPECT_GE(found.mapped, figures - most_wrong) << names.title;
    }
}

}  // namespace
}  // namespace vitruvian
