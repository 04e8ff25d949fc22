import { findPrerequisites } from "#server/engine/facts/project/find-prerequisites.ts";
import { firstSettings } from "#server/engine/facts/project/first-settings.ts";
import { isWorthRow, leastOfFirst, settingTable, tellsMore } from "#server/engine/pages/service/setting-table.ts";
import { list } from "#server/engine/sections/section-draft.ts";
import type { Draft, PageSubject } from "#server/engine/sections/section-template.ts";
import { codeSpan } from "#server/engine/text/clean-prose.ts";
import { fold } from "#server/engine/text/wording.ts";

import { perScope } from "./per-scope.ts";

const shownRows = 16;
/** So few are all told. */
const fewSettings = 5;

/** Runtimes, toolchains and containers that must be there first. */
export function draftPrerequisites(subject: PageSubject): Promise<Draft | null> {
  return perScope(subject, async (scope) => {
    const items = await findPrerequisites(scope);
    return items.length > 0 ? [list(null, items)] : [];
  });
}

/** What is set before the first start. */
export function draftFirstSettings(subject: PageSubject): Promise<Draft | null> {
  return perScope(subject, async (scope) => {
    const { settings, areNamed } = await firstSettings(scope);
    const told = settings
      .filter((one) => (settings.length <= fewSettings && tellsMore(one)) || isWorthRow(one, leastOfFirst))
      .slice(0, shownRows);
    const shown = areNamed ? told.flatMap(({ evidence }) => evidence[0]?.path ?? []) : [];
    const sources = [...new Set(shown)].map((path) => codeSpan(scope.shorten(path)));
    const lead =
      sources.length === 0
        ? "Read from the environment with no default beside the reading:"
        : `Named in ${fold(sources, 2)}:`;
    return told.length > 0 ? [settingTable(scope, lead, told)] : [];
  });
}
