import { shownDefault, shownExample, type Setting } from "#server/engine/facts/project/find-config.ts";
import { findPrerequisites } from "#server/engine/facts/project/find-prerequisites.ts";
import { firstSettings } from "#server/engine/facts/project/first-settings.ts";
import { isWorthRow, leastOfFirst, settingTable, tellsMore } from "#server/engine/pages/service/setting-table.ts";
import { list, type ListItem } from "#server/engine/sections/section-draft.ts";
import type { Draft, PageSubject } from "#server/engine/sections/section-template.ts";
import { codeSpan } from "#server/engine/text/clean-prose.ts";
import { fold } from "#server/engine/text/wording.ts";

import { perScope } from "./per-scope.ts";

const shownRows = 16;
const mostNamed = 40;
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
    const worth = settings.filter(
      (one) => (settings.length <= fewSettings && tellsMore(one)) || isWorthRow(one, leastOfFirst),
    );
    // What it only fails without is named; rows are for those of which more is known.
    const told = worth.filter(isDescribed).slice(0, shownRows);
    const silent = worth.filter((one) => !isDescribed(one)).slice(0, mostNamed);
    const shown = areNamed ? told.flatMap(({ evidence }) => evidence[0]?.path ?? []) : [];
    const sources = [...new Set(shown)].map((path) => codeSpan(scope.shorten(path)));
    const lead =
      sources.length === 0
        ? "Read from the environment with no default beside the reading:"
        : `Named in ${fold(sources, 2)}:`;
    return [
      ...(told.length > 0 ? [settingTable(scope, lead, told)] : []),
      ...(silent.length > 0
        ? [list(told.length > 0 ? "And without a word about them:" : lead, namesByBranch(silent))]
        : []),
    ];
  });
}

function isDescribed(setting: Setting): boolean {
  return setting.about !== null || shownDefault(setting) !== null || shownExample(setting) !== null;
}

/** Names alone, those together that are read on one condition. */
function namesByBranch(settings: readonly Setting[]): ListItem[] {
  return [...Map.groupBy(settings, ({ onlyWhen }) => onlyWhen?.text ?? "")].map(([when, own]) => {
    const names = fold(
      own.map(({ name }) => codeSpan(name)),
      shownNames,
    );
    const evidence = own.slice(0, shownNames).flatMap((one) => one.evidence.slice(0, 1));
    const branch = own[0]?.onlyWhen?.evidence;
    return {
      text: when === "" ? `${names}.` : `${when.charAt(0).toUpperCase()}${when.slice(1)}: ${names}.`,
      evidence: [...(branch === undefined ? [] : [branch]), ...evidence],
    };
  });
}

const shownNames = 16;
