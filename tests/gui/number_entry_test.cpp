#include "app/tools/number_entry.h"

#include <gtest/gtest.h>

namespace vitruvian {
namespace {

TEST(NumberEntry, IsTypedAsInBlender) {
    NumberEntry number;
    EXPECT_FALSE(number.value());
    for (const char key : {'1', '2', '.', '5', '-'}) EXPECT_TRUE(number.type({key, false}));
    EXPECT_FLOAT_EQ(number.value().value(), -12.5F);
    EXPECT_TRUE(number.type({ToolKey::backspace, false}));
    EXPECT_FLOAT_EQ(number.value().value(), -12.0F);
    EXPECT_FALSE(number.type({'Q', false}));
    for (int i = 0; i < 4; ++i) EXPECT_TRUE(number.type({ToolKey::backspace, false}));
    EXPECT_FALSE(number.value());
}

}  // namespace
}  // namespace vitruvian
