"""What a run has to survive, and the test that tries it: a list that stays true."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

TESTS = Path(__file__).parents[1]
CLUSTER, HOSTILE = "engine/test_cluster.py", "commands/test_hostile_claims.py"
PAPERS, WAYS = "commands/test_hostile_papers.py", "commands/test_hostile_ways.py"
DEATHS, SIZES = "faults/test_worker_deaths.py", "faults/test_hostile_sizes.py"
FILES, INTERRUPTED = "test_reading_and_writing.py", "faults/test_interruptions.py"
MUTATED, DATA, SHAPES = (
    "faults/test_mutated_files.py",
    "instances/test_files.py",
    "quality/test_metamorphic.py",
)
CASES = {
    "processes: 1, 2, 4 and a cluster": (
        CLUSTER, "test_runs_of_one_two_and_four_processes_and_of_a_cluster_are_the_same",
    ),
    "processes: one dies": (CLUSTER, "test_a_worker_that_is_killed_costs_its_task_one_more_try"),
    "processes: a task that kills two": (
        CLUSTER, "test_a_task_that_kills_two_is_named_and_the_others_are_done",
    ),
    "processes: a task behind it": (DEATHS, "test_what_waits_behind_a_task_that_kills_is_not_blamed"),
    "processes: its claims": (
        CLUSTER, "test_claims_that_kill_two_workers_are_broken_and_the_others_are_judged",
    ),
    "processes: killed at random": (
        DEATHS, "test_local_workers_that_are_killed_change_nothing",
    ),
    "processes: a cluster's killed at random": (
        DEATHS, "test_workers_of_a_cluster_that_are_killed_change_nothing",
    ),
    "processes: small runs stay in one": ("engine/test_processes.py", "test_small_runs_stay_in_one_process"),
    "processes: a batch's tasks return tasks": (
        CLUSTER, "test_every_task_is_done_once_and_what_it_returns_too",
    ),
    "processes: their parent is killed": (
        CLUSTER, "test_workers_end_when_the_process_that_began_them_is_killed",
    ),
    "claims: exit, segfault, hang, GeneratorExit, 50 GB, printing": (
        HOSTILE, "test_each_hostile_claim_is_broken_with_the_place_and_no_other",
    ),
    "claims: the same under pytest and xdist": (
        HOSTILE, "test_a_suite_goes_on_after_a_claim_that_leaves",
    ),
    "claims: the same hunted": (HOSTILE, "test_a_hunt_goes_on_after_a_hostile_claim"),
    "claims: the same in a selftest": (HOSTILE, "test_a_selftest_goes_on_after_a_hostile_claim"),
    "claims: forks, alarms, open files, changed Python": (
        PAPERS, "test_what_a_claim_reaches_for_is_laid_to_it_alone_and_nothing_stays_behind",
    ),
    "claims: an exception without words, or with too many": (
        PAPERS, "test_a_reason_is_one_short_line_whatever_was_raised",
    ),
    "claims: the run's folder removed": (
        PAPERS, "test_a_run_whose_folder_somebody_has_removed_ends_in_one_line",
    ),
    "claims: 27 more ways to end a process or to raise, 4 that concern nobody": (
        WAYS, "test_each_way_is_laid_to_its_claim",
    ),
    "claims: 4 more ways to hang": (WAYS, "test_each_way_to_hang_is_ended"),
    "claims: 15 imports that end, hang, raise or fill memory": (
        WAYS, "test_each_module_that_does_not_import_is_one_line",
    ),
    "claims: an import that exits under pytest and xdist": (
        WAYS, "test_a_suite_whose_paper_leaves_as_it_is_imported_does_not_pass",
    ),
    "claims: the same as their rules are tested": (
        WAYS, "test_the_rules_of_checkers_are_tried_where_one_may_leave",
    ),
    "claims: what one writes, another sees": (WAYS, "test_no_claim_sees_what_another_has_written"),
    "claims: whoever runs it is killed": (
        WAYS, "test_a_claim_that_kills_whoever_runs_it_is_named_where_workers_do",
    ),
    "claims: an import that changes its process": (
        PAPERS, "test_a_module_changes_nothing_of_the_process_that_imports_it",
    ),
    "claims: a hang with --budget": (HOSTILE, "test_a_budget_ends_a_claim_that_hangs"),
    "claims: a --budget too short to do anything": (
        "commands/test_verify.py", "test_a_budget_in_which_nothing_is_done_says_that_it_is_too_short",
    ),
    "claims: an import that exits": (
        HOSTILE, "test_a_module_that_ends_its_process_as_it_is_imported_is_one_line",
    ),
    "claims: BROKEN by time and the baseline": (
        HOSTILE, "test_a_verdict_that_the_clock_has_brought_is_not_accepted",
    ),
    "claims: their parent is killed": (HOSTILE, "test_a_child_ends_when_its_parent_is_killed"),
    "writes: EIO, ENOSPC, EROFS, EMFILE, one file": (
        FILES, "test_a_file_stays_as_it_was_where_writing_fails",
    ),
    "writes: the same within a run": (
        INTERRUPTED, "test_a_write_that_fails_is_one_line_and_the_run_goes_on",
    ),
    "writes: before the settings line": (FILES, "test_a_run_that_cannot_begin_leaves_no_folder"),
    "writes: two that resume one run": (
        INTERRUPTED, "test_two_that_resume_one_run_write_each_verdict_once",
    ),
    "writes: one writer holds a run": (FILES, "test_one_writer_at_a_time_holds_a_run"),
    "writes: a journal that cannot grow": (FILES, "test_a_journal_that_cannot_grow_is_as_it_was"),
    "writes: lines deleted, doubled, swapped": (FILES, "test_a_line_that_does_not_follow_is_told"),
    "writes: temporary folders of who is killed": (
        FILES, "test_what_a_killed_process_has_left_goes_with_the_next_and_what_is_held_stays",
    ),
    "reads: FIFO, /dev/zero behind a link": (
        FILES, "test_what_is_no_regular_file_is_refused_without_waiting",
    ),
    "reads: all readers at pipes, devices, circles, gigabytes": (
        "faults/test_hostile_places.py", "test_what_is_no_file_of_its_kind_is_one_line",
    ),
    "reads: NUL, invalid UTF-8, depth": (FILES, "test_a_bad_document_is_one_line"),
    "reads: a line of a gigabyte": (FILES, "test_a_line_without_an_end_is_not_followed"),
    "reads: 10^9 x 10^9, object arrays": (DATA, "test_a_malformed_npz_dataset_is_refused_in_one_line"),
    "reads: a zip bomb": (DATA, "test_a_zip_bomb_is_refused_before_it_is_unpacked"),
    "reads: a directory that lies": (
        DATA, "test_an_archive_whose_directory_lies_is_unpacked_no_further_than_its_header_says",
    ),
    "reads: 256 MB, 2 s, before torch": (
        DATA, "test_a_hostile_file_is_refused_quickly_in_little_memory_without_torch",
    ),
    "reads: books within 256 MB and 2 s": (SIZES, "test_a_hostile_book_is_refused_quickly_in_little_memory"),
    "reads: counterexamples likewise": (
        SIZES, "test_a_hostile_counterexample_is_refused_quickly_in_little_memory",
    ),
    "reads: settings likewise": (SIZES, "test_hostile_settings_are_refused_quickly_in_little_memory"),
    "reads: journals likewise": (SIZES, "test_a_hostile_journal_is_refused_quickly_in_little_memory"),
    "reads: --max-size and its default": (
        "instances/test_arrays.py", "test_half_of_the_free_memory_is_the_limit_unless_said",
    ),
    "reads: nothing is executed": ("test_doors.py", "test_nothing_that_is_read_is_run"),
    "reads: by two doors": ("test_doors.py", "test_files_are_opened_in_two_places"),
    "reads: changed data": (MUTATED, "test_changed_data_is_refused_in_one_line_or_read_as_it_is"),
    "reads: changed texts and tokens": (
        MUTATED, "test_a_changed_text_is_refused_in_one_line_or_counted_as_it_is",
    ),
    "reads: changed baselines": (
        MUTATED, "test_a_changed_baseline_is_refused_in_one_line_or_expects_what_it_says",
    ),
    "reads: a changed catalogue in the cache": (MUTATED, "test_a_changed_catalogue_is_made_anew"),
    "reads: changed settings": (MUTATED, "test_changed_settings_are_refused_in_one_line_or_read_as_they_are"),
    "reads: changed books": (
        MUTATED, "test_a_changed_book_is_refused_in_one_line_or_states_another_claim",
    ),
    "reads: changed counterexamples": (MUTATED, "test_a_changed_counterexample_is_refused_or_is_one"),
    "reads: changed journals": (
        MUTATED, "test_a_changed_journal_is_refused_in_one_line_or_is_a_beginning",
    ),
    "interruptions: SIGINT and SIGTERM": (
        INTERRUPTED, "test_an_interrupted_run_leaves_with_2_and_goes_on",
    ),
    "interruptions: as a module is imported": (
        "commands/test_interrupts.py", "test_ctrl_c_during_an_import_leaves_with_2_and_one_line",
    ),
    "interruptions: before the engine has begun": (
        "commands/test_interrupts.py", "test_ctrl_c_before_the_engine_has_begun_is_no_unreadable_run",
    ),
    "interruptions: kill -9": (INTERRUPTED, "test_a_killed_run_goes_on"),
    "data: six changes": (SHAPES, "test_margin_loss_and_compatibility_follow"),
    "data: a token that never occurs": (SHAPES, "test_a_token_that_never_occurs_adds_to_the_loss_alone"),
    "exit codes: `replay`": ("commands/test_hunt.py", "test_replay_leaves_with_the_worst_of_what_it_met"),
    "exit codes: `verify`": ("commands/test_verify.py", "test_a_run_fails_when_a_verdict_differs"),
    "surroundings": ("quality/test_determinism.py", "test_surroundings_change_no_byte"),
    "supply: bounds and pins": ("test_sbom.py", "test_every_requirement_has_a_lower_bound_and_a_pin"),
    "supply: licences": ("test_sbom.py", "test_every_pinned_package_has_a_licence"),
    "supply: hashes": ("test_sbom.py", "test_what_make_installs_is_pinned_and_all_but_torch_by_hashes"),
}  # fmt: skip


@pytest.mark.parametrize("case", CASES)
def test_each_case_has_its_test(case: str) -> None:
    file, name = CASES[case]
    tree = ast.parse((TESTS / file).read_text(encoding="utf-8"))
    assert name in {node.name for node in tree.body if isinstance(node, ast.FunctionDef)}
