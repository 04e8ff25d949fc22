import type { SymbolFact } from "#server/code-index/ports/facts.ts";
import type { Refusal } from "#server/engine/retrieval/failure-lines.ts";
import type { EffectVerb } from "#server/engine/retrieval/find-effect.ts";
import type { LineCondition } from "#server/engine/text/line-conditions.ts";

import type { FlowStart } from "./flow-start.ts";
import type { HandOver } from "./hand-over.ts";
import type { FlowBody } from "./trigger-body.ts";

/** A line that changes something outside of the program. */
export interface FlowEffect {
  verb: EffectVerb;
  path: string;
  line: number;
  text: string;
  /** All of what begins on the line, as far as it is short; the line alone where it ends there. */
  whole: { text: string; endLine: number };
  /** The table that is written or what is put in line; null where the line does not tell. */
  target: string | null;
  /** Reached only in some cases: a branch stands around it, or around what leads to it. */
  mayBe?: true;
}

/** One thing that a body does, in the order of its lines. */
export type FlowEvent = { line: number; conditions: readonly LineCondition[] } & (
  | { kind: "refusal"; refusal: Refusal }
  | { kind: "effect"; effect: FlowEffect }
  | {
      kind: "call";
      path: string;
      symbol: SymbolFact;
      /** Null where it was not entered. */
      inside: FollowedBody | null;
      /** Several declarations fit: that of an interface and those that implement it. */
      isOneOfSeveral: boolean;
      /** What carries the work on, where it is not done at once. */
      by: HandOver["by"] | null;
      /** What fails inside is not told to whoever asked. */
      isSwallowed: boolean;
    }
);

export interface FollowedBody extends FlowBody {
  events: readonly FlowEvent[];
}

export interface Flow {
  start: FlowStart;
  root: FollowedBody;
  /** All that it leads to, each line once, in the order in which it is reached. */
  effects: readonly FlowEffect[];
  /** Bodies that were entered, the first first. */
  bodies: readonly FollowedBody[];
}
