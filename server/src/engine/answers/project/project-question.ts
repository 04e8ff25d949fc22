/** A question, or one of several, as the project as a whole may answer it. */
export interface ProjectQuestion {
  text: string;
  /** What the same message asked before it; "" where that is nothing. */
  before: string;
}
