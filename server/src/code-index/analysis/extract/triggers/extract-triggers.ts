import { guardParser } from "#server/code-index/analysis/extract/parsing/load-grammar.ts";
import type { WholeTree } from "#server/code-index/analysis/extract/parsing/whole-tree.ts";
import type { TriggerDeclarations } from "#server/code-index/ports/triggers.ts";

import { scanTriggers } from "./scan-triggers.ts";
import { extractScheduleFile } from "./schedule-files.ts";
import type { TriggerFramework } from "./trigger-framework.ts";
import { triggerFrameworks } from "./trigger-frameworks.ts";

interface TriggeredLanguage {
  frameworks: readonly TriggerFramework[];
  /** Files without any of this are not parsed. */
  mayTrigger: RegExp;
}

/** Classes of constants, constants that topics and schedules are kept in, and classes whose base in another file makes them jobs. */
const mayName = new RegExp(
  [
    /\b(?:class|interface|object|module|enum)\s+\w*(?:Topic|Queue|Channel|Event)\w*/,
    /\b\w*(?:TOPIC|QUEUE|CHANNEL|SUBJECT|CRON|EXCHANGE|ROUTING_KEY|COMMAND|SCHEDULE|Topic|Queue|Subject|Cron|Schedule|Cmd|Command|cmd|command)\w*\b[^\n=(){};]{0,40}=\s*["']/,
    /\bclass \w+(?:Job|Worker|Consumer|Listener)\b/,
    /\bclass \w+Service\b[^{]{0,200}:\s*\w+Service\b/,
    /\bclass \w+[ \t]*(?:extends|implements|[<(:])[ \t]*(?:\w+[.:\\]+){0,6}\w*(?:Job|Worker|Queu|Background|Schedul|Consumer|Listener|Command|Task|BaseProcessor)/,
    /=\s*\w*[cC]ron\w*\(["']/,
  ]
    .map(({ source }) => source)
    .join("|"),
);

const languages: ReadonlyMap<string, TriggeredLanguage> = new Map(
  [...new Set(triggerFrameworks.flatMap((one) => one.languages))].map((language) => {
    const frameworks = triggerFrameworks.filter((one) => one.languages.includes(language));
    const sources = [...frameworks.map(({ mayTrigger }) => mayTrigger.source), mayName.source];
    return [language, { frameworks, mayTrigger: new RegExp(sources.join("|"), "m") }];
  }),
);

/** What a file says of scheduled jobs, messages and commands; null where it says nothing. */
export async function extractTriggers(whole: WholeTree): Promise<TriggerDeclarations | null> {
  const { language, text } = whole.source;
  const fromFile = extractScheduleFile(whole.source);
  if (fromFile !== null) return fromFile;
  const triggered = languages.get(language ?? "");
  if (triggered === undefined || !triggered.mayTrigger.test(text)) return null;
  const view = await whole.view();
  if (view === null) return null;
  const { result } = guardParser(() => scanTriggers(view, triggered.frameworks));
  return result === null || isEmpty(result) ? null : result;
}

function isEmpty({ triggers, publishers, objects, constants }: TriggerDeclarations): boolean {
  return triggers.length + publishers.length + Object.keys(objects).length + Object.keys(constants).length === 0;
}
