import { decides } from "#server/engine/facts/project/explain-reading.ts";
import { shownDefault, shownExample, type Setting } from "#server/engine/facts/project/find-config.ts";
import { listedFacts, type CodeScope } from "#server/engine/facts/scope/open-scope.ts";
import { whereUsed } from "#server/engine/pages/overview/draft-technology.ts";
import { listing, table, type DraftBlock } from "#server/engine/sections/section-draft.ts";
import { codeSpan } from "#server/engine/text/clean-prose.ts";

/** Settings, a row each; values of example files in a column of their own, where there are any. */
export function settingTable(scope: CodeScope, lead: string | null, settings: readonly Setting[]): DraftBlock {
  const hasExamples = settings.some((setting) => shownExample(setting) !== null);
  const rows = settings.map((setting) => {
    const values = [shownDefault(setting), ...(hasExamples ? [shownExample(setting)] : [])];
    const shown = values.map((value) => (value === null ? "" : codeSpan(value, 60)));
    return {
      cells: [codeSpan(setting.name), ...shown, purposeOf(scope, setting)],
      evidence: setting.evidence,
    };
  });
  const columns = ["Key", "Default", ...(hasExamples ? ["Example"] : []), "What for"];
  return listing(table(lead, columns, rows), listedFacts(scope, "settings"));
}

/** What nothing reads and nobody describes may be a leftover. */
export function isLeftover({ readers, about, isOfFramework }: Setting): boolean {
  return readers.length === 0 && about === null && !isOfFramework;
}

/** What a setting is for; without a comment, the file that reads it says most. */
export function purposeOf(scope: CodeScope, setting: Setting): string {
  const cited = new Set(setting.evidence.map(({ path }) => path));
  const readers = setting.readers.toSorted((a, b) => Number(cited.has(b)) - Number(cited.has(a)));
  const reading = setting.reading === null || setting.reading.startsWith(decides) ? "Read" : setting.reading;
  const where = readers.length === 0 ? "" : `${reading} in ${whereUsed(scope, readers)}.`;
  return setting.about ?? where;
}
