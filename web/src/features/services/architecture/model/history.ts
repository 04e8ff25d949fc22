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

export function undo<Content>(history: History<Content>): History<Content> {
  const before = history.past.at(-1);
  if (before === undefined) return history;
  const future = [...history.future, history.present];
  return { present: before, past: history.past.slice(0, -1), future, group: null };
}

export function redo<Content>(history: History<Content>): History<Content> {
  const after = history.future.at(-1);
  if (after === undefined) return history;
  return { present: after, past: [...history.past, history.present], future: history.future.slice(0, -1), group: null };
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
