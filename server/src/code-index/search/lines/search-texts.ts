import { Turns } from "#server/code-index/runtime/turns.ts";
import { none, paused } from "#server/code-index/search/lines/pattern/line-automaton.ts";
import type { StoredFile } from "#server/code-index/store/load-files.ts";
import type { GitSource } from "#server/git-source.ts";

import { findHeldText, holdText, touchText } from "./held-texts.ts";
import type { HeldText } from "./held-texts.ts";
import type { LineFiles } from "./line-files.ts";
import type { LineMatcher } from "./line-matcher.ts";

/** Larger files are not searched but named. */
const maxSearchedBytes = 32 * 1024 * 1024;
/** Between two looks at the clock; showing a line may take milliseconds. */
const linesBetweenLooks = 8;
const maxNamedFiles = 100;
/** Returned instead of a line. */
const finished = -1;
const stopped = -2;

/** A matching line; valid during the callback only. */
export interface MatchingLine {
  text: HeldText;
  /** From 1. */
  line: number;
  /** Somewhere in the line, in its first match or behind it, as an offset of the text. */
  at: number;
}

interface LineSearch {
  files: LineFiles;
  source: GitSource;
  matcher: LineMatcher;
  isWanted: (file: StoredFile) => boolean;
  /** Called for every matching line, files by path. False ends the search. */
  onLine: (file: StoredFile, found: MatchingLine) => boolean;
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

/** Searches all files that may match, in memory where their texts are, and yields to other work now and then. */
export async function searchTexts(search: LineSearch): Promise<SearchEnd> {
  const turns = new Turns(search);
  const candidates = await findCandidates(search, turns);
  if (candidates === null) return { isCutOff: true, unsearchedFiles: [] };
  const reader = new CandidateReader(search, candidates);
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
      let next = searchText(search, turns, { file, text, from: 0 });
      while (next >= 0 && (await turns.next())) next = searchText(search, turns, { file, text, from: next });
      if (next !== finished) return { isCutOff: true, unsearchedFiles };
    }
    return { isCutOff: false, unsearchedFiles };
  } finally {
    await reader.stop();
  }
}

/** Searches a text from a line until the turn is over; returns the line to continue from, `finished` or `stopped`. */
function searchText(
  { matcher, onLine }: LineSearch,
  turns: Turns,
  { file, text, from }: { file: StoredFile; text: HeldText; from: number },
): number {
  const found = { text, line: from, at: 0 };
  for (let lines = 0; ; lines += 1) {
    if (lines % linesBetweenLooks === 0 && turns.isOver()) return found.line;
    const line = matcher.find(text, found.line);
    if (line === none) return finished;
    if (line === paused) {
      lines = -1;
      continue;
    }
    // Counted from 1 here, it is also the number of the next one from 0.
    found.line = line + 1;
    found.at = matcher.foundAt;
    if (!onLine(file, found)) return stopped;
  }
}

/** Numbers of the files that options and trigrams leave over; null when that alone takes all the time. */
async function findCandidates({ files, matcher, isWanted }: LineSearch, turns: Turns): Promise<number[] | null> {
  const candidates: number[] = [];
  for (const [number, file] of files.files.entries()) {
    if (!matcher.mayMatch(files.bits[number] ?? null)) continue;
    // Fitting one path to hostile globs takes milliseconds.
    if (turns.isOver() && !(await turns.next())) return null;
    if (isWanted(file)) candidates.push(number);
  }
  return candidates;
}

/** Gives the texts of candidates in their order; those not in memory come from git, as one stream. */
class CandidateReader {
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

  /** Requests everything from this candidate on that is not in memory. */
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
