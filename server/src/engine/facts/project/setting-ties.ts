import type { Evidence } from "#server/engine/evidence/evidence.ts";
import type { CodeScope } from "#server/engine/facts/scope/open-scope.ts";

/** What one setting has to do with another one. */
export interface SettingTie {
  text: string;
  evidence: Evidence;
}

/** `@CannotUseWith("POST_BOX")`, beside a field that holds a setting. */
const check = /^\s*@(\w+)\(\s*["']([A-Z][A-Z0-9_]{2,80})["']/;
const kinds: readonly [RegExp, string][] = [
  [/without|requires|depends|needs|onlywith/i, "Only together with"],
  [/cannot|not|exclu|conflict|xor|either/i, "Not together with"],
];
const linesOfChecks = 10;
const mostTies = 2;

/** As the checks say it that stand beside its declaration; the places are where it is declared or read. */
export async function tiesOf(
  scope: CodeScope,
  places: readonly { path: string; line: number }[],
): Promise<SettingTie[]> {
  const found: SettingTie[] = [];
  for (const { path, line } of places) {
    const lines = (await scope.lines(path)) ?? [];
    for (let at = line; at < line + linesOfChecks; at += 1) {
      const text = lines[at - 1] ?? "";
      const [, name = "", other = ""] = check.exec(text) ?? [];
      const said = kinds.find(([pattern]) => pattern.test(name))?.[1];
      if (said !== undefined && found.length < mostTies)
        found.push({ text: `${said} \`${other}\`.`, evidence: scope.at(path, at) });
      // Behind the checks comes what they are about.
      if (!/^\s*(?:@|[})\]]|\w+:|["'])/.test(text)) break;
    }
  }
  return found;
}
