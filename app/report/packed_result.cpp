#include "app/report/packed_result.h"

#include "model/core/check.h"

#include <zlib.h>

#include <cstring>
#include <mutex>
#include <type_traits>
#include <utility>

namespace vitruvian::report {
namespace {

/// Appends values one after another.
class Packer {
  public:
    template <class T>
    void value(const T& x) {
        static_assert(std::is_trivially_copyable_v<T>);
        bytes_.append(reinterpret_cast<const char*>(&x), sizeof x);
    }
    void text(const std::string& x) {
        value(x.size());
        bytes_ += x;
    }
    template <class T, class Each>
    void list(const std::vector<T>& x, Each each) {
        value(x.size());
        for (const T& element : x) each(element);
    }
    template <class T, class Each>
    void optional(const std::optional<T>& x, Each each) {
        value(x.has_value());
        if (x) each(*x);
    }
    [[nodiscard]] const std::string& bytes() const { return bytes_; }

  private:
    std::string bytes_;
};

/// Reads them in the same order.
class Unpacker {
  public:
    explicit Unpacker(std::string bytes) : bytes_(std::move(bytes)) {}

    template <class T>
    void value(T& x) {
        static_assert(std::is_trivially_copyable_v<T>);
        VT_CHECK(bytes_.size() - at_ >= sizeof x);
        std::memcpy(&x, bytes_.data() + at_, sizeof x);
        at_ += sizeof x;
    }
    void text(std::string& x) {
        const std::size_t size = count();
        VT_CHECK(bytes_.size() - at_ >= size);
        x.assign(bytes_, at_, size);
        at_ += size;
    }
    template <class T, class Each>
    void list(std::vector<T>& x, Each each) {
        x.resize(count());
        for (T& element : x) each(element);
    }
    template <class T, class Each>
    void optional(std::optional<T>& x, Each each) {
        bool has_value = false;
        value(has_value);
        if (has_value) each(x.emplace());
    }

  private:
    std::size_t count() {
        std::size_t out = 0;
        value(out);
        return out;
    }

    std::string bytes_;
    std::size_t at_ = 0;
};

/// Visits every field of a finding, for packing and unpacking.
template <class Archive, class F>
void each_field(Archive& archive, F& f) {
    const auto text = [&archive](auto& x) { archive.text(x); };
    const auto value = [&archive](auto& x) { archive.value(x); };
    for (auto* x : {&f.id, &f.name, &f.message, &f.advice, &f.kind, &f.object, &f.humanoid, &f.unit,
                    &f.source, &f.where.file, &f.where.pointer})
        archive.text(*x);
    archive.value(f.level);
    archive.value(f.where.line);
    archive.value(f.where.column);
    archive.optional(f.value, value);
    archive.optional(f.threshold, value);
    archive.optional(f.clip, text);
    archive.optional(f.time, value);
    archive.value(f.fixable);
    archive.value(f.item);
    archive.value(f.clip_index);
    archive.list(f.marks.points, value);
    archive.optional(f.marks.from, value);
    archive.optional(f.marks.is, value);
    archive.optional(f.marks.ought, value);
}

/// Visits everything that PackedResult does not hold directly.
template <class Archive, class R>
void each_part(Archive& archive, R& result) {
    archive.text(result.profile);
    archive.list(result.findings, [&archive](auto& finding) { each_field(archive, finding); });
    archive.list(result.skipped, [&archive](auto& skipped) {
        archive.text(skipped.id);
        archive.text(skipped.why);
    });
}

/// Returns the first sufficiently large result of the process as packed, which others are compressed against.
std::shared_ptr<const std::string> first_of_all(const std::string& bytes) {
    constexpr std::size_t least = 2000;
    constexpr std::size_t most = 32'000;  // deflate's window size
    static std::mutex mutex;
    static std::shared_ptr<const std::string> first;
    const std::lock_guard<std::mutex> lock(mutex);
    if (!first && bytes.size() >= least) first = std::make_shared<const std::string>(bytes, 0, most);
    return first;
}

constexpr int raw = -15;  // deflate's largest window, without a header

Bytef* bytes_of(const std::string& text) {
    return reinterpret_cast<Bytef*>(const_cast<char*>(text.data()));
}

std::string compressed(const std::string& bytes, const std::string* like) {
    z_stream stream{};
    VT_CHECK(deflateInit2(&stream, Z_BEST_COMPRESSION, Z_DEFLATED, raw, 8, Z_DEFAULT_STRATEGY) == Z_OK);
    if (like != nullptr) deflateSetDictionary(&stream, bytes_of(*like), static_cast<uInt>(like->size()));
    std::string room(deflateBound(&stream, static_cast<uLong>(bytes.size())), '\0');
    stream.next_in = bytes_of(bytes);
    stream.avail_in = static_cast<uInt>(bytes.size());
    stream.next_out = bytes_of(room);
    stream.avail_out = static_cast<uInt>(room.size());
    const int done = deflate(&stream, Z_FINISH);
    const std::size_t size = stream.total_out;
    deflateEnd(&stream);
    VT_CHECK(done == Z_STREAM_END);
    return {room, 0, size};
}

std::string inflated(const std::string& packed, std::size_t size, const std::string* like) {
    std::string out(size, '\0');
    z_stream stream{};
    VT_CHECK(inflateInit2(&stream, raw) == Z_OK);
    if (like != nullptr) inflateSetDictionary(&stream, bytes_of(*like), static_cast<uInt>(like->size()));
    stream.next_in = bytes_of(packed);
    stream.avail_in = static_cast<uInt>(packed.size());
    stream.next_out = bytes_of(out);
    stream.avail_out = static_cast<uInt>(out.size());
    const int done = inflate(&stream, Z_FINISH);
    inflateEnd(&stream);
    VT_CHECK(done == Z_STREAM_END && stream.avail_out == 0);
    return out;
}

}  // namespace

PackedResult::PackedResult(const FileResult& result)
    : file_(result.file),
      remarks_(result.remarks),
      counts_(result.counts()),
      is_unreadable_(result.is_unreadable),
      has_findings_(!result.findings.empty()) {
    Packer packer;
    each_part(packer, result);
    const std::string& bytes = packer.bytes();
    size_ = bytes.size();
    like_ = first_of_all(bytes);
    rest_ = compressed(bytes, like_.get());
}

FileResult PackedResult::unpacked() const {
    FileResult out;
    out.file = file_;
    out.remarks = remarks_;
    out.is_unreadable = is_unreadable_;
    if (rest_.empty()) return out;
    Unpacker unpacker(inflated(rest_, size_, like_.get()));
    each_part(unpacker, out);
    return out;
}

}  // namespace vitruvian::report
