import type { Emit } from "#server/engine/answer-context/answer-event.ts";
import type { CheckedEvidence } from "#server/engine/evidence/evidence.ts";

/** Looks a source up once more at its commit; null when the lines are not there or not the same. */
export type SourceCheck = (source: CheckedEvidence) => Promise<CheckedEvidence | null>;

/** The lines a model was shown, under the numbers it may cite. */
export interface EvidenceBook {
  /** Numbers the sources that pass the check; returns one line for each. */
  add(sources: readonly CheckedEvidence[]): Promise<string[]>;
  /**
   * A cited number's index among the answer's sources, to which it is added on first use; null for an unknown number.
   */
  show(cited: number, emit: Emit): number | null;
}

export function createEvidenceBook(check: SourceCheck): EvidenceBook {
  const numbered: CheckedEvidence[] = [];
  const shown = new Map<number, number>();
  return {
    async add(sources) {
      const checked = await Promise.all(sources.map(check));
      return checked
        .filter((one) => one !== null)
        .map((one) => {
          numbered.push(one);
          return `[${numbered.length}] ${one.path} lines ${one.startLine}-${one.endLine}`;
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
