import type { Emit } from "#server/engine/answer-context/answer-event.ts";
import type { CheckedEvidence } from "#server/engine/evidence/evidence.ts";

/** Looks a source up once more at its commit; null when the lines are not there or not the same. */
export type SourceCheck = (source: CheckedEvidence) => Promise<CheckedEvidence | null>;

/** The lines a model was shown, under the numbers it may cite. */
export interface EvidenceBook {
  /** Numbers the sources that pass the check, each once; returns one line for each file. */
  add(sources: readonly CheckedEvidence[]): Promise<string[]>;
  /** The number of a source; null where it does not pass the check. */
  numberOf(source: CheckedEvidence): Promise<number | null>;
  /** Remembers that the lines of a source were shown. */
  hold(source: CheckedEvidence): void;
  /** What a statement ends with that rests on a look-up which found nothing. */
  prove(absent: string): string;
  /** Whether a line of an answer ends with such a proof; null where it holds none, true or made up. */
  isProven(line: string): boolean | null;
  /** The number of lines that were shown and hold all of these; null where none do. */
  holderOf(source: CheckedEvidence): number | null;
  /**
   * A cited number's index among the answer's sources, to which it is added on first use; null for an unknown number.
   */
  show(cited: number, emit: Emit): number | null;
}

export function createEvidenceBook(check: SourceCheck): EvidenceBook {
  const numbered: CheckedEvidence[] = [];
  const shown = new Map<number, number>();
  const numbers = new Map<string, number>();
  const numberOf = (one: CheckedEvidence): number => {
    const key = `${one.repositoryId} ${one.commit} ${one.path} ${one.startLine} ${one.endLine}`;
    const known = numbers.get(key);
    if (known !== undefined) return known;
    numbered.push(one);
    numbers.set(key, numbered.length);
    return numbered.length;
  };
  const held = new Set<number>();
  const absences = new Set<string>();
  return {
    async numberOf(source) {
      const checked = await check(source);
      return checked && numberOf(checked);
    },
    prove(absent) {
      const proof = `(nothing found: ${absent})`;
      absences.add(proof);
      return proof;
    },
    isProven: (line) => (line.includes("(nothing found:") ? [...absences].some((one) => line.includes(one)) : null),
    hold: (source) => void held.add(numberOf(source)),
    holderOf: ({ repositoryId, commit, path, startLine, endLine }) =>
      [...held].find((number) => {
        const one = numbered[number - 1];
        const isSame = one?.repositoryId === repositoryId && one.commit === commit && one.path === path;
        return isSame && one.startLine <= startLine && one.endLine >= endLine;
      }) ?? null,
    async add(sources) {
      const checked = (await Promise.all(sources.map(check))).filter((one) => one !== null);
      const given = checked.map((one) => ({ one, number: numberOf(one) }));
      return [...Map.groupBy(given, ({ one }) => one.path)].map(([path, ofFile]) => {
        const ranges = new Map(ofFile.map(({ one, number }) => [number, `lines ${one.startLine}-${one.endLine}`]));
        return `${path}: ${[...ranges].map(([number, range]) => `[${number}] ${range}`).join(", ")}`;
      });
    },
    show(cited, emit) {
      const source = numbered[cited - 1];
      if (!source) return null;
      const known = shown.get(cited);
      if (known !== undefined) return known;
      shown.set(cited, shown.size + 1);
      emit({ type: "source", source });
      return shown.size;
    },
  };
}
