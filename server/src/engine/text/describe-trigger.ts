import type { IndexedTrigger, TriggerKind } from "#server/code-index/ports/triggers.ts";

import { codeSpan } from "./clean-prose.ts";

interface TriggerTable {
  kind: TriggerKind;
  title: string;
  columns: readonly string[];
}

/** Lists of what starts work beside requests; commands have lists of their own. */
export const triggerTables: readonly TriggerTable[] = [
  { kind: "schedule", title: "By the clock", columns: ["When", "Job", "By"] },
  { kind: "consumer", title: "By messages", columns: ["Message", "Handled by", "By"] },
  { kind: "job", title: "Jobs", columns: ["Queue", "Job", "By"] },
  { kind: "event-listener", title: "By events of the program", columns: ["Event", "Handled by", "By"] },
];

/** Cells of its row; what is put in while it runs stands in braces. */
export function describeTrigger({ name, schedule, topic, handler, framework }: IndexedTrigger): string[] {
  const first = schedule ?? topic;
  const ran =
    handler === null || handler === name || handler.endsWith(`.${name}`) || name.startsWith(`${handler} `)
      ? ""
      : `, ${codeSpan(handler)}`;
  return [first === null ? "" : shownStart(first), `${codeSpan(name)}${ran}`, framework];
}

/** `{schedule}` is the name of what is put in while it runs. */
function shownStart(text: string): string {
  const put = /^\{([A-Za-z_][\w.]*)\}$/.exec(text)?.[1];
  // An expression that nobody worked out is no time.
  if (put === undefined && /^\{.*\}$/.test(text)) return "worked out while it runs";
  return put === undefined ? codeSpan(text) : `set by ${codeSpan(put)}`;
}
