import type { Evidence } from "#server/engine/evidence/evidence.ts";
import type { CodeScope } from "#server/engine/facts/scope/open-scope.ts";
import { cleanProse } from "#server/engine/text/clean-prose.ts";
import { asSentence, leadingSentences } from "#server/engine/text/sentences.ts";

import { commandReaders } from "./parse-commands.ts";

/** A subcommand or a flag of a program, as declared to its command-line library. */
export interface LocatedCommand {
  kind: "command" | "flag";
  /** As typed: "serve", "--port". */
  name: string;
  /** What the code says about it; null where nothing is said. */
  about: string | null;
  path: string;
  evidence: Evidence;
}

/** Files read in search of commands; a program declares its command line in few files. */
const maxFiles = 80;

/** Subcommands, then flags, in the order of the files. Only files that import a known command-line library are read. */
export function findCommands(scope: CodeScope): Promise<LocatedCommand[]> {
  return scope.once("findCommands", async () => {
    const importing = filesImportingReaders(scope);
    const files = scope.sources.flatMap(({ path }) => {
      if (!importing.has(path)) return [];
      const reader = commandReaders.find(({ imports }) =>
        scope.facts(path)?.imports.some(({ specifier }) => imports.test(specifier)),
      );
      return reader ? [{ path, reader }] : [];
    });
    const perFile = await Promise.all(
      files.slice(0, maxFiles).map(async ({ path, reader }) => {
        const lines = await scope.lines(path);
        return lines === null ? [] : reader.read(lines).map((one) => ({ path, ...one }));
      }),
    );
    const unique = new Map(
      perFile.flat().map(({ path, kind, name, about, startLine, endLine }) => {
        const evidence = scope.at(path, startLine, endLine);
        return [`${path}\n${kind}\n${name}`, { kind, name, about: explain(about), path, evidence }];
      }),
    );
    return [...unique.values()].toSorted((a, b) => a.kind.localeCompare(b.kind));
  });
}

/** The index knows who imports which package: the facts of all other files need not be read. */
function filesImportingReaders(scope: CodeScope): ReadonlySet<string> {
  return new Set(
    scope.repository.index
      .externalImports()
      .filter(({ name }) => commandReaders.some(({ imports }) => imports.test(name)))
      .flatMap(({ files }) => files),
  );
}

function explain(about: string | null): string | null {
  const text = about === null ? "" : leadingSentences(cleanProse(about), 160, 1);
  // What begins with a closing bracket is the end of a text that is put together.
  return /\p{L}{2,}/u.test(text) && !/^\W*[)\]}]/.test(text) ? asSentence(text) : null;
}
