import { Extension } from "@tiptap/core";
import { Plugin, PluginKey } from "@tiptap/pm/state";
import type { EditorState, Transaction } from "@tiptap/pm/state";

export type TriggerCharacter = "/" | ":" | "@";

/** A character that opens a menu, with the query typed after it up to the caret. */
export interface Trigger {
  character: TriggerCharacter;
  query: string;
  from: number;
  to: number;
}

interface TriggerState {
  trigger: Trigger | null;
  /** Position of the trigger whose menu was closed by Escape; it stays closed as long as that character is there. */
  closedAt: number | null;
}

const key = new PluginKey<TriggerState>("trigger");
const maxQueryLength = 40;
const pattern = /(?:^|[\s(\uFFFC])([/:@])([^\s/:@]*)$/;

/** The trigger of the open menu; null when none is open. */
export function getTrigger(state: EditorState): Trigger | null {
  return key.getState(state)?.trigger ?? null;
}

/** Closes the menu until its character is typed again. */
export function closeTrigger(transaction: Transaction): Transaction {
  return transaction.setMeta(key, "close");
}

/** Opens a menu when its character is typed at the start of a word; moving the caret never opens one. */
export const TriggerWatch = Extension.create<{ characters: readonly TriggerCharacter[] }>({
  name: "triggerWatch",
  addOptions: () => ({ characters: ["/", ":"] }),
  addProseMirrorPlugins() {
    const { characters } = this.options;
    return [
      new Plugin<TriggerState>({
        key,
        state: {
          init: () => ({ trigger: null, closedAt: null }),
          apply: (transaction, before, _old, state) => nextState(transaction, before, findTrigger(state, characters)),
        },
      }),
    ];
  },
});

function nextState(transaction: Transaction, before: TriggerState, found: Trigger | null): TriggerState {
  const closedAt = before.closedAt === null ? null : transaction.mapping.map(before.closedAt, -1);
  if (!found) return { trigger: null, closedAt: null };
  if (transaction.getMeta(key) === "close") return { trigger: null, closedAt: found.from };
  if (closedAt === found.from) return { trigger: null, closedAt };
  const isOpen = before.trigger !== null;
  const isTyped = transaction.docChanged && !transaction.getMeta("paste") && !transaction.getMeta("history$");
  return { trigger: isOpen || isTyped ? found : null, closedAt: null };
}

function findTrigger(state: EditorState, characters: readonly TriggerCharacter[]): Trigger | null {
  const { $from, empty } = state.selection;
  if (!empty || !$from.parent.isTextblock || $from.parent.type.spec.code) return null;
  if ($from.marks().some((mark) => mark.type.name === "code" || mark.type.name === "link")) return null;
  const start = Math.max(0, $from.parentOffset - maxQueryLength - 2);
  const match = pattern.exec($from.parent.textBetween(start, $from.parentOffset, undefined, "\uFFFC"));
  const character = match?.[1] as TriggerCharacter | undefined;
  if (!character || !characters.includes(character)) return null;
  const query = match?.[2] ?? "";
  return { character, query, from: $from.pos - query.length - 1, to: $from.pos };
}
