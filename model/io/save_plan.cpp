#include "model/io/save_plan.h"

#include "model/io/side_files.h"
#include "model/io/staged_file.h"

#include <fmt/format.h>

#include <deque>
#include <set>
#include <system_error>
#include <utility>

namespace vitruvian {
namespace {

namespace fs = std::filesystem;

fs::path folder_of(const fs::path& path) {
    return path.has_parent_path() ? path.parent_path() : fs::path(".");
}

tl::unexpected<Error> changed(const fs::path& path) {
    return fail(
        "file-changed",
        fmt::format("another program has written to '{}' meanwhile; nothing was saved", path.string()),
        Location{path.string(), 0, 0, {}});
}

class Writing {
  public:
    Writing(const fs::path& path, std::span<const std::byte> bytes, const Replaceable& replaces)
        : path_(&path), bytes_(bytes), replaces_(&replaces) {}
    Writing(const Writing&) = delete;
    Writing& operator=(const Writing&) = delete;
    /// Rolls back what was begun and not finished.
    ~Writing() {
        if (done_) return;
        for (auto file = staged_.rbegin(); file != staged_.rend(); ++file) file->take_back();
        staged_.clear();
        std::error_code ignored;
        for (auto folder = made_.rbegin(); folder != made_.rend(); ++folder) fs::remove(*folder, ignored);
    }

    Result<void> plan(const std::vector<SideFile>& beside, const std::vector<KnownFile>& own) {
        const fs::path folder = folder_of(*path_);
        for (const SideFile& side : beside) {
            switch (place_of(folder, side.name, side.bytes, own)) {
                case SidePlace::free:
                    sides_.push_back({&side, folder / side.name, Over::nothing});
                    break;
                case SidePlace::own:
                    sides_.push_back({&side, folder / side.name, Over::anything});
                    break;
                case SidePlace::same:
                    there_.push_back({folder / side.name, {}, true});
                    there_.back().stamp = stamp_of(there_.back().path).value_or(FileStamp{});
                    break;
                case SidePlace::taken:
                    return fail("file-exists",
                                fmt::format("there is another file where '{}' belongs; nothing was saved",
                                            (folder / side.name).string()),
                                Location{path_->string(), 0, 0, {}});
            }
        }
        return may_replace(*path_, *replaces_) ? Result<void>{} : changed(*path_);
    }

    /// Writes everything to temporary files, the main one first: it is the most likely to fail.
    Result<void> stage() {
        std::set<fs::path> folders{folder_of(*path_)};
        for (const Side& side : sides_) folders.insert(side.path.parent_path());
        for (const fs::path& folder : folders) remove_stale_temporaries(folder);
        Result<StagedFile> main = StagedFile::make(*path_, bytes_, Flush::now);
        if (!main) return tl::unexpected(main.error());
        staged_.push_back(std::move(*main));
        for (const Side& side : sides_) {
            make_folders(side.path.parent_path());
            Result<StagedFile> file = StagedFile::make(side.path, side.file->bytes, Flush::now);
            if (!file) return tl::unexpected(file.error());
            staged_.push_back(std::move(*file));
        }
        return {};
    }

    Result<void> place(bool keeps_previous) {
        if (!may_replace(*path_, *replaces_)) return changed(*path_);
        for (std::size_t i = 0; i < sides_.size(); ++i) {
            if (Result<void> placed = staged_[i + 1].place(sides_[i].over, Old::kept); !placed) return placed;
        }
        const bool over_nothing = std::holds_alternative<NoFile>(*replaces_);
        const Old old = keeps_previous ? Old::kept_if_possible : Old::dropped;
        Result<void> placed = staged_.front().place(over_nothing ? Over::nothing : Over::anything, old);
        if (!placed && placed.error().code == "file-exists") return changed(*path_);
        done_ = placed.has_value();
        for (StagedFile& file : staged_) {
            if (done_ && keeps_previous) file.keep_as_backup();
        }
        return placed;
    }

    [[nodiscard]] bool is_in_place() const { return staged_.front().is_in_place(); }

    [[nodiscard]] std::vector<WrittenFile> files() const {
        std::vector<WrittenFile> out{{*path_, stamp_of(bytes_, staged_.front().modified()), false}};
        for (std::size_t i = 0; i < sides_.size(); ++i) {
            out.push_back(
                {sides_[i].path, stamp_of(sides_[i].file->bytes, staged_[i + 1].modified()), false});
        }
        out.insert(out.end(), there_.begin(), there_.end());
        return out;
    }

  private:
    struct Side {
        const SideFile* file;
        fs::path path;
        Over over;
    };

    /// A folder that cannot be created is reported when the file is written.
    void make_folders(const fs::path& folder) {
        std::vector<fs::path> missing;
        std::error_code error;
        for (fs::path at = folder; !at.empty() && !fs::exists(at, error); at = at.parent_path()) {
            missing.push_back(at);
        }
        for (auto at = missing.rbegin(); at != missing.rend(); ++at) {
            if (fs::create_directory(*at, error)) made_.push_back(*at);
        }
    }

    const fs::path* path_;
    std::span<const std::byte> bytes_;
    const Replaceable* replaces_;
    std::vector<Side> sides_;
    std::vector<WrittenFile> there_;
    std::vector<fs::path> made_;
    std::deque<StagedFile> staged_;  // the main file, then those of sides_
    bool done_ = false;
};

}  // namespace

bool may_replace(const fs::path& path, const Replaceable& replaces) {
    std::error_code error;
    const bool is_there = fs::exists(fs::symlink_status(path, error));
    if (!is_there || std::holds_alternative<AnyFile>(replaces)) return true;
    const FileStamp* stamp = std::get_if<FileStamp>(&replaces);
    return stamp != nullptr && (!fs::exists(path, error) || holds_same(path, *stamp));
}

Result<std::vector<WrittenFile>> write_together(const fs::path& path, std::span<const std::byte> bytes,
                                                const std::vector<SideFile>& beside,
                                                const std::vector<KnownFile>& own,
                                                const Replaceable& replaces, const FileBytes* source,
                                                const std::function<void(const FileStamp&)>& before_placing,
                                                bool keeps_previous) {
    Writing writing(path, bytes, replaces);
    if (Result<void> planned = writing.plan(beside, own); !planned) return tl::unexpected(planned.error());
    if (Result<void> staged = writing.stage(); !staged) return tl::unexpected(staged.error());
    if (source != nullptr && writing.is_in_place()) source->detach();
    if (before_placing) before_placing(stamp_of(bytes, 0));
    if (Result<void> placed = writing.place(keeps_previous); !placed) return tl::unexpected(placed.error());
    return writing.files();
}

}  // namespace vitruvian
