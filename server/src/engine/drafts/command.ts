import type { PageTemplate } from "./choose-template.ts";
import type { DraftEdit, PageDraft } from "./page-draft.ts";

/** What a message is read against. */
export interface TurnGround {
  draft: PageDraft;
  templates: readonly PageTemplate[];
  services: readonly { serviceId: string; name: string }[];
}

/** An order that was understood. */
export interface Command {
  edits: readonly DraftEdit[];
  problems: readonly string[];
  /** Also where the draft has no section yet: everything else is then a wish for a page. */
  isForEmpty?: boolean;
}

export function edit(...edits: DraftEdit[]): Command {
  return { edits, problems: [] };
}

export function problem(...problems: string[]): Command {
  return { edits: [], problems };
}

/** An order that could be cut in more ways than this is none that anybody typed. */
const maxWays = 60;

/** Every way to cut the text in two at what the pattern finds: whole, before, after. */
export function* splits(text: string, at: RegExp): Generator<readonly [string, string, string]> {
  let ways = 0;
  for (const match of text.matchAll(at)) {
    if ((ways += 1) > maxWays) return;
    const before = text.slice(0, match.index).trim();
    const after = text.slice(match.index + match[0].length).trim();
    if (before !== "" && after !== "") yield [text, before, after];
  }
}
