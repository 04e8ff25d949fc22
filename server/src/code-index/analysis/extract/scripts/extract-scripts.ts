import type { FileRole } from "#server/code-index/analysis/text/classify-path.ts";
import type { SourceText } from "#server/code-index/analysis/text/source-text.ts";
import type { ScriptFact } from "#server/code-index/ports/facts.ts";

import { taskFiles } from "./task-files.ts";

const byRole = new Map(taskFiles.map((one) => [one.role, one.read]));

/** Commands a project offers to those who work on it. */
export function extractScripts(source: SourceText, role: FileRole | null): ScriptFact[] {
  return role === null ? [] : (byRole.get(role)?.(source) ?? []);
}
