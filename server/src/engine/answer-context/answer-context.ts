import type { FileFacts } from "#server/code-index/ports/facts.ts";
import type { CodeReaders } from "#server/engine/evidence/evidence.ts";

import type { Codebase, Emit, QuestionFocus } from "./answer-event.ts";
import { findMembers } from "./find-members.ts";

/** A file of one repository. */
export interface FileRef {
  codebase: Codebase;
  path: string;
}

/** The context in which one answer is made: opened files are cached, and every look-up is reported while it happens. */
export interface AnswerContext {
  /** Of code alone. */
  readonly codebases: readonly Codebase[];
  /** Also those of texts from outside the code. */
  readonly withContext: readonly Codebase[];
  readonly readers: CodeReaders;
  /** What the question's page is about; null where it has none. */
  readonly focus: QuestionFocus | null;
  /** Reports a look-up, runs it and reports its end; that of a promise when it settles. */
  lookUp<T>(name: string, target: string, run: () => T): T;
  /** The file's lines; empty where the commit holds no such text file. */
  lines(location: FileRef): Promise<readonly string[]>;
  /** Lets others have their turn where this answer has held the thread for long. */
  yieldToEventLoop(): Promise<void>;
  /**
   * Null where the index does not know the file. Of a file whose lines were read, its declarations hold also the members of long objects
   * and calls.
   */
  facts(location: FileRef): FileFacts | null;
}

/** Many answers share the thread. */
const maxHoldMs = 12;

export function openAnswerContext(
  codebases: readonly Codebase[],
  work: { emit: Emit; signal: AbortSignal; focus: QuestionFocus | null },
): AnswerContext {
  const { emit, signal, focus } = work;
  const files = new Map<string, Promise<readonly string[]>>();
  const members = new Map<string, FileFacts>();
  let calls = 0;
  let yieldedAt = performance.now();
  const begin = (name: string, target: string) => {
    signal.throwIfAborted();
    const callId = String((calls += 1));
    const startedAt = performance.now();
    emit({ type: "call", callId, name, target });
    return () => emit({ type: "call-end", callId, durationMs: Math.round(performance.now() - startedAt) });
  };
  return {
    codebases: codebases.filter(({ isContext }) => !isContext),
    withContext: codebases,
    focus,
    readers: new Map(codebases.map(({ repositoryId, reader }) => [repositoryId, reader])),
    lookUp(name, target, run) {
      const end = begin(name, target);
      let isLater = false;
      try {
        const found = run();
        isLater = found instanceof Promise;
        if (found instanceof Promise) found.finally(end).catch(() => undefined);
        return found;
      } finally {
        if (!isLater) end();
      }
    },
    lines(location) {
      const key = keyOf(location);
      const known = files.get(key);
      if (known) return known;
      const end = begin("read_file", location.path);
      const reading = location.codebase.reader
        .readLines(location.path)
        .then((lines) => {
          const facts = location.codebase.index.facts(location.path);
          const found = facts && lines ? findMembers(facts, lines) : [];
          if (facts && found.length > 0) members.set(key, { ...facts, symbols: [...facts.symbols, ...found] });
          return lines ?? [];
        })
        .finally(end);
      files.set(key, reading);
      return reading;
    },
    async yieldToEventLoop() {
      if (performance.now() - yieldedAt < maxHoldMs) return;
      signal.throwIfAborted();
      await new Promise(setImmediate);
      yieldedAt = performance.now();
    },
    facts: (location) => members.get(keyOf(location)) ?? location.codebase.index.facts(location.path),
  };
}

function keyOf({ codebase, path }: FileRef): string {
  return `${codebase.repositoryId}:${path}`;
}
