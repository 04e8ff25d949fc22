/** As many steps can be taken back. */
const maxHistory = 200;

/** What is there, what was before it, and what was taken back; the newest last. */
export interface History<Content> {
  present: Content;
  past: readonly Content[];
  future: readonly Content[];
  /** The field whose typing goes on as one step; null where the next change is a step of its own. */
  group: string | null;
}

export function beginHistory<Content>(present: Content): History<Content> {
  return { present, past: [], future: [], group: null };
}

/** A change that can be taken back. Changes of the same group in a row are one step. */
export function record<Content>(
  history: History<Content>,
  present: Content,
  group: { name: string; isClosed: boolean } | null = null,
): History<Content> {
  const isGoingOn = group !== null && group.name === history.group;
  return {
    present,
    past: isGoingOn ? history.past : [...history.past, history.present].slice(-maxHistory),
    future: [],
    group: group === null || group.isClosed ? null : group.name,
  };
}

/** Goes to the newest of the steps before that differs from what is there: what a save made of others is the same. */
export function undo<Content>(history: History<Content>): History<Content> {
  const at = history.past.findLastIndex((content) => !isSame(content, history.present));
  const before = history.past[at];
  if (before === undefined) return { ...history, past: [] };
  const future = [...history.future, history.present];
  return { present: before, past: history.past.slice(0, at), future, group: null };
}

export function redo<Content>(history: History<Content>): History<Content> {
  const at = history.future.findLastIndex((content) => !isSame(content, history.present));
  const after = history.future[at];
  if (after === undefined) return { ...history, future: [] };
  return { present: after, past: [...history.past, history.present], future: history.future.slice(0, at), group: null };
}

function isSame(one: unknown, other: unknown): boolean {
  return one === other || JSON.stringify(one) === JSON.stringify(other);
}

/** What happened elsewhere, as on the server, is true of every step: taking one back does not take that back. */
export function throughout<Content>(
  history: History<Content>,
  change: (content: Content) => Content,
): History<Content> {
  const present = change(history.present);
  return { ...history, present, past: history.past.map(change), future: history.future.map(change) };
}

/** Whether the text that was typed ends a word, so that the next letter begins a step of its own. */
export function endsWord(before: string, after: string): boolean {
  if (after.length <= before.length) return false;
  let start = 0;
  while (start < before.length && before[start] === after[start]) start += 1;
  const typed = after.slice(start, start + after.length - before.length);
  return /[\s.,;:!?()[\]{}"'/\\_-]$/.test(typed);
}
