import type { GrammarState, HighlighterCore } from "shiki/core";

import { loadLanguage } from "./languages.ts";

/** A part of a line; no colour means the colour of plain code. */
export interface CodeToken {
  text: string;
  color: string | undefined;
}

/** Lines highlighted before yielding to the event loop. */
const linesPerTurn = 50;
/** Longer lines (minified code) would block the page in the grammar; they stay plain. */
const maxLineLength = 2_000;

let highlighter: Promise<HighlighterCore> | undefined;

/** Loaded once, without WebAssembly: the content security policy forbids compiling it. */
function getHighlighter(): Promise<HighlighterCore> {
  highlighter ??= (async () => {
    const [{ createHighlighterCore }, { createJavaScriptRegexEngine }, { syntaxTheme }] = await Promise.all([
      import("shiki/core"),
      import("shiki/engine/javascript"),
      import("./syntax-theme.ts"),
    ]);
    return createHighlighterCore({
      themes: [syntaxTheme],
      langs: [],
      engine: createJavaScriptRegexEngine({ forgiving: true }),
    });
  })();
  return highlighter;
}

export interface HighlightInput {
  lines: readonly string[];
  /** A key of `languageKey`. */
  language: string;
  /** Receives finished lines in order, from the line with index `from`. */
  onLines: (from: number, lines: CodeToken[][]) => void;
  signal: AbortSignal;
}

/** Highlights from the top, some lines at a time, so that long files do not block the page. */
export async function highlightLines({ lines, language, onLines, signal }: HighlightInput): Promise<void> {
  const [core, grammar] = await Promise.all([getHighlighter(), loadLanguage(language)]);
  if (!core.getLoadedLanguages().includes(language)) await core.loadLanguage(...grammar);

  let grammarState: GrammarState | undefined;
  for (let from = 0; from < lines.length; from += linesPerTurn) {
    if (signal.aborted) return;
    const part = lines.slice(from, from + linesPerTurn).join("\n");
    const result = core.codeToTokens(part, {
      lang: language,
      theme: "tokens",
      grammarState,
      tokenizeMaxLineLength: maxLineLength,
    });
    grammarState = result.grammarState;
    onLines(
      from,
      result.tokens.map((line) => line.map(({ content, color }) => ({ text: content, color }))),
    );
    await nextTurn();
  }
}

function nextTurn(): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, 0);
  });
}
