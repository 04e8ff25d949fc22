import type { ProgramFact } from "#server/code-index/ports/deployment-facts.ts";

export interface ProgramRule {
  framework: string;
  languages: readonly string[];
  duty: ProgramFact["duty"];
  /** Stands in the text wherever the pattern matches: others are not searched. */
  literal: string;
  /** What the file that starts such a program holds. */
  pattern: RegExp;
  /** Also needed for it to be one. */
  also?: RegExp;
  example: string;
}
