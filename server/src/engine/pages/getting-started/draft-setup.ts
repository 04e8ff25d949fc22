import { shownDefault, shownExample, type Setting } from "#server/engine/facts/project/find-config.ts";
import { findPrerequisites } from "#server/engine/facts/project/find-prerequisites.ts";
import type { CodeScope } from "#server/engine/facts/scope/open-scope.ts";
import { settingsToStartWith, settingTable } from "#server/engine/pages/service/setting-table.ts";
import { list, paragraph, type DraftBlock, type ListItem } from "#server/engine/sections/section-draft.ts";
import type { Draft, PageSubject } from "#server/engine/sections/section-template.ts";
import { codeSpan } from "#server/engine/text/clean-prose.ts";
import { fold } from "#server/engine/text/wording.ts";

import { perScope } from "./per-scope.ts";

const shownRows = 16;
const mostNamed = 40;

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
    const { shown: worth, areNamed, isPart, all } = await settingsToStartWith(scope);
    if (worth.length === 0) return isPart ? templateOf(scope, all) : [];
    // Secrets are named; rows are for those of which more is known.
    const isTold = (one: Setting) => (isPart ? one.about !== null || leadsToData(one) : isDescribed(one));
    const told = worth.filter(isTold).slice(0, shownRows);
    // Among many, a name alone tells something where it signs with it.
    const silent = worth
      .filter((one) => !isTold(one) && (!isPart || (one.onlyWhen === null && ownSecret.test(one.name))))
      .slice(0, mostNamed);
    const shown = areNamed ? told.flatMap(({ evidence }) => evidence[0]?.path ?? []) : [];
    const sources = [...new Set(shown)].map((path) => codeSpan(scope.shorten(path)));
    const lead =
      sources.length === 0
        ? "Read from the environment:"
        : isPart || told.length + silent.length < all.length
          ? `Some of those that ${fold(sources, 2)} names:`
          : `Named in ${fold(sources, 2)}:`;
    return [
      ...(told.length > 0 ? [settingTable(scope, lead, told)] : []),
      ...(silent.length > 0
        ? [list(told.length > 0 ? "And without a word about them:" : lead, namesByBranch(silent))]
        : []),
    ];
  });
}

/** Where the data lies is decided before the first start, and what it is without a decision tells most of it. */
function leadsToData(setting: Setting): boolean {
  return /(?:^|_)DATABASE_URL$/.test(setting.name) && shownDefault(setting) !== null;
}

/** What programs sign and encrypt with. */
const ownSecret =
  /^(?:\w+_)?(?:SECRET_KEY(?:_BASE)?|APP_KEY|ENCRYPTION_KEY|(?:SESSION|JWT|AUTH|NEXTAUTH|COOKIE)_SECRET)$/;

/** Where none of them is more pressing than others, the file to copy says more than a part of it. */
function templateOf(scope: CodeScope, settings: readonly Setting[]): DraftBlock[] {
  const [first] = settings.flatMap(({ evidence, isInExample }) => (isInExample ? evidence.slice(0, 1) : []));
  if (first === undefined) return [];
  const text = `${codeSpan(scope.shorten(first.path))} is the file to copy settings from.`;
  return [paragraph({ text, evidence: [first] })];
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
