// Checking many files at once: every one has its result, in order, whatever happens to the others.
#include "app/jobs/check_job.h"
#include "app/jobs/fix_job.h"
#include "app/jobs/input_files.h"
#include "app/jobs/run_jobs.h"

#include <gtest/gtest.h>

#include <atomic>
#include <new>
#include <set>
#include <thread>

namespace vitruvian {
namespace {

TEST(Jobs, EachIsDoneOnceOnAnyNumberOfThreads) {
    for (const unsigned threads : {0U, 1U, 3U, 64U}) {
        std::vector<std::atomic<int>> done(100);
        std::size_t last = 0;
        run_jobs(
            done.size(), threads, [&](std::size_t i) { ++done[i]; },
            [&](std::size_t count) { EXPECT_EQ(count, ++last); });
        for (const std::atomic<int>& count : done) EXPECT_EQ(count, 1);
        EXPECT_EQ(last, done.size());
    }
}

TEST(Jobs, AWatchIsOverAfterItsTimeAndNotBefore) {
    Deadlines deadlines;
    const Deadlines::Watch soon(deadlines, std::chrono::milliseconds(0));
    const Deadlines::Watch late(deadlines, std::chrono::hours(1));
    while (!soon.is_over()) std::this_thread::yield();
    EXPECT_FALSE(late.is_over());
}

CheckJob job_that(std::function<Result<Document>(const std::string&, const LoadOptions&)> load) {
    CheckJob job;
    job.load = std::move(load);
    return job;
}

TEST(CheckFiles, ResultsAreInTheOrderOfTheFiles) {
    const CheckJob job = job_that([](const std::string& file, const LoadOptions&) -> Result<Document> {
        if (file == "7") return fail("bad", "this one is broken", {file, 3, 4, {}});
        if (file == "8") throw std::bad_alloc();
        return Document{};
    });
    std::vector<std::string> files;
    for (int i = 0; i < 20; ++i) files.push_back(std::to_string(i));
    const std::vector<report::PackedResult> results = check_files(files, job);
    ASSERT_EQ(results.size(), files.size());
    for (std::size_t i = 0; i < files.size(); ++i) {
        EXPECT_EQ(results[i].file(), files[i]);
        EXPECT_EQ(results[i].is_unreadable(), i == 7 || i == 8);
    }
    const report::FileResult broken = results[7].unpacked();
    ASSERT_EQ(broken.findings.size(), 1U);
    EXPECT_EQ(broken.findings[0].id, "READ");
    EXPECT_EQ(broken.findings[0].where.line, 3);
}

TEST(CheckFiles, WhatTakesTooLongIsAFinding) {
    CheckJob job = job_that([](const std::string& file, const LoadOptions& options) -> Result<Document> {
        while (file == "slow to read" && !options.cancel->load()) std::this_thread::yield();
        if (file == "slow to read") return fail("cancelled", "loading was cancelled");
        while (file == "slow to check" && !options.cancel->load()) std::this_thread::yield();
        return Document{};
    });
    job.max_time = std::chrono::milliseconds(1);
    for (const char* file : {"slow to read", "slow to check"}) {
        const report::FileResult result = check_files({file}, job).front().unpacked();
        ASSERT_EQ(result.findings.size(), 1U) << file;
        EXPECT_NE(result.findings[0].message.find("takes-too-long"), std::string::npos);
    }
}

TEST(Shards, AreDisjointAndTogetherAll) {
    std::vector<std::string> files;
    for (int i = 0; i < 17; ++i) files.push_back(std::to_string(i));
    for (const int shards : {1, 2, 5, 17, 40}) {
        std::multiset<std::string> seen;
        for (int shard = 1; shard <= shards; ++shard) {
            const std::vector<std::string> part = shard_of(files, shard, shards);
            seen.insert(part.begin(), part.end());
            EXPECT_LE(part.size(), files.size() / static_cast<std::size_t>(shards) + 1);
        }
        EXPECT_EQ(seen, std::multiset<std::string>(files.begin(), files.end()));
    }
}

}  // namespace
}  // namespace vitruvian
