import { decides } from "#server/engine/facts/project/explain-reading.ts";
import { findSettings, type Setting } from "#server/engine/facts/project/find-config.ts";
import { findPrerequisites } from "#server/engine/facts/project/find-prerequisites.ts";
import { isLeftover, settingTable } from "#server/engine/pages/service/setting-table.ts";
import { list } from "#server/engine/sections/section-draft.ts";
import type { Draft, PageSubject } from "#server/engine/sections/section-template.ts";
import { codeSpan } from "#server/engine/text/clean-prose.ts";
import { fold } from "#server/engine/text/wording.ts";

import { perScope } from "./per-scope.ts";

/** Runtimes, toolchains and containers that must be there first. */
export function draftPrerequisites(subject: PageSubject): Promise<Draft | null> {
  return perScope(subject, async (scope) => {
    const items = await findPrerequisites(scope);
    return items.length > 0 ? [list(null, items)] : [];
  });
}

/** Settings that it fails without, then those that an example file asks to fill in; else those without a default. */
export function draftFirstSettings(subject: PageSubject): Promise<Draft | null> {
  return perScope(subject, async (scope) => {
    const all = (await findSettings(scope)).filter((one) => !isLeftover(one));
    const examples = all.filter((setting) => setting.isRequired || (setting.isInExample && isToBeSet(setting)));
    const chosen =
      examples.length > 0
        ? examples
        : all.filter(
            ({ name, defaultValue, reading }) =>
              defaultValue === null && /^[A-Z][A-Z0-9_]+$/.test(name) && !isSwitch(reading),
          );
    if (chosen.length === 0) return [];
    const rows = chosen.slice(0, 16);
    const shown = examples.slice(0, rows.length).flatMap(({ evidence }) => evidence[0]?.path ?? []);
    const sources = [...new Set(shown)].map((path) => codeSpan(scope.shorten(path)));
    const more = chosen.length > rows.length ? `, the first ${rows.length} of ${chosen.length}` : "";
    const lead =
      sources.length === 0
        ? `Read from the environment with no default beside the reading${more}:`
        : `Named in ${fold(sources, 2)}${more}:`;
    return [settingTable(scope, lead, rows)];
  });
}

/**
 * Files that are copied name all that one may set; of those that the program reads, what has no value or takes it from
 * outside.
 */
function isToBeSet({ kind, evidence, defaultValue }: Setting): boolean {
  const isRead = evidence[0] !== undefined && /\.(?:properties|ya?ml)$/.test(evidence[0].path);
  return !isRead || defaultValue === null || kind === "variable";
}

/** A setting that is only tested for presence is optional. */
function isSwitch(reading: string | null): boolean {
  return reading !== null && reading.startsWith(decides);
}
