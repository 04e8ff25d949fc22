import type { ImplementationEngine } from "@cairn/contract/implementations";

import { analyseForAgent } from "#server/domain/implementations/acp/analyse-for-agent.ts";
import { buildWithAgent } from "#server/domain/implementations/acp/build-with-agent.ts";
import { mendWithAgent } from "#server/domain/implementations/acp/mend-with-agent.ts";
import { analyseTask, mendBuild, writeWithAgent } from "#server/domain/implementations/agent/agent-phases.ts";
import { checkBuild } from "#server/domain/implementations/checks/check-build.ts";
import { analyseDiff } from "#server/domain/implementations/diff-engine/analyse-diff.ts";
import { buildDiff } from "#server/domain/implementations/diff-engine/build-diff.ts";
import { inspectDiff } from "#server/domain/implementations/diff-engine/inspect-diff.ts";
import { prepareConflicts } from "#server/domain/implementations/merge/conflicts/prepare-conflicts.ts";
import { readPush } from "#server/domain/implementations/own-machine/read-push.ts";
import type { Rerun } from "#server/domain/implementations/phases/rerun-steps.ts";
import type { RunPhase } from "#server/domain/implementations/phases/run-phase.ts";
import { takeReviewerCommit } from "#server/domain/implementations/reviewer-commits/take-reviewer-commit.ts";

/** What a run does one after the other, by what writes the change. */
const phasesOf: Record<ImplementationEngine, readonly RunPhase[]> = {
  diff: [analyseDiff, buildDiff, inspectDiff, checkBuild],
  agent: [analyseTask, writeWithAgent, inspectDiff, mendBuild],
  "coding-agent": [analyseForAgent, buildWithAgent, inspectDiff, mendWithAgent],
  "own-machine": [readPush, inspectDiff, checkBuild],
};

/** What a run does: where a reviewer made the commit, nothing writes but they. */
export function listPhases(engine: ImplementationEngine, rerun: Rerun | null): readonly RunPhase[] {
  switch (rerun?.kind) {
    case "reviewer-commit":
      return [takeReviewerCommit(rerun), inspectDiff, checkBuild];
    case "conflicts":
      return [prepareConflicts(rerun), ...phasesOf[engine]];
    case undefined:
      return phasesOf[engine];
  }
}
