// Parts of the window that can be tested without one: typed numbers, order of events, readable colours.
#include "app/gui/action_help.h"
#include "app/gui/actions.h"
#include "app/gui/alt_tap.h"
#include "app/gui/bone_slot_view.h"
#include "app/gui/field_text.h"
#include "app/gui/file_watch.h"
#include "app/gui/input_queue.h"
#include "app/gui/list_box.h"
#include "app/gui/palette.h"
#include "app/gui/theme.h"
#include "model/formats/suffixes.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <cctype>
#include <chrono>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <map>
#include <random>
#include <string>
#include <thread>
#include <vector>

namespace vitruvian {
namespace {

TEST(Palette, TheLikeliestCommandIsFirst) {
    EXPECT_EQ(palette_rank("Tidy materials", "tidy"), 0);
    EXPECT_EQ(palette_rank("Tidy materials", "Mat"), 1);
    EXPECT_EQ(palette_rank("Tidy materials", "erial"), 2);
    EXPECT_EQ(palette_rank("Two views side by side", "side views"), 3) << "words in another order";
    EXPECT_EQ(palette_rank("Two views side by side", "tidy"), 4);
    EXPECT_EQ(palette_rank("Two views side by side", "tidier"), -1);
    EXPECT_EQ(palette_rank("Undo", ""), 0);
}

TEST(Actions, NoTwoHaveOneKey) {
    std::map<std::string, std::string> taken;
    for (const Action& action : actions()) {
        for (const Shortcut& shortcut : {action.shortcut, action.other_shortcut}) {
            if (shortcut.key == 0) continue;
            const auto [other, is_new] = taken.emplace(shortcut.text(), action.id);
            EXPECT_TRUE(is_new) << shortcut.text() << ": " << action.id << " and " << other->second;
        }
    }
    for (const auto& [menu, letter] : menu_titles) {
        const auto [other, is_new] = taken.emplace(alt(letter).text(), menu);
        EXPECT_TRUE(is_new) << alt(letter).text() << ": " << menu << " and " << other->second;
        EXPECT_NE(std::string(menu).find_first_of({letter, static_cast<char>(std::tolower(letter))}),
                  std::string::npos)
            << menu;
    }
    EXPECT_GT(taken.size(), 50U);
}

TEST(Actions, AllSayWhatTheyDo) {
    for (const Action& action : actions()) {
        const char* help = help_of(action);
        ASSERT_NE(help, nullptr) << action.id;
        EXPECT_STRNE(help, action.title.c_str()) << action.id;
    }
}

#ifdef __linux__
TEST(FileWatch, ReportsItsFilesAndNoOthers) {
    const auto folder = std::filesystem::temp_directory_path() / "vitruvian-watch-test";
    std::filesystem::remove_all(folder);
    std::filesystem::create_directories(folder);
    std::atomic<int> woken = 0;
    FileWatch watch([&woken] { ++woken; });
    watch.watch({folder / "rig.glb"});
    const auto wait_for = [&woken](int wanted) {
        for (int i = 0; i < 1000 && woken < wanted; ++i)
            std::this_thread::sleep_for(std::chrono::milliseconds(10));
        return woken.load();
    };
    std::ofstream(folder / "other.glb") << "x";
    std::ofstream(folder / "rig.glb") << "x";
    EXPECT_EQ(wait_for(1), 1);
    EXPECT_TRUE(watch.take_changed());
    EXPECT_FALSE(watch.take_changed());
    // As most programs save: a new file is moved over the old one.
    std::filesystem::rename(folder / "other.glb", folder / "rig.glb");
    EXPECT_EQ(wait_for(2), 2);
    watch.watch({folder / "another.glb"});
    static_cast<void>(watch.take_changed());
    std::ofstream(folder / "rig.glb") << "y";
    std::ofstream(folder / "another.glb") << "y";
    EXPECT_EQ(wait_for(3), 3);
    std::filesystem::remove_all(folder);
}
#endif

TEST(FieldText, SumsAreNumbers) {
    const auto value = [](const char* text) { return number_from_text(text, "\u00B0").value_or(-999.0); };
    EXPECT_DOUBLE_EQ(value("90/2"), 45.0);
    EXPECT_DOUBLE_EQ(value(" -(3+4)*2 "), -14.0);
    EXPECT_DOUBLE_EQ(value("1,5"), 1.5);
    EXPECT_DOUBLE_EQ(value(".5"), 0.5);
    EXPECT_DOUBLE_EQ(value("1e2-1"), 99.0);
    EXPECT_DOUBLE_EQ(value("45\u00B0"), 45.0);
    EXPECT_DOUBLE_EQ(value("45 \u00B0"), 45.0);
    EXPECT_DOUBLE_EQ(value("2 - -3"), 5.0);
    EXPECT_DOUBLE_EQ(value("12/4/3"), 1.0);
}

TEST(FieldText, WhatIsNoNumberIsRefused) {
    for (const char* text :
         {"", " ", "abc", "1 2", "1+", "(1", "1)", "1/0", "nan", "inf", "1e999", "--", "0x10", "5m"})
        EXPECT_FALSE(number_from_text(text, "\u00B0").has_value()) << text;
    EXPECT_FALSE(number_from_text(std::string(100000, '(')).has_value());
    std::string signs(100000, '-');
    signs += '1';
    EXPECT_FALSE(number_from_text(signs).has_value());
}

TEST(FieldText, NothingIsNotNegative) {
    EXPECT_EQ(number_text(-0.0, "%.1f\u00B0"), "0.0\u00B0");
    EXPECT_EQ(number_text(-0.04, "%.1f\u00B0"), "0.0\u00B0");
    EXPECT_EQ(number_text(-0.06, "%.1f\u00B0"), "-0.1\u00B0");
    EXPECT_EQ(number_text(-1.0, "%.2fx"), "-1.00x");
    EXPECT_EQ(unit_of_format("%.1f\u00B0"), "\u00B0");
    EXPECT_EQ(unit_of_format("%.0f %%"), " %");
    EXPECT_EQ(decimals_of_format("%.3f"), 3);
}

TEST(FieldText, WhatIsShownIsReadBack) {
    std::mt19937 random(5);
    std::uniform_real_distribution<double> number(-400.0, 400.0);
    for (int i = 0; i < 1000; ++i) {
        const double value = number(random);
        const std::optional<double> read = number_from_text(number_text(value, "%.3f m"), " m");
        ASSERT_TRUE(read.has_value());
        EXPECT_NEAR(*read, value, 0.00051);
    }
}

using Kind = InputEvent::Kind;

InputEvent event_of(Kind kind, int code = 0, bool down = false, double time = 0.0) {
    InputEvent event;
    event.kind = kind;
    event.code = code;
    event.down = down;
    event.time = time;
    return event;
}

TEST(InputQueue, EveryEventComesOnceInOrderAndOnePressAFrame) {
    std::mt19937 random(11);
    for (int round = 0; round < 200; ++round) {
        InputQueue queue;
        const int count = static_cast<int>(random() % 40U);
        for (int i = 0; i < count; ++i) {
            InputEvent event = event_of(static_cast<Kind>(random() % 7U), static_cast<int>(random() % 3U),
                                        random() % 2U == 0U);
            event.is_modifier = random() % 4U == 0U;
            event.scancode = i;
            queue.push(event);
        }
        int next = 0;
        for (int frame = 0; !queue.empty(); ++frame) {
            ASSERT_LT(frame, 2 * count + 2) << "it comes to an end";
            const bool holds = frame % 5 == 0;
            int presses = 0;
            for (const InputEvent& event : queue.take_frame(holds)) {
                EXPECT_EQ(event.scancode, next++);
                const bool key = event.kind == Kind::key && event.down && !event.is_modifier;
                presses += key || event.kind == Kind::button ? 1 : 0;
                EXPECT_FALSE(holds && (event.kind == Kind::key || event.kind == Kind::character));
            }
            EXPECT_LE(presses, 1);
        }
        EXPECT_EQ(next, count);
    }
}

TEST(InputQueue, AClickWithinOneFrameIsAPressAndARelease) {
    InputQueue queue;
    queue.push(event_of(Kind::move));
    queue.push(event_of(Kind::button, 0, true));
    queue.push(event_of(Kind::button, 0, false));
    queue.push(event_of(Kind::move));
    EXPECT_EQ(queue.take_frame(false).size(), 2U);
    EXPECT_EQ(queue.take_frame(false).size(), 1U);
    EXPECT_EQ(queue.take_frame(false).size(), 1U);
    EXPECT_TRUE(queue.empty());
}

TEST(InputQueue, ModifiersHoldForTheirKey) {
    InputQueue queue;
    InputEvent ctrl = event_of(Kind::key, 1, true);
    ctrl.is_modifier = true;
    queue.push(ctrl);
    queue.push(event_of(Kind::key, 65, true));
    ctrl.down = false;
    queue.push(ctrl);
    EXPECT_EQ(queue.take_frame(false).size(), 2U) << "Ctrl and A, and not yet its release";
    EXPECT_EQ(queue.take_frame(false).size(), 1U);
}

TEST(InputQueue, AKeyThatIsReleasedAndPressedAgainCountsTwice) {
    InputQueue queue;
    queue.push(event_of(Kind::key, 259, true));
    queue.push(event_of(Kind::key, 259, false));
    queue.push(event_of(Kind::key, 259, true));
    for (int frame = 0; frame < 3; ++frame) EXPECT_EQ(queue.take_frame(false).size(), 1U) << frame;
    EXPECT_TRUE(queue.empty());
}

TEST(InputQueue, DoubleClicksGoByTheTimeOfThePresses) {
    const auto second_press = [](double pause) {
        InputQueue queue;
        for (const double time : {1.0, 1.0 + pause}) {
            queue.push(event_of(Kind::button, 0, true, time));
            queue.push(event_of(Kind::button, 0, false, time + 0.01));
        }
        static_cast<void>(queue.take_frame(false));
        EXPECT_FALSE(queue.is_double_click());
        static_cast<void>(queue.take_frame(false));
        static_cast<void>(queue.take_frame(false));
        return queue.is_double_click();
    };
    EXPECT_TRUE(second_press(0.15));
    EXPECT_FALSE(second_press(0.6));
}

/// Whether these events, of which negative codes are releases, end with a tap of Alt (1).
bool is_tap(const std::vector<InputEvent>& events) {
    AltTap tap;
    bool completed = false;
    for (const InputEvent& event : events) completed = tap.is_completed_by(event, event.code == 1);
    return completed;
}

TEST(AltTap, IsAltAlone) {
    const InputEvent down = event_of(Kind::key, 1, true);
    const InputEvent up = event_of(Kind::key, 1, false);
    InputEvent held = down;
    held.repeat = true;
    EXPECT_TRUE(is_tap({down, up}));
    EXPECT_TRUE(is_tap({down, held, event_of(Kind::move), event_of(Kind::key, 2, false), up}));
    EXPECT_FALSE(is_tap({down}));
    EXPECT_FALSE(is_tap({up}));
    EXPECT_FALSE(is_tap({event_of(Kind::key, 2, true), event_of(Kind::key, 2, false)}));
    // Each of these uses Alt for something else, or takes the keyboard away meanwhile.
    for (const InputEvent& between :
         {event_of(Kind::key, 2, true), event_of(Kind::button, 0, true), event_of(Kind::wheel),
          event_of(Kind::character, 'e'), event_of(Kind::focus), event_of(Kind::inside)})
        EXPECT_FALSE(is_tap({down, between, held, up})) << static_cast<int>(between.kind);
}

double light_of(const ImVec4& color) {
    const auto linear = [](float value) {
        const auto v = static_cast<double>(value);
        return v <= 0.04045 ? v / 12.92 : std::pow((v + 0.055) / 1.055, 2.4);
    };
    return 0.2126 * linear(color.x) + 0.7152 * linear(color.y) + 0.0722 * linear(color.z);
}

double contrast(const ImVec4& a, const ImVec4& b) {
    const double one = light_of(a) + 0.05;
    const double other = light_of(b) + 0.05;
    return std::max(one, other) / std::min(one, other);
}

/// `color` composited over `ground`.
ImVec4 over(const ImVec4& color, const ImVec4& ground) {
    const auto mix = [&](float top, float below) { return top * color.w + below * (1.0F - color.w); };
    return {mix(color.x, ground.x), mix(color.y, ground.y), mix(color.z, ground.z), 1.0F};
}

const char* name_of(const Theme& theme) {
    return theme.light ? "light" : "dark";
}

/// Hovered, pressed, selected or future rows of the history, and their marks.
void expect_rows_can_be_read(const Theme& theme) {
    const ImVec4 selected = over(theme.accent_quiet, theme.panel);
    for (const ImVec4& ground : {theme.hover, theme.border, selected}) {
        // Active buttons have text in the accent colour.
        for (const ImVec4& ink : {theme.text, theme.accent})
            EXPECT_GE(contrast(ink, ground), 4.5) << name_of(theme);
        for (const ImVec4& badge : {theme.error, theme.warning, theme.info, theme.dim})
            EXPECT_GE(contrast(badge, ground), 3.0) << name_of(theme);  // marks: WCAG 2.2, 1.4.11
    }
    EXPECT_GE(contrast(theme.faint, theme.panel), 4.5) << name_of(theme);
    for (const Bone bone : {Bone::left_hand, Bone::right_hand, Bone::head})
        EXPECT_GE(contrast(side_color(theme, bone), theme.panel), 4.5)
            << name_of(theme) << ' ' << to_string(bone);
    const ImGuiStyle& style = ImGui::GetStyle();
    for (int i = 0; i < ImGuiCol_COUNT; ++i) {
        const ImVec4& color = style.Colors[i];
        EXPECT_LT(color.z - std::max(color.x, color.y), 0.1F)
            << ImGui::GetStyleColorName(i) << " is ImGui's blue";
    }
}

/// A disabled control and its ground are drawn with reduced alpha.
void expect_disabled_can_be_read(const Theme& theme) {
    const float alpha = ImGui::GetStyle().DisabledAlpha;
    const auto faded = [alpha](ImVec4 color, const ImVec4& ground) {
        color.w = alpha;
        return over(color, ground);
    };
    for (const ImVec4& frame : {theme.panel, theme.raised}) {
        const ImVec4 ground = faded(frame, theme.panel);
        EXPECT_GE(contrast(faded(theme.text, ground), ground), 4.5) << name_of(theme);
        EXPECT_LT(contrast(faded(theme.text, ground), ground), 0.6 * contrast(theme.text, frame))
            << name_of(theme);
    }
}

/// Whether the background is black or white.
void expect_words_in_the_picture_can_be_read(const Theme& theme) {
    for (const float behind : {0.0F, 0.5F, 1.0F}) {
        const ImVec4 ground = over(theme.over_picture(), {behind, behind, behind, 1.0F});
        for (const ImVec4& ink : {theme.text, theme.dim, theme.accent})
            EXPECT_GE(contrast(ink, ground), 4.5) << name_of(theme) << ' ' << behind;
    }
}

TEST(Theme, TextCanBeRead) {
    ImGuiContext* context = ImGui::CreateContext();
    for (const bool light : {false, true}) {
        const Theme theme = make_theme(light, 1.0F);
        const ImVec4 selected = over(theme.accent_quiet, theme.panel);
        for (const ImVec4& ink : {theme.text, theme.dim}) {
            for (const ImVec4& ground : {theme.panel, theme.raised, theme.hover, theme.window, selected})
                EXPECT_GE(contrast(ink, ground), 4.5) << (light ? "light" : "dark");
        }
        for (const ImVec4& ink : {theme.accent, theme.error, theme.warning, theme.info, theme.axis[0],
                                  theme.axis[1], theme.axis[2]}) {
            for (const ImVec4& ground : {theme.panel, theme.raised, theme.hover, selected})
                EXPECT_GE(contrast(ink, ground), 4.5) << name_of(theme) << ' ' << ink.x << ' ' << ink.y;
        }
        EXPECT_GE(contrast(ImGui::GetStyle().Colors[ImGuiCol_TextDisabled], theme.panel), 4.5);
        expect_rows_can_be_read(theme);
        expect_disabled_can_be_read(theme);
        expect_words_in_the_picture_can_be_read(theme);
        // The red of the X axis and its limits differs from that of errors.
        EXPECT_GT(std::abs(theme.error.z - theme.axis[0].z), 0.1F);
        EXPECT_GT(theme.error.z - theme.error.y, theme.axis[0].z - theme.axis[0].y + 0.1F);
    }
    ImGui::DestroyContext(context);
}

TEST(Suffixes, TheListNamesWhatIsRead) {
    EXPECT_NE(suffix_list(" ").find(".vrma"), std::string::npos);
    EXPECT_NE(format_names().find("VRM animation"), std::string::npos);
    EXPECT_EQ(suffix_of("a/b/Figure.WRL.gz")->format, FileFormat::vrml97);
    EXPECT_EQ(suffix_of("walk.vrma")->format, FileFormat::glb);
    EXPECT_EQ(suffix_of("avatar.vrm")->format, FileFormat::vrm);
    EXPECT_EQ(suffix_of("notes.txt"), nullptr);
    for (const FileSuffix& suffix : file_suffixes())
        EXPECT_EQ(suffix_of("x" + std::string(suffix.text))->format, suffix.format) << suffix.text;
}

TEST(ListBox, SearchesInAnyCase) {
    EXPECT_TRUE(contains_text("1H_Melee_Attack_Chop", "melee"));
    EXPECT_TRUE(contains_text("Walk", ""));
    EXPECT_FALSE(contains_text("Walk", "walks"));
}

}  // namespace
}  // namespace vitruvian
