import { setImmediate } from "node:timers/promises";

import type { GitSource } from "../git-source.ts";
import type { StoredFile } from "../store/read-files.ts";
import { findHeldText, holdText, lineStartsOf, touchText } from "./held-texts.ts";
import type { HeldText } from "./held-texts.ts";
import type { LineFiles } from "./line-files.ts";
import type { LineMatcher } from "./line-matcher.ts";
import { none, paused } from "./pattern/line-automaton.ts";

/** Larger files are not searched but named. */
const maxSearchedBytes = 32 * 1024 * 1024;
/** The process does nothing else meanwhile. */
const turnMs = 10;
/** Between two looks at the clock. */
const linesBetweenLooks = 64;
const maxNamedFiles = 100;

/** A matching line: where it stands in the file's text, without its end. */
export interface FoundLine {
  /** From 1. */
  line: number;
  start: number;
  end: number;
  /** Somewhere in the line, in its first match or behind it. */
  at: number;
}

interface LineSearch {
  files: LineFiles;
  source: GitSource;
  matcher: LineMatcher;
  isWanted: (file: StoredFile) => boolean;
  /** Called for every matching line, files by path. False ends the search. */
  onLine: (file: StoredFile, text: HeldText, found: FoundLine) => boolean;
  /** Ends the search with an error. */
  signal: AbortSignal | undefined;
  /** As `performance.now` counts. */
  deadlineAt: number;
}

interface SearchEnd {
  isCutOff: boolean;
  /** At most 100. */
  unsearchedFiles: string[];
}

/** Goes through all files that may match, in memory where their texts are, and gives way to others now and then. */
export async function searchTexts(search: LineSearch): Promise<SearchEnd> {
  const candidates = findCandidates(search);
  const turns = new Turns(search);
  const reader = new TextReader(search, candidates);
  const unsearchedFiles: string[] = [];
  try {
    for (const number of candidates) {
      const file = search.files.files[number];
      if (file === undefined) continue;
      const text = reader.find(number) ?? (await reader.read(number));
      if (text === null) {
        if (reader.isTooLate) return { isCutOff: true, unsearchedFiles };
        if (unsearchedFiles.length < maxNamedFiles) unsearchedFiles.push(file.path);
        continue;
      }
      if (!search.matcher.mayMatchIn(text)) continue;
      touchText(text);
      let from = 0;
      for (let lines = 0; ; lines += 1) {
        if (lines % linesBetweenLooks === 0 && turns.isOver() && !(await turns.next()))
          return { isCutOff: true, unsearchedFiles };
        const found = nextLine(search.matcher, text, from);
        if (found === none) break;
        if (found === paused) {
          lines = -1;
          continue;
        }
        if (!search.onLine(file, text, found)) return { isCutOff: true, unsearchedFiles };
        from = found.end + 1;
      }
    }
    return { isCutOff: false, unsearchedFiles };
  } finally {
    await reader.stop();
  }
}

/** Numbers of the files that options and trigrams leave over. */
function findCandidates({ files, matcher, isWanted }: LineSearch): number[] {
  const candidates: number[] = [];
  for (const [number, file] of files.files.entries())
    if (matcher.mayMatch(files.bits[number] ?? null) && isWanted(file)) candidates.push(number);
  return candidates;
}

function nextLine(matcher: LineMatcher, text: HeldText, from: number): FoundLine | typeof none | typeof paused {
  const at = matcher.find(text.bytes, from);
  if (at === none || at === paused) return at;
  const starts = lineStartsOf(text);
  let low = 0;
  let high = starts.length - 1;
  // The end of a text that has no last line break belongs to the last line, and so does a line break to its line.
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((starts[middle] ?? 0) <= at) low = middle;
    else high = middle - 1;
  }
  const following = starts[low + 1];
  return {
    line: low + 1,
    start: starts[low] ?? 0,
    end: following === undefined ? text.bytes.length : following - 1,
    at,
  };
}

/** Keeps the process from being held up, and the search within its time. */
class Turns {
  private readonly search: LineSearch;
  private startedAt = performance.now();

  constructor(search: LineSearch) {
    this.search = search;
  }

  isOver(): boolean {
    return performance.now() - this.startedAt > turnMs;
  }

  /** False when the time is up. */
  async next(): Promise<boolean> {
    await setImmediate();
    this.search.signal?.throwIfAborted();
    this.startedAt = performance.now();
    return this.startedAt < this.search.deadlineAt;
  }
}

/** Gives the texts of candidates in their order; those not in memory come from git, as one stream. */
class TextReader {
  private readonly search: LineSearch;
  private readonly candidates: readonly number[];
  private stream: AsyncIterator<{ oid: string; bytes: Buffer | null }> | null = null;
  private readonly stopped = new AbortController();
  private timer: NodeJS.Timeout | null = null;
  isTooLate = false;

  constructor(search: LineSearch, candidates: readonly number[]) {
    this.search = search;
    this.candidates = candidates;
  }

  /** From memory; null when it is not there. */
  find(number: number): HeldText | null {
    const { texts, files } = this.search.files;
    const known = texts[number];
    if (known?.isHeld === true) return known;
    const text = findHeldText(files[number]?.oid ?? "");
    texts[number] = text;
    return text;
  }

  /** From git. Null for a text that is too large, and when it is too late. */
  async read(number: number): Promise<HeldText | null> {
    const { files } = this.search;
    const file = files.files[number];
    if (file === undefined || file.size > maxSearchedBytes) return null;
    this.stream ??= this.open(number);
    try {
      for (let next = await this.stream.next(); next.done !== true; next = await this.stream.next()) {
        const { oid, bytes } = next.value;
        const text = bytes && holdText(oid, bytes, { needsBits: files.bits[number] === null });
        if (oid !== file.oid) continue;
        if (text !== null) files.texts[number] = text;
        return text;
      }
    } catch (error) {
      this.search.signal?.throwIfAborted();
      if (!this.isTooLate) throw error;
    }
    return null;
  }

  /** Asks for everything from this candidate on that is not in memory. */
  private open(from: number): AsyncIterator<{ oid: string; bytes: Buffer | null }> {
    const { source, files, signal, deadlineAt } = this.search;
    this.timer = setTimeout(
      () => {
        this.isTooLate = true;
        this.stopped.abort();
      },
      Math.max(0, deadlineAt - performance.now()),
    );
    const wanted = this.candidates.filter((number) => number >= from && this.find(number) === null);
    const readable = wanted
      .flatMap((number) => files.files[number] ?? [])
      .filter(({ size }) => size <= maxSearchedBytes);
    const stop = signal === undefined ? this.stopped.signal : AbortSignal.any([signal, this.stopped.signal]);
    const oids = [...new Set(readable.map(({ oid }) => oid))];
    return source.readBlobs(oids, { maxBytes: maxSearchedBytes, signal: stop })[Symbol.asyncIterator]();
  }

  async stop(): Promise<void> {
    if (this.timer !== null) clearTimeout(this.timer);
    await this.stream?.return?.();
  }
}
