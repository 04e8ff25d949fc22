import type { SettingSite } from "#server/code-index/ports/setting-facts.ts";

import { explainSettingText } from "./explain-setting.ts";

interface Explained {
  name: string;
  defaultValue: string | null;
  example: string | null;
  about: string | null;
}

/**
 * A comment that stands above several settings in a row, of which only the first was taken to have it: "SMTP credentials"
 * above `EMAIL_HOST`, `EMAIL_USER` and `EMAIL_PASSWORD`. It is about all of them, where they are alike, else about none: what a
 * title stands above is not what the first line below it does.
 */
export function shareComments<T extends Explained>(
  settings: readonly T[],
  sitesOf: (one: T) => readonly SettingSite[],
) {
  const at = new Map<string, { setting: T; site: SettingSite }>();
  for (const setting of settings)
    for (const site of sitesOf(setting)) at.set(`${site.path}:${site.line}`, { setting, site });
  for (const first of settings) {
    const site = sitesOf(first).find(
      ({ comment, source }) =>
        comment !== null && source !== "documented" && explainSettingText(comment) === first.about,
    );
    if (first.about === null || site === undefined || isOfOne(first.name, first.about)) continue;
    const group = [first];
    for (let line = site.line + 1; group.length < mostTogether; line += 1) {
      const next = at.get(`${site.path}:${line}`);
      if (next === undefined || next.site.comment !== null || familyOf(next.setting.name) !== familyOf(first.name))
        break;
      if (next.setting.about !== null || group.includes(next.setting)) break;
      group.push(next.setting);
    }
    if (group.length === 1) continue;
    const isAlike = group.every(({ defaultValue, example }) => [defaultValue, example].every(isNeutral));
    const { about } = first;
    for (const one of group) one.about = isAlike ? about : null;
  }
}

const mostTogether = 16;

function familyOf(name: string): string {
  return name.split(/[_.]/)[0]?.toLowerCase() ?? "";
}

/** A word of the name beside that of its family, or of one thing alone: "set this to auto". */
function isOfOne(name: string, about: string): boolean {
  const own = name
    .toLowerCase()
    .split(/[_.]/)
    .slice(1)
    .filter((word) => word.length > 2);
  const said = about.toLowerCase();
  return /\b(?:this|it|its)\b/.test(said) || own.some((word) => said.includes(word));
}

function isNeutral(value: string | null): boolean {
  return value === null || value === "" || /^\d+$/.test(value);
}
