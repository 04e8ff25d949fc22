import {
  listChangeOverlaps as listChangeOverlapsEndpoint,
  listReviewOverlaps as listReviewOverlapsEndpoint,
  listTaskOverlaps as listTaskOverlapsEndpoint,
} from "@cairn/contract/change-overlaps";
import { getChangeOverview as getChangeOverviewEndpoint } from "@cairn/contract/change-overview";
import * as conflicts from "@cairn/contract/conflict-resolution";
import * as comments from "@cairn/contract/implementation-comments";
import * as documents from "@cairn/contract/implementation-documents";
import * as engines from "@cairn/contract/implementation-engines";
import * as merging from "@cairn/contract/implementation-merging";
import * as contract from "@cairn/contract/implementations";
import * as queue from "@cairn/contract/merge-queue";
import * as marks from "@cairn/contract/review-marks";
import * as reviews from "@cairn/contract/reviews";
import * as ruleChecks from "@cairn/contract/rule-checks";
import * as budgets from "@cairn/contract/run-budgets";
import { getImplementationChecks as getImplementationChecksEndpoint } from "@cairn/contract/run-checks";

import { defineRoute } from "#server/edge.ts";

import { listReviewableBranches } from "./branches/list-reviewable-branches.ts";
import { reviewBranch } from "./branches/review-branch.ts";
import { getUsualRunBudget } from "./budget/get-usual-run-budget.ts";
import { setRunBudget } from "./budget/set-run-budget.ts";
import { setUsualRunBudget } from "./budget/set-usual-run-budget.ts";
import { addComment } from "./comments/add-comment.ts";
import { deleteComment } from "./comments/delete-comment.ts";
import { listComments } from "./comments/list-comments.ts";
import { resolveComment } from "./comments/resolve-comment.ts";
import { updateComment } from "./comments/update-comment.ts";
import { discardImplementation } from "./discarding/discard-implementation.ts";
import { listImplementationDocuments } from "./documents/list-implementation-documents.ts";
import { updateImplementationDocument } from "./documents/update-implementation-document.ts";
import { getImplementationEngines } from "./engines/get-implementation-engines.ts";
import { setDefaultEngine } from "./engines/set-default-engine.ts";
import { getChangesSinceLook } from "./marks/get-changes-since-look.ts";
import { getReviewMarks } from "./marks/get-review-marks.ts";
import { noteLook } from "./marks/note-look.ts";
import { setViewed } from "./marks/set-viewed.ts";
import { enterMergeQueue } from "./merge-queue/enter-merge-queue.ts";
import { leaveMergeQueue } from "./merge-queue/leave-merge-queue.ts";
import { getConflicts } from "./merge/conflicts/get-conflicts.ts";
import { resolveConflicts } from "./merge/conflicts/resolve-conflicts.ts";
import { runConflicts } from "./merge/conflicts/run-conflicts.ts";
import { mergeImplementation } from "./merge/merge-implementation.ts";
import { previewMerge } from "./merge/preview-merge.ts";
import { listChangeOverlaps } from "./overlaps/list-change-overlaps.ts";
import { listReviewOverlaps } from "./overlaps/list-review-overlaps.ts";
import { listTaskOverlaps } from "./overlaps/list-task-overlaps.ts";
import { getChangeOverview } from "./overview/get-change-overview.ts";
import { createPushKey } from "./own-machine/create-push-key.ts";
import { getImplementationBrief } from "./own-machine/get-implementation-brief.ts";
import { exportImplementationLog } from "./reading/export-implementation-log.ts";
import { getImplementationChecks } from "./reading/get-implementation-checks.ts";
import { getImplementationDiff } from "./reading/get-implementation-diff.ts";
import { getImplementationLog } from "./reading/get-implementation-log.ts";
import { getImplementation } from "./reading/get-implementation.ts";
import { listImplementations } from "./reading/list-implementations.ts";
import { listReviews } from "./reading/list-reviews.ts";
import { proveImplementation } from "./reviewer-commits/prove-implementation.ts";
import { getRuleScoreboard } from "./rules/get-rule-scoreboard.ts";
import { listImplementationRules } from "./rules/list-implementation-rules.ts";
import { previewRuleCheck } from "./rules/preview-rule-check.ts";
import { getImplementationOptions } from "./starting/get-implementation-options.ts";
import { resumeImplementation } from "./starting/resume-implementation.ts";
import { reviseImplementation } from "./starting/revise-implementation.ts";
import { startImplementation } from "./starting/start-implementation.ts";
import { stopImplementation } from "./starting/stop-implementation.ts";
import { applySuggestions } from "./suggestions/apply-suggestions.ts";

export const implementationRoutes = [
  defineRoute(contract.listImplementations, listImplementations),
  defineRoute(reviews.listReviews, listReviews),
  defineRoute(reviews.listReviewableBranches, listReviewableBranches),
  defineRoute(reviews.reviewBranch, reviewBranch),
  defineRoute(contract.startImplementation, startImplementation),
  defineRoute(contract.stopImplementation, stopImplementation),
  defineRoute(contract.discardImplementation, discardImplementation),
  defineRoute(contract.resumeImplementation, resumeImplementation),
  defineRoute(contract.proveImplementation, proveImplementation),
  defineRoute(contract.setRunBudget, setRunBudget),
  defineRoute(budgets.getUsualRunBudget, getUsualRunBudget),
  defineRoute(budgets.setUsualRunBudget, setUsualRunBudget),
  defineRoute(contract.reviseImplementation, reviseImplementation),
  defineRoute(contract.getImplementation, getImplementation),
  defineRoute(contract.getImplementationDiff, getImplementationDiff),
  defineRoute(getImplementationChecksEndpoint, getImplementationChecks),
  defineRoute(getChangeOverviewEndpoint, getChangeOverview),
  defineRoute(listChangeOverlapsEndpoint, listChangeOverlaps),
  defineRoute(listReviewOverlapsEndpoint, listReviewOverlaps),
  defineRoute(listTaskOverlapsEndpoint, listTaskOverlaps),
  defineRoute(ruleChecks.listImplementationRules, listImplementationRules),
  defineRoute(ruleChecks.getRuleScoreboard, getRuleScoreboard),
  defineRoute(ruleChecks.previewRuleCheck, previewRuleCheck),
  defineRoute(contract.getImplementationLog, getImplementationLog),
  defineRoute(contract.exportImplementationLog, exportImplementationLog),
  defineRoute(contract.createPushKey, createPushKey),
  defineRoute(contract.getImplementationBrief, getImplementationBrief),
  defineRoute(contract.getImplementationOptions, getImplementationOptions),
  defineRoute(merging.previewMerge, previewMerge),
  defineRoute(merging.mergeImplementation, mergeImplementation),
  defineRoute(queue.enterMergeQueue, enterMergeQueue),
  defineRoute(queue.leaveMergeQueue, leaveMergeQueue),
  defineRoute(documents.listImplementationDocuments, listImplementationDocuments),
  defineRoute(documents.updateImplementationDocument, updateImplementationDocument),
  defineRoute(comments.listComments, listComments),
  defineRoute(comments.addComment, addComment),
  defineRoute(comments.updateComment, updateComment),
  defineRoute(comments.deleteComment, deleteComment),
  defineRoute(comments.resolveComment, resolveComment),
  defineRoute(comments.applySuggestions, applySuggestions),
  defineRoute(conflicts.getConflicts, getConflicts),
  defineRoute(conflicts.resolveConflicts, resolveConflicts),
  defineRoute(conflicts.runConflicts, runConflicts),
  defineRoute(marks.getReviewMarks, getReviewMarks),
  defineRoute(marks.setViewed, setViewed),
  defineRoute(marks.noteLook, noteLook),
  defineRoute(marks.getChangesSinceLook, getChangesSinceLook),
  defineRoute(engines.getImplementationEngines, getImplementationEngines),
  defineRoute(engines.setDefaultEngine, setDefaultEngine),
];
