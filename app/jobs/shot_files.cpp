#include "app/jobs/shot_files.h"

#include "app/jobs/data_uri.h"
#include "model/io/file.h"
#include "model/io/write_file.h"
#include "renderer/compare.h"
#include "renderer/png.h"

#include <fmt/format.h>

#include <cmath>
#include <span>
#include <string>
#include <system_error>
#include <utility>
#include <vector>

namespace vitruvian {
namespace {

using report::ShotResult;
using report::ShotStatus;

ShotResult result_of(const Shot& shot) {
    ShotResult out;
    out.name = shot.name;
    out.file = shot.file;
    out.tolerance = shot.tolerance;
    return out;
}

void remove_file(const std::filesystem::path& path) {
    std::error_code ignored;
    std::filesystem::remove(path, ignored);
}

/// Returns the small version of an unchanged picture for the report's page.
std::string small_picture(const Image& picture) {
    constexpr int max_width = 240;
    int halvings = 0;
    while (picture.width >> halvings > max_width) ++halvings;
    return png_data_uri(halvings == 0 ? picture : halved(picture, halvings));
}

/// The approved picture's file, read once.
struct Approved {
    Result<std::vector<std::byte>> bytes;
    bool is_same = false;  // as the new picture: the usual case, found without decoding it

    Approved(const std::filesystem::path& path, const Image& picture)
        : bytes(read_file(path, max_png_bytes)), is_same(bytes && is_png_of(*bytes, picture)) {}
};

/// Compares `picture` with the approved one, which exists; returns a picture of the difference.
Image compare_with(const Approved& approved, const Image& picture, ShotResult& out) {
    out.status = ShotStatus::same;
    out.flip = 0.0;
    if (approved.is_same) return {};
    const Result<Image> reference =
        approved.bytes ? decode_png(*approved.bytes, out.approved) : tl::unexpected(approved.bytes.error());
    if (!reference) {
        out.status = ShotStatus::broken;
        out.flip.reset();
        out.message = "the approved picture cannot be read: " + reference.error().message;
        return {};
    }
    const bool same_size = reference->width == picture.width && reference->height == picture.height;
    if (same_size && reference->rgba == picture.rgba) return {};
    Result<Comparison> comparison = compare_images(*reference, picture);
    if (!comparison) {
        out.status = ShotStatus::differs;
        out.flip.reset();
        out.message = comparison.error().message;
        return {};
    }
    // Six decimals say all that FLIP can tell. What is told is what is compared; rounded up, only equal pictures have 0.
    constexpr double decimals = 1e6;
    out.flip = std::ceil(comparison->flip * decimals) / decimals;
    if (*out.flip <= out.tolerance) return {};
    out.status = ShotStatus::differs;
    out.message = fmt::format("FLIP {:.6f} is over the tolerance of {}", *out.flip, out.tolerance);
    return std::move(comparison->heat);
}

/// Error "cannot-write" if something other than a file has the picture's name: writing to a pipe would wait.
Result<void> write_picture(const std::filesystem::path& path, std::span<const std::byte> bytes, Flush flush) {
    std::error_code ignored;
    const std::filesystem::file_status status = std::filesystem::status(path, ignored);
    if (std::filesystem::exists(status) && !std::filesystem::is_regular_file(status))
        return fail("cannot-write",
                    fmt::format("cannot write '{}': what has this name is not a file", path.string()),
                    {path.string(), 0, 0, {}});
    return write_file_atomically(path, bytes, flush);
}

}  // namespace

Result<ShotResult> judge_shot(const Shot& shot, const Image& picture, const ShotFolders& folders,
                              bool is_approved) {
    const std::string file = picture_file_name(shot.name);
    const std::filesystem::path approved = folders.approved / file;
    ShotResult out = result_of(shot);
    out.actual = (folders.actual / file).string();
    Approved before(approved, picture);
    const std::vector<std::byte> bytes = before.is_same ? std::move(*before.bytes) : encode_png(picture);
    if (auto written = write_picture(out.actual, bytes, Flush::later); !written)
        return tl::unexpected(written.error());
    std::error_code ignored;
    Image difference;
    if (std::filesystem::exists(approved, ignored)) {
        out.approved = approved.string();
        difference = compare_with(before, picture, out);
    } else {
        out.status = ShotStatus::new_picture;
        out.message = "there is no approved picture yet; --approve accepts this one";
    }
    if (is_approved && out.status != ShotStatus::same) {
        if (auto written = write_picture(approved, bytes, Flush::now); !written)
            return tl::unexpected(written.error());
        out.message = fmt::format("approved; it was {}", report::to_string(out.status));
        out.approved = approved.string();
        out.status = ShotStatus::same;
        out.flip = 0.0;
    }
    if (out.status == ShotStatus::same) out.small = small_picture(picture);
    const std::filesystem::path heat = folders.difference / file;
    if (out.status != ShotStatus::differs || difference.rgba.empty()) {
        remove_file(heat);
        return out;
    }
    out.difference = heat.string();
    if (auto written = write_picture(heat, encode_png(difference), Flush::later); !written)
        return tl::unexpected(written.error());
    return out;
}

ShotResult broken_shot(const Shot& shot, std::string message, const ShotFolders& folders) {
    const std::string file = picture_file_name(shot.name);
    remove_file(folders.actual / file);
    remove_file(folders.difference / file);
    ShotResult out = result_of(shot);
    out.status = ShotStatus::broken;
    out.message = std::move(message);
    std::error_code ignored;
    if (std::filesystem::exists(folders.approved / file, ignored))
        out.approved = (folders.approved / file).string();
    return out;
}

}  // namespace vitruvian
