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
  /** Also where the draft has no section yet: everything else is then a prompt for a page. */
  isForEmpty?: boolean;
}

export function edit(...edits: DraftEdit[]): Command {
  return { edits, problems: [] };
}

export function problem(...problems: string[]): Command {
  return { edits: [], problems };
}
