import type { FileRole } from "#server/code-index/analysis/text/classify-path.ts";
import type { SourceText } from "#server/code-index/analysis/text/source-text.ts";
import type { ScriptFact } from "#server/code-index/ports/facts.ts";

/** A kind of file that names commands. A test reads every example. */
export interface TaskFile {
  role: FileRole;
  read: (source: SourceText) => ScriptFact[];
  example: {
    path: string;
    text: string;
    /** Runner, name, command, what is said about it, line. */
    commands: [string, string, string, string | null, number][];
  };
}

/** Of a longer recipe the beginning says enough. */
const maxCommandLength = 500;
const maxAboutLength = 300;

export function scriptFact(
  runner: string,
  name: string,
  { command, about, line }: { command: string; about?: string | null | undefined; line: number },
): ScriptFact {
  const stated = about?.replace(/\s+/g, " ").trim().slice(0, maxAboutLength) ?? "";
  return {
    name,
    command: command.trim().slice(0, maxCommandLength),
    runner,
    line,
    about: stated === "" ? null : stated,
  };
}
