import type { Evidence } from "#server/engine/evidence/evidence.ts";
import type { CodeScope } from "#server/engine/facts/scope/open-scope.ts";
import { cleanProse } from "#server/engine/text/clean-prose.ts";
import { codeLines } from "#server/engine/text/code-lines.ts";
import { withQualification } from "#server/engine/text/qualification.ts";
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
  /** Commands that a flag is of, by what its file declares; empty where that is not certain, and for commands. */
  of: string[];
}

/** Files read in search of commands; a program declares its command line in few files. */
const maxFiles = 80;
const maxInFile = 500;

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
        return lines === null
          ? []
          : reader
              .read(codeLines(lines))
              .slice(0, maxInFile)
              .map((one) => ({ path, ...one }));
      }),
    );
    const all = perFile.flat().map(({ path, kind, name, about, startLine, endLine }): LocatedCommand => {
      const evidence = scope.at(path, startLine, endLine);
      return { kind, name, about: explain(about), path, evidence, of: [] };
    });
    // Where one file declares one command, its flags are of that.
    const commands = Map.groupBy(
      all.filter(({ kind }) => kind === "command"),
      ({ path }) => path,
    );
    for (const one of all) if (one.kind === "flag") one.of = commandOf(one.path, commands.get(one.path) ?? []);
    return eachOnce(all).toSorted((a, b) => a.kind.localeCompare(b.kind));
  });
}

function commandOf(path: string, commands: readonly LocatedCommand[]): string[] {
  // Django calls a command as its file.
  const file = /\/management\/commands\/(\w[\w-]*)\.py$/.exec(path)?.[1];
  const names = [...new Set([...(file === undefined ? [] : [file]), ...commands.map(({ name }) => name)])];
  return names.length === 1 ? names : [];
}

/** Commands by file and name, those with a word about them first; flags of one name and meaning are one. */
function eachOnce(all: readonly LocatedCommand[]): LocatedCommand[] {
  const byKey = Map.groupBy(all, ({ kind, path, name }) => `${kind === "flag" ? "" : path}\n${kind}\n${name}`);
  return [...byKey.values()].flatMap((group) => {
    const told = group.find(({ about }) => about !== null) ?? group[0];
    if (told === undefined) return [];
    // One meaning of several is not the other commands'.
    const isOwn = ({ about }: LocatedCommand) => about === null || about === told.about;
    const own = group.filter(isOwn);
    const others = group.filter((one) => !isOwn(one));
    const of = own.every((one) => one.of.length > 0) ? [...new Set(own.flatMap((one) => one.of))] : [];
    return [{ ...told, of }, ...(told.kind === "flag" ? mergeMeanings(others) : [])];
  });
}

function mergeMeanings(others: readonly LocatedCommand[]): LocatedCommand[] {
  return [...Map.groupBy(others, ({ about }) => about).values()].flatMap(([first, ...more]) =>
    first === undefined ? [] : [{ ...first, of: [...new Set([first, ...more].flatMap(({ of }) => of))] }],
  );
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
  return /\p{L}{2,}/u.test(text) && !/^\W*[)\]}]/.test(text) ? withQualification(asSentence(text), about ?? "") : null;
}
