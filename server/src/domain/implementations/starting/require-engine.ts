import { AppError } from "@cairn/contract/errors";
import type { ImplementationEngine } from "@cairn/contract/implementations";

import type { Ctx } from "#server/ctx.ts";
import { readBrief } from "#server/domain/implementations/diff-engine/read-brief.ts";
import type { ImplementationRow } from "#server/domain/implementations/store/implementations.store.ts";
import type { RunTarget } from "#server/domain/implementations/store/starting.store.ts";

/** Throws, in words, what an engine lacks to implement this in that repository. */
export function requireEngine(
  { model }: Pick<Ctx, "model">,
  engine: ImplementationEngine,
  { brief, target }: { brief: ImplementationRow["brief"]; target: RunTarget },
): void {
  switch (engine) {
    case "diff":
      readBrief({ brief });
      return;
    case "agent":
      if (model !== null) return;
      throw new AppError("conflict", {
        message: "No language model is set on this server. An operator sets MODEL_PROVIDER and MODEL_NAME.",
      });
    case "own-machine":
      if (target.isHosted) return;
      throw new AppError("conflict", {
        message: `The repository “${target.slug}” is hosted elsewhere. Only those that this server hosts give a branch to push to.`,
      });
  }
}
