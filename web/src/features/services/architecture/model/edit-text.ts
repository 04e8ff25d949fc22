import type { ArchitectureEdit } from "@cairn/contract/architecture-edits";

import { formLabel } from "./canvas-node.ts";

/** A change in one sentence. `nameOf` answers what a node is called now, before the change. */
export function describeEdit(edit: ArchitectureEdit, nameOf: (nodeId: string) => string): string {
  switch (edit.kind) {
    case "added":
      return `Add ${formLabel(edit.form)} “${edit.name}”`;
    case "drawn": {
      const what = `${formLabel(edit.form)} “${edit.name}”${edit.technology === null ? "" : ` (${edit.technology})`}`;
      return edit.isNew ? `Draw ${what}` : `Change “${nameOf(edit.nodeId)}” to ${what}`;
    }
    case "renamed":
      return `Rename “${nameOf(edit.nodeId)}” to “${edit.name}”`;
    case "retyped":
      return `Change the type of “${nameOf(edit.nodeId)}” to ${formLabel(edit.form)}`;
    case "described":
      return `Describe “${nameOf(edit.nodeId)}”: ${edit.description}`;
    case "removed":
      return `Remove “${nameOf(edit.nodeId)}”`;
    case "joined":
      return edit.stance === "allowed"
        ? `Connect “${nameOf(edit.sourceId)}” to “${nameOf(edit.targetId)}”`
        : `Forbid “${nameOf(edit.sourceId)}” to use “${nameOf(edit.targetId)}”`;
    case "parted":
      return `Take back the line from “${nameOf(edit.sourceId)}” to “${nameOf(edit.targetId)}”`;
    case "arranged":
      return "Arrange all nodes";
  }
}
