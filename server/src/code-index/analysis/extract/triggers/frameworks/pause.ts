import type { TriggerRule } from "#server/code-index/analysis/extract/triggers/trigger-framework.ts";

import { noWork } from "./no-work.ts";

/** A call that a loop without end waits by between two rounds. */
export const pause = {
  kind: "schedule", needs: "schedule", isNamedByFunction: true, repeats: "pause", except: noWork,
} satisfies TriggerRule; // prettier-ignore
