/** Characters of a token; code has rather more. */
const charactersPerToken = 3;
/** What the model needs to write its answer in. */
const answerShare = 1 / 4;
/** Fewer characters than this are useless. */
const leastText = 400;

/** How much text still fits into a model's context window. */
export interface ContextBudget {
  /** Characters left. */
  readonly left: number;
  /** As much of the text as fits, never more than a share of the remaining budget or `most` characters. */
  take(text: string, limits?: { share?: number; most?: number }): string;
  /** The whole text where it fits, else null and nothing is taken. */
  hold(text: string): string | null;
}

/** `taken` are characters that are always sent: rules, and the descriptions of tools. */
export function createContextBudget(contextTokens: number, taken: number): ContextBudget {
  return createTextBudget(Math.floor(contextTokens * (1 - answerShare) * charactersPerToken) - taken);
}

/** A budget of so many characters. */
export function createTextBudget(characters: number): ContextBudget {
  let left = Math.max(0, characters);
  return {
    get left() {
      return left;
    },
    take(text, { share = 1, most = Infinity } = {}) {
      const length = Math.min(Math.floor(left * share), most);
      const kept = text.length <= length ? text : cut(text, length);
      left = Math.max(0, left - kept.length);
      return kept;
    },
    hold(text) {
      if (text.length > left) return null;
      left -= text.length;
      return text;
    },
  };
}

/** Whole lines, with a word that there was more. */
function cut(text: string, length: number): string {
  if (length < leastText) return "(There is no room for more. Answer with what you have.)";
  const end = text.lastIndexOf("\n", length);
  return `${text.slice(0, end > length / 2 ? end : length).toWellFormed()}\n(cut off here: no room for more)`;
}
