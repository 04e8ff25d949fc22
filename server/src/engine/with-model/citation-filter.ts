/** Checks a model's citations while its text arrives in pieces of any size. */
export interface CitationFilter {
  /** What may be shown now; a citation that is only half there is held back. */
  push(text: string): string;
  /** What is left when the text is over. */
  end(): string;
  /** Citations that named nothing and were left out. */
  readonly dropped: number;
  /** Lines of prose about code without a citation. */
  readonly uncited: number;
}

const citation = /^ ?\[\d{1,4}(?:\s*,\s*\d{1,4})*\]$/;
const beginning = /^ ?(?:\[(?:\d{1,4}(?:\s*,\s*\d{1,4})*\s*,?\s*)?)?$/;
/** Inline code longer than this is taken for a stray backtick. */
const maxInlineCode = 400;
const maxCitation = 60;
/** How much of a line is kept to classify it. */
const maxLine = 2_000;

type Renumber = (cited: number) => number | null;

/**
 * `renumber` maps a citation's number to its number among the shown sources, or to null when it names no checked
 * evidence: then it is left out with the blank before it. Code blocks and inline code pass through untouched:
 * `items[0]` there is no citation. An image in prose is shown as its source, because loading it would send data to its
 * address.
 */
export function createCitationFilter(
  renumber: Renumber,
  {
    uncitedMark = "",
    isProven = () => null,
  }: {
    uncitedMark?: string;
    /** Whether a line rests on something else than numbers; null where it does not say so. */
    isProven?: (line: string) => boolean | null;
  } = {},
): CitationFilter {
  const line = createLine();
  const state: FilterState = { renumber, uncitedMark, isProven, held: "", line, fence: null, dropped: 0, uncited: 0 };
  return {
    push(text) {
      let free = "";
      for (const char of text) free += take(state, char);
      return free;
    },
    end() {
      if (/\[\d/.test(state.held)) {
        state.dropped += 1;
        state.held = "";
      }
      const rest = release(state);
      return rest + endLine(state);
    },
    get dropped() {
      return state.dropped;
    },
    get uncited() {
      return state.uncited;
    },
  };
}

interface FilterState {
  renumber: Renumber;
  /** Put at the end of a line of prose about code without a citation. */
  uncitedMark: string;
  isProven: (line: string) => boolean | null;
  /** The beginning of what may become a citation. */
  held: string;
  line: CitedLine;
  /** The mark that opened the code block we are in; null outside. */
  fence: string | null;
  dropped: number;
  uncited: number;
}

interface CitedLine {
  text: string;
  isCited: boolean;
  /** Inline code that is not closed yet, from its first backtick; null outside. */
  inline: string | null;
}

/** Takes one character; answers what it sets free. */
function take(state: FilterState, char: string): string {
  const { line } = state;
  if (char === "\n") {
    const free = release(state);
    return free + endLine(state) + char;
  }
  if (line.text.length < maxLine) line.text += char;
  if (state.fence !== null || isFenceStart(line.text)) return release(state) + char;
  if (line.inline !== null) return takeInline(state, line.inline + char);
  if (char === "`") {
    const free = release(state);
    line.inline = char;
    return free;
  }
  return takeProse(state, char);
}

function takeProse(state: FilterState, char: string): string {
  const isImage = char === "[" && state.line.text.endsWith("![");
  if (isImage) return `${release(state)}\\[`;
  const text = state.held + char;
  if (citation.test(text)) {
    state.held = "";
    return settle(state, text);
  }
  if (text.length <= maxCitation && beginning.test(text)) {
    state.held = text;
    return "";
  }
  const free = state.held;
  state.held = beginning.test(char) ? char : "";
  return state.held === "" ? free + char : free;
}

/** Inline code is kept back until it closes, because only then is it known to be code. */
function takeInline(state: FilterState, code: string): string {
  state.line.inline = code;
  const ticks = /^`+/.exec(code)?.[0] ?? "";
  const isClosed = new RegExp(`^\`+[^\`][\\s\\S]*(?<!\`)${ticks}$|^\`+[^\`]${ticks}$`).test(code);
  if (!isClosed) return code.length > maxInlineCode ? release(state) : "";
  state.line.inline = null;
  return code;
}

/** Sets free what is held: half a citation is no citation, an open backtick is only a backtick. */
function release(state: FilterState): string {
  const { held } = state;
  const open = state.line.inline;
  state.held = "";
  state.line.inline = null;
  if (open === null) return held;
  return held + open.replaceAll(/ ?\[\d{1,4}(?:\s*,\s*\d{1,4})*\]/g, (found) => settle(state, found));
}

/** A whole citation as it is shown. */
function settle(state: FilterState, text: string): string {
  const numbers = [...text.matchAll(/\d+/g)].map(([digits]) => state.renumber(Number(digits)));
  const known = numbers.filter((number) => number !== null);
  state.dropped += numbers.length - known.length;
  if (known.length === 0) return "";
  state.line.isCited = true;
  return `${text.startsWith(" ") ? " " : ""}${known.map((number) => `[${number}]`).join("")}`;
}

/** Answers what is put behind the line. */
function endLine(state: FilterState): string {
  const { text, isCited } = state.line;
  const mark = /^\s{0,40}(`{3,}|~{3,})/.exec(text)?.[1] ?? null;
  const isProse = state.fence === null && mark === null && !isCited;
  const isUncited = isProse && !(state.isProven(text) ?? !statesCode(text));
  if (isUncited) state.uncited += 1;
  if (state.fence === null) state.fence = mark;
  else if (mark?.startsWith(state.fence)) state.fence = null;
  state.line = createLine();
  // A cell more would break the row of a table.
  return isUncited && !/^\s*\|/.test(text) ? state.uncitedMark : "";
}

function createLine(): CitedLine {
  return { text: "", isCited: false, inline: null };
}

function isFenceStart(line: string): boolean {
  return /^\s*(?:`{3}|~{3})/.test(line.slice(0, 40));
}

/** Whether a line of prose makes a statement about code: it names some, and is no heading, lead or question. */
function statesCode(line: string): boolean {
  const text = line.trim();
  if (text === "" || /^#|^\|[\s|:-]+$|[:?]$/.test(text)) return false;
  return /`[^`]+`/.test(text) || /\b[\w-]+\/[\w./-]+\.\w+\b/.test(text);
}
