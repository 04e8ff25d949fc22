import type { Implementation } from "@cairn/contract/implementations";

import { sampleId } from "#web/testing/sample.ts";

/** An implementation that is ready for review. */
export function makeImplementation(change: Partial<Implementation> = {}): Implementation {
  const at = "2026-11-21T09:00:00.000Z";
  return {
    implementationId: sampleId(1),
    projectImplementationId: 1,
    state: "created",
    running: false,
    waitsForPush: false,
    pushUntil: null,
    commitObstacle: null,
    pause: null,
    budget: { inputTokens: 0, outputTokens: 0, costUsd: null, reservedTokens: 0, tokenLimit: 2_000_000 },
    position: null,
    outcome: "completed",
    engine: "diff",
    agent: null,
    repository: { repositoryId: sampleId(2), slug: "ferry-board", hostedAt: null },
    workingBranch: "cairn/9-show-tides",
    isPublished: true,
    baseBranch: "main",
    base: "a".repeat(40),
    head: "b".repeat(40),
    proof: {
      state: "green",
      summary: "Build and Test pass. Its criterion is proven.",
      commands: { passed: 2, total: 2 },
      criteria: { proven: 1, total: 1 },
    },
    progress: null,
    canMerge: true,
    mergeObstacles: [],
    mergeQueue: null,
    pullRequest: null,
    merge: null,
    comments: { total: 0, open: 0 },
    createdAt: at,
    startedAt: at,
    endedAt: at,
    creator: null,
    events: [
      {
        type: "code-analysis",
        state: "success",
        startedAt: at,
        completedAt: at,
        summary: "The diff is about one file.",
      },
    ],
    task: { taskId: sampleId(9), name: "FB-9", title: "Show tides", state: "in-review" },
    logSequence: 1,
    ...change,
  };
}
