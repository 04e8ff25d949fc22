import type { CheckedEvidence } from "#server/engine/evidence/evidence.ts";
import { hideSecrets } from "#server/engine/text/hide-secrets.ts";

import type { ContextBudget } from "./context-budget.ts";

/** Lines of code as a model is shown them, with what they are checked by. */
export interface CodePassage {
  source: CheckedEvidence;
  /** The lines, or what a fact says of them. */
  text: string;
  /** What the index knows of them and they do not show, such as the address that they serve; null for nothing. */
  about?: string | null;
  /** Other words than those that stand there: shown also where the lines were. */
  isFact?: boolean;
}

/** Everything that a model was shown while it writes, under the numbers it may cite. */
export interface ShownPassages {
  /** `[n]` is the n-th, from 1. */
  readonly sources: readonly CheckedEvidence[];
  /** All texts that were shown, to tell known names from made-up ones. */
  readonly text: string;
  /** The number of a source whose lines are not shown, or were already; the same lines have the same number. */
  numberOf(source: CheckedEvidence): number;
  /**
   * The passage with its number, ready to be read: "[3] src/a.ts lines 1-9" and its text. Lines that were shown before
   * are only named. Null where there is no room for it.
   */
  show(passage: CodePassage, budget: ContextBudget): string | null;
  /** Remembers a text as shown, such as facts. */
  note(text: string): void;
  /** The passages whose text was shown, by their numbers and as they were. */
  readonly shown: ReadonlyMap<number, string>;
}

export function openPassages(): ShownPassages {
  const sources: CheckedEvidence[] = [];
  const numbers = new Map<string, number>();
  const shown = new Map<number, string>();
  const texts: string[] = [];
  const numberOf = (source: CheckedEvidence): number => {
    const key = `${source.repositoryId} ${source.commit} ${source.path} ${source.startLine} ${source.endLine}`;
    const number = numbers.get(key) ?? sources.push(source);
    numbers.set(key, number);
    return number;
  };
  const holderOf = ({ repositoryId, path, startLine, endLine }: CheckedEvidence): number | null => {
    const isInside = (number: number) => {
      const one = sources[number - 1];
      return (
        one?.repositoryId === repositoryId && one.path === path && one.startLine <= startLine && one.endLine >= endLine
      );
    };
    return [...shown.keys()].find(isInside) ?? null;
  };
  return {
    sources,
    shown,
    get text() {
      return texts.join("\n");
    },
    numberOf,
    note: (text) => void texts.push(text),
    show({ source, text: lines, about = null, isFact = false }, budget) {
      const holder = holderOf(source);
      const { path, startLine, endLine } = source;
      const range = startLine === endLine ? `line ${startLine}` : `lines ${startLine}-${endLine}`;
      const safe = hideSecrets(lines);
      const known = about === null ? "" : `(${about})\n`;
      if (holder !== null && isFact) {
        texts.push(safe);
        return budget.hold(`[${holder}] ${path} ${range}\n${safe}`);
      }
      if (holder !== null) return budget.hold(`(${path} ${range}: shown above as [${holder}])`);
      const kept = budget.hold(`[${sources.length + 1}] ${path} ${range}\n${known}${safe}`);
      if (kept === null) return null;
      const number = numberOf(source);
      const text = kept.replace(/^\[\d+\]/, `[${number}]`);
      shown.set(number, text);
      texts.push(path, known, safe);
      return text;
    },
  };
}
