import type { RuleCheck } from "@cairn/contract/rule-checks";

/** One thing that a change does to a file. */
export type ChangeStep =
  | { put: string; text: string }
  | { edit: string; from: string; to: string }
  | { delete: string }
  | { move: string; to: string };
export type ChangeSteps = readonly ChangeStep[];

/** A rule as people write it, with what breaks it in four ways and what does not. */
export interface RuleCase {
  condition: string;
  instruction: string;
  /** What somebody types where the words name nothing that a program could look for; absent where the words say it. */
  typed?: RuleCheck;
  breaks: readonly [ChangeSteps, ChangeSteps, ChangeSteps, ChangeSteps];
  keeps: readonly ChangeSteps[];
}

/** A repository, with the rules of whoever works in it. */
export interface RuledRepository {
  files: Readonly<Record<string, string>>;
  rules: readonly RuleCase[];
}

export const put = (path: string, ...lines: string[]): ChangeStep => ({ put: path, text: `${lines.join("\n")}\n` });
export const edit = (path: string, from: string, ...to: string[]): ChangeStep => ({
  edit: path,
  from,
  to: to.join("\n"),
});
export const remove = (path: string): ChangeStep => ({ delete: path });
export const move = (path: string, to: string): ChangeStep => ({ move: path, to });
