import { flushSync } from "react-dom";

import type { CommentedLine } from "./comment-drafts.ts";

/** Where the focus goes when an editor closes: what was written, or else what it was about. */
export interface EditorLeft {
  threadId?: string;
  at?: CommentedLine;
}

/** Closes an editor. Who had the focus in it goes on from what they wrote; who went on elsewhere meanwhile stays there. */
export function leaveEditor(close: () => void, { threadId, at }: EditorLeft): void {
  flushSync(close);
  const { activeElement } = document;
  if (activeElement !== null && activeElement !== document.body) return;
  const thread = threadId === undefined ? null : find(`[data-thread="${threadId}"]`);
  (thread ?? (at ? findLine(at) : null))?.focus();
}

function findLine({ filename, side, line }: CommentedLine): HTMLElement | null {
  return find(`[data-diff-path="${CSS.escape(filename)}"] [data-comment-line="${side}:${line}"]`);
}

function find(selector: string): HTMLElement | null {
  return document.querySelector<HTMLElement>(selector);
}
