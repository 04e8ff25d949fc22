import { AppError } from "@cairn/contract/errors";

import type { ImplementationRow } from "#server/domain/implementations/store/implementations.store.ts";
import { findPatch } from "#server/engine/patches/find-patch.ts";
import { readPatch, type ReadPatch } from "#server/engine/patches/read-patch.ts";

/** The diff that the task held when the run began. Throws `invalid_input` in plain words where it cannot be applied to anything. */
export function readBrief({ brief }: Pick<ImplementationRow, "brief">): ReadPatch {
  const patch = findPatch(brief.description);
  if (patch !== null) return readPatch(patch);
  const message =
    "The task's description holds no diff. Put a unified diff there, in a block that begins with ```diff; it is then applied as it is.";
  throw new AppError("invalid_input", { message });
}
