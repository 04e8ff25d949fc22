import { folderOf, isUnder } from "#server/code-index/analysis/structure/paths.ts";

import { lastPart, plainName } from "./code-places.ts";
import type { OwnProcess } from "./own-process.ts";

/** The programs of a folder that several may be built from: mains of Go and Rust, and scripts that commands name. */
interface ProgramEntries {
  /** Files with which a process begins, by its id; absent where nothing says it. */
  own: ReadonlyMap<string, readonly string[]>;
  /** Ids of those that are programs of their own, not the same one with other arguments. */
  apart: ReadonlySet<string>;
  /** Ids of those that are commands of a framework: the server beside them runs all else of their code too. */
  commands: ReadonlySet<string>;
  /** Files with which programs begin that are none of the processes. */
  others: readonly string[];
}

const scriptWord = /^(?:[\w@.-]+\/)*[\w.-]+\.(?:[cm]?[jt]s|py|rb|php|exs?)$/;
/** `uvicorn app.main:app`, `python -m app.worker`. */
const moduleWord = /^[a-z_]\w*(?:\.\w+)+(?::\w+)?$/i;
const builtFolder = /^(?:\.?\/)?(?:app\/|srv\/)?(?:dist|build|out|lib)\//;
/** Runs what the word behind it names. */
const runner = /(?:^|\/)manage\.py$/;
const commandFile = /(?:^|\/)management\/commands\/\w+\.py$/;
const maxWords = 60;
const maxScripts = 4;

/** Finds with which files of their folder processes begin, of `files` in and below it. */
export function findEntries(
  processes: readonly OwnProcess[],
  { folder, files, mains }: { folder: string; files: readonly string[]; mains: ReadonlySet<string> },
): ProgramEntries {
  const own = new Map<string, readonly string[]>();
  const begun = [...mains].filter((one) => one !== folder && isUnder(one, folder));
  const others = new Set(begun);
  const apart = new Set<string>();
  for (const process of processes) {
    const words = new Set(process.words.slice(0, maxWords).map((word) => plainName(lastPart(word))));
    const named = begun.filter((one) => words.has(plainName(lastPart(one))));
    for (const one of named) others.delete(one);
    if (named.length > 0) apart.add(process.id);
    const entries =
      named.length > 0 ? files.filter((path) => named.includes(folderOf(path))) : scriptsOf(process, files);
    if (entries.length > 0) own.set(process.id, entries);
  }
  const commands = new Set(
    [...own].flatMap(([id, paths]) => (paths.every((path) => commandFile.test(path)) ? [id] : [])),
  );
  return { own, apart, commands, others: files.filter((path) => others.has(folderOf(path))) };
}

/** `node dist/worker.js` begins in `src/worker.ts`. */
function scriptsOf({ words }: OwnProcess, files: readonly string[]): string[] {
  const stems = words.slice(0, maxWords).flatMap((word, at) => {
    if (runner.test(word)) return [`/management/commands/${words[at + 1] ?? ""}`];
    if (scriptWord.test(word)) return [`/${word.replace(builtFolder, "").replace(/\.\w+$/, "")}`];
    return moduleWord.test(word) ? [`/${word.replace(/:\w+$/, "").replaceAll(".", "/")}`] : [];
  });
  return stems.slice(0, maxScripts).flatMap((stem) => {
    const found = files.filter((path) => `/${path.replace(/\.\w+$/, "")}`.endsWith(stem));
    return found.length === 1 ? found : [];
  });
}
