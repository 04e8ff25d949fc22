import { guardParser } from "#server/code-index/analysis/extract/parsing/load-grammar.ts";
import type { WholeTree } from "#server/code-index/analysis/extract/parsing/whole-tree.ts";
import type { DataFacts } from "#server/code-index/ports/data-facts.ts";

import { scanSteps } from "./scan-steps.ts";
import { stepLibraries } from "./step-libraries.ts";

/** What a file does to tables by the calls of a library; null where it does nothing. */
export async function extractSteps(whole: WholeTree): Promise<DataFacts | null> {
  const { language, text } = whole.source;
  const library = stepLibraries.find(({ languages, mark }) => languages.includes(language ?? "") && mark.test(text));
  const view = library === undefined ? null : await whole.view();
  if (library === undefined || view === null) return null;
  const role = library.snapshotMark?.test(text) === true ? "snapshot" : library.role;
  const facts: DataFacts = {
    role, library: library.name, operations: [], entities: [], registrations: [], step: null, unread: [],
  }; // prettier-ignore
  guardParser(() => {
    scanSteps(view, library, facts);
    return true;
  });
  if (facts.operations.length + facts.unread.length === 0) return null;
  facts.step = role === "snapshot" ? dumpVersion(text) : stepOf(text, library.name);
  return facts;
}

/** `ActiveRecord::Schema[7.1].define(version: 2024_01_31_120000)`. */
function dumpVersion(text: string): DataFacts["step"] {
  const version = /\bActiveRecord::Schema\b[^\n]{0,40}\bversion:\s*([\d_]{8,24})/.exec(text)?.[1];
  return version === undefined ? null : { name: version.replaceAll("_", ""), after: [] };
}

/** What Alembic and Django say of the order of their steps. */
function stepOf(text: string, library: string): DataFacts["step"] {
  if (library === "alembic") {
    const name = /^revision\b[^=\n]{0,60}=\s*["'](\w+)/m.exec(text)?.[1] ?? null;
    const before = /^down_revision\b[^=\n]{0,90}=\s*([^\n]{0,400})/m.exec(text)?.[1] ?? "";
    return { name, after: [...before.matchAll(/["'](\w+)["']/g)].map(([, one = ""]) => one) };
  }
  if (library !== "django") return null;
  const list = /\bdependencies\b[^=\n]{0,60}=\s*\[([^\]]{0,4000})\]/.exec(text)?.[1] ?? "";
  const after = [...list.matchAll(/\(\s*["'](\w+)["']\s*,\s*["'](\w+)["']/g)].map(([, app, step]) => `${app}.${step}`);
  return { name: null, after };
}
