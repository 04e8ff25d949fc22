import type { RunPhase } from "./run-phase.ts";

/** Builds and tests the change with the commands of its service. */
export const checkBuild: RunPhase = {
  step: "fix-build-errors",
  async intend() {
    return {};
  },
  async perform() {
    return { oid: null, summary: "No commands are set for this repository, so nothing was built or tested." };
  },
};
