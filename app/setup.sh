# What ./app/run, ./tests/run and .ci/run share: packages, configuring, building. Sourced by bash.

vitruvian_root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)

# One requirement a line; where releases name a package differently: first|second.
packages_build='
g++
cmake
ninja-build
pkg-config|pkgconf
python3-glad
libglfw3-dev
libimgui-dev
libglm-dev
libtinygltf-dev
libstb-dev
libcli11-dev
libfmt-dev
nlohmann-json3-dev
libexpected-dev|libtl-expected-dev
libfast-float-dev
libeigen3-dev
libpugixml-dev
libmeshoptimizer-dev
libdeflate-dev
libdraco-dev
libjpeg-dev
libpng-dev
libgif-dev
libwebp-dev
libzstd-dev
zlib1g-dev
libegl-dev
libgl-dev
libfontconfig-dev
fonts-inter'
packages_run='
libegl1
libgl1
libgl1-mesa-dri
fonts-droid-fallback'
packages_test='
libgtest-dev
libgmock-dev
libbenchmark-dev
python3
python3-xlib
xvfb
xauth
xdotool'

say() { printf 'vitruvian: %s\n' "$*" >&2; }
die() { say "$*"; exit 1; }

# as_root COMMAND...: with sudo where this is not root.
as_root() {
    if [ "$(id -u)" -eq 0 ]; then
        "$@"
    elif command -v sudo >/dev/null; then
        sudo "$@"
    else
        die "this needs root, and there is no sudo here. Run as root: $*"
    fi
}

# read_candidates NAME...: sets `candidates` to the names that apt can install, with a space around each.
read_candidates() {
    # The output is taken whole: a reader that stops early would make apt-cache fail.
    candidates=$(apt-cache policy "$@" 2>/dev/null |
        awk '/^[^ ]/ { name = $1; sub(/:$/, "", name) } /^  Candidate: [^(]/ { printf " %s ", name }') || true
}

# first_candidate a|b: the first of the names that is in `candidates`, or nothing.
first_candidate() {
    local name
    for name in ${1//|/ }; do
        case $candidates in *" $name "*) printf '%s\n' "$name"; return 0 ;; esac
    done
    return 1
}

# ensure_packages PURPOSE REQUIREMENT...: installs what is missing, saying what and why.
ensure_packages() {
    local purpose=$1 requirement installed missing=() names=() unknown=() updated=no
    shift
    if ! command -v dpkg-query >/dev/null || ! command -v apt-get >/dev/null; then
        say "no apt here: please see to it that these are installed: $*"
        return 0
    fi
    local all=$*
    # dpkg-query fails where it does not know a package, which is what is asked here.
    # shellcheck disable=SC2086  # the list is split into words on purpose
    installed=" $(dpkg-query -W -f '${Package}=${db:Status-Status} ' ${all//|/ } 2>/dev/null || true) "
    for requirement in "$@"; do
        local found=no name
        for name in ${requirement//|/ }; do
            case $installed in *" $name=installed "*) found=yes ;; esac
        done
        [ $found = yes ] || missing+=("$requirement")
    done
    [ ${#missing[@]} -gt 0 ] || return 0

    local candidates wanted=${missing[*]}
    # shellcheck disable=SC2086
    read_candidates ${wanted//|/ }
    for requirement in "${missing[@]}"; do
        first_candidate "$requirement" >/dev/null && continue
        say 'bringing the list of packages up to date (apt-get update)'
        as_root apt-get -qq update || say 'apt-get update had trouble; going on'
        updated=yes
        # shellcheck disable=SC2086
        read_candidates ${wanted//|/ }
        break
    done
    for requirement in "${missing[@]}"; do
        local name
        if name=$(first_candidate "$requirement"); then names+=("$name"); else unknown+=("$requirement"); fi
    done
    if [ ${#unknown[@]} -gt 0 ]; then
        die "this system's packages do not include: ${unknown[*]}. Debian 12 and 13 and Ubuntu 24.04 have them all."
    fi
    say "installing what is needed to $purpose: ${names[*]}"
    install_packages "${names[@]}" && return 0
    [ $updated = no ] || die 'apt could not install these packages; see above'
    say 'trying again with the list of packages brought up to date'
    as_root apt-get -qq update
    install_packages "${names[@]}" || die 'apt could not install these packages; see above'
}

install_packages() {
    as_root env DEBIAN_FRONTEND=noninteractive apt-get -qq -y -o Dpkg::Use-Pty=0 \
        install --no-install-recommends "$@" >/dev/null
}

# run_logged LOG COMMAND...: quiet; on failure the log's end.
run_logged() {
    local log=$1
    shift
    "$@" >"$log" 2>&1 && return 0
    tail -n 60 "$log" >&2
    die "that failed: $* (all of it in $log)"
}

# with_large_pages COMMAND...: for many short processes that fill fresh memory, as the tests are: the C library asks for
# pages of 2 MB. Where page faults are dear, as in virtual machines, that is a quarter of their time.
with_large_pages() { GLIBC_TUNABLES=${GLIBC_TUNABLES:-glibc.malloc.hugetlb=1} "$@"; }

# with_kept_memory COMMAND...: for compilers, which give memory back only to fill it again: a tenth of clang's time.
with_kept_memory() {
    local options=glibc.malloc.hugetlb=1:glibc.malloc.trim_threshold=4294967296
    GLIBC_TUNABLES=${GLIBC_TUNABLES:-$options:glibc.malloc.mmap_threshold=1073741824:glibc.malloc.top_pad=16777216} "$@"
}

# configure PRESET [ARGUMENT...]: a second run takes about a second.
configure() {
    local preset=$1 log=$vitruvian_root/build/$1/configure.log
    mkdir -p "$vitruvian_root/build/$preset"
    (cd "$vitruvian_root" && run_logged "$log" cmake --preset "$@")
}

# configure_asan [OPTION...]: with clang where it is installed, which takes two thirds of g++'s time for this build. A tree
# that there is keeps its compiler and its options.
configure_asan() {
    local compiler=()
    if [ ! -f "$vitruvian_root/build/asan/CMakeCache.txt" ] &&
        clang++ -x c++ -fsanitize=address,undefined -o /dev/null - <<<'int main() {}' 2>/dev/null; then
        compiler=(-DCMAKE_CXX_COMPILER=clang++ -DCMAKE_C_COMPILER=clang)
    fi
    configure asan "${compiler[@]}" "$@"
}

# build PRESET TARGET...: progress on one line where somebody watches, else a line for every ten per cent.
build() {
    local preset=$1 dir=$vitruvian_root/build/$1
    shift
    if [ -t 1 ]; then
        NINJA_STATUS='[%f/%t] ' with_kept_memory ninja -C "$dir" "$@" || die 'the build failed; see above'
    else
        say "building $preset: $*"
        NINJA_STATUS='[%f/%t] ' with_kept_memory ninja -C "$dir" "$@" 2>&1 | tee "$dir/build.log" | show_tenths && return 0
        tail -n 60 "$dir/build.log" >&2
        die "the build failed (all of it in $dir/build.log)"
    fi
}

# show_tenths: of ninja's lines "[n/m] ...", says one for every ten per cent of a build of more than a few steps.
show_tenths() {
    local line finished total tenth last=0
    while IFS= read -r line; do
        [[ $line =~ ^\[([0-9]+)/([0-9]+)\] ]] || continue
        finished=${BASH_REMATCH[1]} total=${BASH_REMATCH[2]}
        tenth=$((10 * finished / total))
        [ "$total" -ge 20 ] && [ $tenth -gt $last ] && say "$finished of $total"
        last=$tenth
    done
}
