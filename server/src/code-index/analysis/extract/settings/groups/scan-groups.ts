import type { CodeView } from "#server/code-index/analysis/syntax/code-view.ts";
import type { SourceText } from "#server/code-index/analysis/text/source-text.ts";

import { csharpGroups } from "./csharp-groups.ts";
import type { FileGroups } from "./file-groups.ts";
import { goGroups } from "./go-groups.ts";
import { javaGroups } from "./java-groups.ts";
import { pythonGroups } from "./python-groups.ts";
import { rustGroups } from "./rust-groups.ts";

interface GroupedLanguage {
  /** Files without any of this are not parsed for it. */
  mayDeclare: RegExp;
  scan: (view: CodeView, source: SourceText) => FileGroups;
}

/** Classes of other files that those with the annotation hold in their fields go by such names. */
const javaNames =
  /@ConfigurationProperties\b|@ConfigMapping\b|\b(?:class|record) \w*(?:Properties|Settings|Config|Options)\b/;

const languages: Readonly<Record<string, GroupedLanguage>> = {
  python: { mayDeclare: /\bBaseSettings\b|^class \w*(?:Settings|Config|Options)\b/m, scan: pythonGroups },
  go: {
    mayDeclare:
      /`[^`\n]*\b(?:env|envconfig|envPrefix|split_words|mapstructure|koanf|yaml|toml):"|^type \w*Config struct|\benvconfig\.(?:Must)?Process\(|[uU]nmarshal\w*\(/m,
    scan: goGroups,
  },
  java: { mayDeclare: javaNames, scan: javaGroups },
  kotlin: { mayDeclare: javaNames, scan: javaGroups },
  rust: {
    mayDeclare:
      /#\[(?:arg|clap|structopt)\([^\]]*\benv\b|\bFigment\b|\bconfig::|\bConfig::builder\(|\benvy::|::from_(?:str|reader|slice)\w*(?:::<\w*(?:Config|Settings)>)?\(|\bstruct \w*(?:Config|Configuration|Settings|Options|Opts)\b/,
    scan: rustGroups,
  },
  csharp: {
    mayDeclare:
      /\b(?:class|record) \w*(?:Options|Settings|Config|Configuration|Section)\b|\bGetSection\(|\bBindConfiguration\(|\bConfigure<|onfig(?:uration)?\.(?:Bind\(|Get<)|\w(?:Options|Settings|Configuration)<\w+>\(/,
    scan: csharpGroups,
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
