import { readMention } from "@cairn/contract/mentions";
import { taskStateNames } from "@cairn/contract/task-states";
import { Extension } from "@tiptap/core";
import type { Editor } from "@tiptap/core";
import type { Node } from "@tiptap/pm/model";
import { Plugin, PluginKey } from "@tiptap/pm/state";
import { Decoration, DecorationSet } from "@tiptap/pm/view";

import type { MentionTarget, ResolveMention } from "#web/ui/markdown/mention-target.ts";

interface NotesState {
  resolve: ResolveMention | null;
  notes: DecorationSet;
}

const key = new PluginKey<NotesState>("mentionNotes");

/** Shows notes by another function from now on. */
export function setMentionNotes(editor: Editor, resolve: ResolveMention): void {
  editor.view.dispatch(editor.state.tr.setMeta(key, resolve).setMeta("addToHistory", false));
}

/** Shows behind each mention what there is to know of it: the state of a task, or that it no longer exists. */
export const MentionNotes = Extension.create({
  name: "mentionNotes",
  addProseMirrorPlugins() {
    // Another text is loaded as another state, which begins with what was known.
    let known: ResolveMention | null = null;
    return [
      new Plugin<NotesState>({
        key,
        state: {
          init: (_config, { doc }) => ({ resolve: known, notes: listNotes(doc, known) }),
          apply(transaction, before) {
            const given = transaction.getMeta(key) as ResolveMention | undefined;
            if (!given && !transaction.docChanged) return before;
            known = given ?? before.resolve;
            return { resolve: known, notes: listNotes(transaction.doc, known) };
          },
        },
        props: { decorations: (state) => key.getState(state)?.notes },
      }),
    ];
  },
});

/** Not a word where the mention leads somewhere and has no state. */
function noteOfMention(target: MentionTarget): string | null {
  if (target.kind === "gone") return `(${target.note})`;
  return target.kind === "link" && target.task ? taskStateNames[target.task.state] : null;
}

function listNotes(doc: Node, resolve: ResolveMention | null): DecorationSet {
  if (!resolve) return DecorationSet.empty;
  const notes: Decoration[] = [];
  doc.descendants((node, position, parent, index) => {
    const href = hrefOf(node);
    // Words of one link can be several nodes, such as bold ones.
    if (href === null || (parent && index + 1 < parent.childCount && hrefOf(parent.child(index + 1)) === href)) return;
    const mention = readMention(href);
    const note = mention && noteOfMention(resolve(mention));
    if (note) notes.push(Decoration.widget(position + node.nodeSize, () => drawNote(note), { side: -1, key: note }));
  });
  return DecorationSet.create(doc, notes);
}

function hrefOf(node: Node): string | null {
  const href = node.marks.find(({ type }) => type.name === "link")?.attrs["href"] as unknown;
  return typeof href === "string" && href.startsWith("cairn:") ? href : null;
}

function drawNote(note: string): HTMLElement {
  const element = document.createElement("small");
  element.className = "mention-note";
  element.textContent = note;
  return element;
}
