#include "model/figure/bone_vocabulary.h"

#include "model/standard/bone_name_languages.h"
#include "model/standard/bone_name_list.h"
#include "model/standard/name_key.h"

namespace vitruvian {
namespace {

// Room for what the lists need: one too small does not compile.
constexpr std::size_t max_letters = 16'384;
constexpr std::size_t max_words = 2'048;
constexpr std::size_t max_keys = 3'072;
constexpr std::size_t max_key_letters = 64;
constexpr std::size_t family_count = bone_names::families.size() + bone_names::languages.size();

// Searches as in <string_view>, in few enough steps for all compilers.
constexpr std::size_t position_of(char letter, std::string_view text) {
    std::size_t out = 0;
    for (const char other : text) {
        if (other == letter) return out;
        ++out;
    }
    return std::string_view::npos;
}
constexpr bool is_same(std::string_view a, std::string_view b) {
    if (a.size() != b.size()) return false;
    const char* with = b.data();
    for (const char letter : a) {
        if (letter != *with++) return false;
    }
    return true;
}

/// Letters that are put together when the program is compiled.
class Letters {
  public:
    constexpr Letters& operator+=(char letter) {
        text_[size_++] = letter;
        return *this;
    }
    constexpr Letters& operator+=(std::string_view letters) {
        char* to = text_.data() + size_;
        for (const char letter : letters) *to++ = letter;
        size_ += letters.size();
        return *this;
    }
    [[nodiscard]] constexpr std::string_view view() const { return {text_.data(), size_}; }

  private:
    std::array<char, max_key_letters> text_{};
    std::size_t size_ = 0;
};

/// Calls `use(alternative)` for each part of a cell.
template <class Use>
constexpr void for_each_alternative(std::string_view cell, const Use& use) {
    while (!cell.empty()) {
        const std::size_t bar = position_of('|', cell);
        use(cell.substr(0, bar));
        if (bar == std::string_view::npos) return;
        cell.remove_prefix(bar + 1);
    }
}

/// Returns the index in BoneFamily::body of a left or middle bone that is not a finger.
constexpr std::size_t body_place(Bone bone) {
    if (bone <= Bone::left_eye) return static_cast<std::size_t>(bone);
    constexpr auto arm = static_cast<std::size_t>(Bone::left_shoulder);
    constexpr auto leg = static_cast<std::size_t>(Bone::left_upper_leg);
    const auto at = static_cast<std::size_t>(bone);
    return at >= leg ? at - leg + 12 : at - arm + 8;
}

constexpr bool is_left_finger(Bone bone) {
    return bone >= Bone::left_thumb_metacarpal && bone <= Bone::left_little_distal;
}

/// Calls `use(key)` with the keys of a left or middle bone, best first.
template <class Use>
constexpr void for_each_key(const BoneFamily& family, Bone bone, const Use& use) {
    if (!is_left_finger(bone)) {
        for_each_alternative(family.body[body_place(bone)], use);
        return;
    }
    const auto place = static_cast<std::size_t>(bone) - static_cast<std::size_t>(Bone::left_thumb_metacarpal);
    const std::string_view end = (place < 3 ? family.thumb_ends : family.finger_ends)[place % 3];
    if (end == "-") return;
    for_each_alternative(family.fingers[place / 3], [&](std::string_view finger) {
        Letters key;
        key += finger;
        key += end;
        use(key.view());
    });
}

/// A key as a range of Table::letters.
struct Word {
    std::uint16_t begin = 0;
    std::uint16_t length = 0;
};

struct Table {
    std::array<char, max_letters> letters{};
    std::array<Word, max_words> words{};
    std::array<bool, max_words> sided{};
    std::array<std::uint16_t, 8192> slots{};  // hash table of numbers, counted from 1; 0: free
    std::array<BoneKey, max_keys> keys{};
    std::array<BoneNameFamily, family_count> families{};
    std::array<BoneWord, max_words> unmistakable{};
    std::array<BoneWord, max_words> halves{};
    std::size_t letter_count = 0;
    std::size_t word_count = 0;
    std::size_t key_count = 0;
    std::size_t unmistakable_count = 0;
    std::size_t half_count = 0;

    [[nodiscard]] constexpr std::string_view word(std::size_t number) const {
        return {letters.data() + words[number].begin, words[number].length};
    }

    /// Returns the slot of a key, or the free slot for it.
    [[nodiscard]] constexpr std::size_t slot_of(std::string_view key) const {
        std::uint32_t hash = 2166136261U;  // FNV-1a
        for (const char letter : key) hash = (hash ^ static_cast<unsigned char>(letter)) * 16777619U;
        std::size_t slot = (hash ^ hash >> 16U) % slots.size();
        while (slots[slot] != 0 && !is_same(word(slots[slot] - 1U), key)) slot = (slot + 1) % slots.size();
        return slot;
    }
};

class TableMaker {
  public:
    constexpr Table make() {
        for (const BoneFamily& family : bone_names::families) add_family(family);
        for (const BoneFamily& family : bone_names::languages) add_family(family);
        add_unmistakable();
        add_halves();
        return out_;
    }

  private:
    constexpr int number(std::string_view key) {
        std::uint16_t& slot = out_.slots[out_.slot_of(key)];
        if (slot == 0) {
            out_.words[out_.word_count++] = {static_cast<std::uint16_t>(out_.letter_count),
                                             static_cast<std::uint16_t>(key.size())};
            char* to = out_.letters.data() + out_.letter_count;
            for (const char letter : key) *to++ = letter;
            out_.letter_count += key.size();
            slot = static_cast<std::uint16_t>(out_.word_count);
        }
        return slot - 1;
    }

    constexpr BoneKey numbered(std::string_view key) {
        const int exact = number(key);
        if (position_of('0', key) == std::string_view::npos) return {exact, exact};
        Letters loose;
        append_loose_key(key, loose);
        return {exact, number(loose.view())};
    }

    constexpr void add_family(const BoneFamily& source) {
        BoneNameFamily& family = out_.families[added_];
        family.number = added_++;
        family.begin[0] = static_cast<std::uint16_t>(out_.key_count);
        for (std::size_t i = 0; i < bone_count; ++i) {
            const auto bone = static_cast<Bone>(i);
            if (is_left(bone) || bone <= Bone::jaw) {
                for_each_key(source, bone, [&](std::string_view key) {
                    const BoneKey numbers = numbered(key);
                    out_.keys[out_.key_count++] = numbers;
                    add_meaning(bone, numbers);
                });
            }
            family.begin[i + 1] = static_cast<std::uint16_t>(out_.key_count);
            if (family.begin[i + 1] > family.begin[i]) ++family.size;
        }
    }

    constexpr void add_meaning(Bone bone, const BoneKey& key) {
        const bool sided = is_left(bone);
        const auto number = static_cast<std::size_t>(key.exact);
        if (sided) out_.sided[number] = true;
        std::size_t& place = places_[sided ? 1 : 0][number];
        if (place == 0) {
            meanings_[meaning_count_++].word = {bone, key};
            place = meaning_count_;
        }
        Meaning& meaning = meanings_[place - 1];
        meaning.is_one = meaning.is_one && meaning.word.bone == bone;
    }

    constexpr void add_unmistakable() {
        for (std::size_t i = 0; i < meaning_count_; ++i) {
            if (meanings_[i].is_one) out_.unmistakable[out_.unmistakable_count++] = meanings_[i].word;
        }
    }

    constexpr void add_halves() {
        for (std::size_t i = 0; i < out_.unmistakable_count; ++i) {
            const BoneWord& whole = out_.unmistakable[i];
            if (!is_left(whole.bone) || is_left_finger(whole.bone)) continue;
            Letters half;
            half += out_.word(static_cast<std::size_t>(whole.key.exact));
            half += '1';
            out_.halves[out_.half_count++] = {whole.bone, numbered(half.view())};
        }
    }

    struct Meaning {
        BoneWord word;
        bool is_one = true;
    };

    Table out_;
    std::size_t added_ = 0;  // families
    std::array<Meaning, 2 * max_words>
        meanings_{};  // of each key for middle bones, and of each for sided ones
    std::size_t meaning_count_ = 0;
    std::array<std::array<std::size_t, max_words>, 2> places_{};  // in meanings_, counted from 1, by key
};

constexpr Table table = TableMaker().make();

}  // namespace

std::span<const BoneKey> BoneNameFamily::keys(std::size_t bone) const {
    return std::span(table.keys).subspan(begin.at(bone), begin.at(bone + 1) - begin.at(bone));
}

std::string_view BoneNameFamily::title() const {
    constexpr std::size_t tools = bone_names::families.size();
    return number < tools ? bone_names::families[number].title : bone_names::languages[number - tools].title;
}

namespace bone_vocabulary {

std::span<const BoneNameFamily> families() {
    return table.families;
}
std::span<const BoneWord> unmistakable() {
    return std::span(table.unmistakable).first(table.unmistakable_count);
}
std::span<const BoneWord> halves() {
    return std::span(table.halves).first(table.half_count);
}

std::size_t size() {
    return table.word_count;
}

int find(std::string_view key) {
    return table.slots[table.slot_of(key)] - 1;
}

BoneKey key(std::string_view key) {
    return {find(key), find(loose_key(key))};
}

bool is_sided(std::string_view key) {
    const int number = find(key);
    return number >= 0 && table.sided[static_cast<std::size_t>(number)];
}

}  // namespace bone_vocabulary
}  // namespace vitruvian
