import type { CodeView } from "#server/code-index/analysis/syntax/code-view.ts";
import type { SourceText } from "#server/code-index/analysis/text/source-text.ts";

import type { FileGroups } from "./file-groups.ts";
import { goGroups } from "./go-groups.ts";
import { pythonGroups } from "./python-groups.ts";

interface GroupedLanguage {
  /** Files without any of this are not parsed for it. */
  mayDeclare: RegExp;
  scan: (view: CodeView, source: SourceText) => FileGroups;
}

const languages: Readonly<Record<string, GroupedLanguage>> = {
  python: { mayDeclare: /\bBaseSettings\b|^class \w*(?:Settings|Config|Options)\b/m, scan: pythonGroups },
  go: {
    mayDeclare: /`[^`\n]*\b(?:env|envconfig|envPrefix|split_words):"|\benvconfig\.(?:Must)?Process\(/,
    scan: goGroups,
  },
};

/** Whether a file may declare classes or structs that a library fills. */
export function mayDeclareGroups({ language, text }: SourceText): boolean {
  return Object.hasOwn(languages, language ?? "") && languages[language ?? ""]?.mayDeclare.test(text) === true;
}

/** The classes, structs and schemas of a file that a library may fill with settings. */
export function scanGroups(view: CodeView, source: SourceText): FileGroups {
  return languages[source.language ?? ""]?.scan(view, source) ?? { groups: [], bindings: [] };
}
