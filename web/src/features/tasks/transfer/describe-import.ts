import type { TaskImport } from "@cairn/contract/task-imports";

import { countTasks } from "./count-tasks.ts";

/** How an import stands, in one sentence. */
export function describeImport({ state, name, total, written, kept, failure }: TaskImport): string {
  switch (state) {
    case "preview":
      return `${name} was not imported yet`;
    case "running":
      return `Importing ${name}: ${written.toLocaleString("en")} of ${countTasks(total)}`;
    case "done":
      return `${countTasks(written)} imported from ${name}`;
    case "failed":
      return `Importing ${name} ended after ${written.toLocaleString("en")} of ${countTasks(total)}. ${failure ?? ""}`.trim();
    case "undone":
      return kept === 0
        ? `Import of ${name} undone`
        : `Import of ${name} undone; ${countTasks(kept)} that people had changed ${kept === 1 ? "stays" : "stay"}`;
  }
}
