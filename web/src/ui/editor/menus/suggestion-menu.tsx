import type { Editor } from "@tiptap/core";
import { useEffect, useId, useImperativeHandle, useRef, useState } from "react";
import type { Ref } from "react";
import { createPortal } from "react-dom";

import { cx } from "#web/ui/cx.ts";
import { Announcement } from "#web/ui/feedback/announcement.tsx";
import { Spinner } from "#web/ui/feedback/spinner.tsx";
import { Listbox, ListboxGroup, ListboxOption } from "#web/ui/list/listbox.tsx";
import { useOverlayContainer } from "#web/ui/overlay/overlay-container.tsx";
import { useFloatingPosition } from "#web/ui/overlay/use-floating-position.ts";

import type { MenuEntry } from "./menu-entry.ts";
import { closeTrigger } from "./trigger.ts";
import type { Trigger, TriggerCharacter } from "./trigger.ts";
import { useEntries } from "./use-entries.ts";
import type { EntrySources } from "./use-entries.ts";

/** Characters of a detail that is never cut. */
const maxWholeDetail = 12;

const labels: Record<TriggerCharacter, string> = { "/": "Insert", ":": "Emoji", "@": "Mention" };

export interface MenuKeys {
  /** Returns whether the menu handled the key. */
  onKey: (key: string) => boolean;
}

interface SuggestionMenuProps {
  editor: Editor;
  trigger: Trigger;
  sources: EntrySources;
  ref: Ref<MenuKeys>;
}

/** The menu that opens while typing. The text keeps the focus and references the active option, as a combobox does. */
export function SuggestionMenu({ editor, trigger, sources, ref }: SuggestionMenuProps) {
  const id = useId();
  const container = useOverlayContainer();
  const popupRef = useRef<HTMLDivElement>(null);
  const { entries: found, error } = useEntries(trigger.character, trigger.query, sources);
  const [marked, setMarked] = useState<string | null>(null);
  const entries = found ?? [];
  const index = Math.max(
    0,
    entries.findIndex((entry) => entry.key === marked),
  );
  const active = entries[index];
  const activeId = active && `${id}-${index}`;
  useFloatingPosition({ element: popupRef, anchor: () => caretRect(editor, trigger.from), side: "below" });
  useCombobox(editor, entries.length > 0 ? id : null, activeId);

  const choose = (entry: MenuEntry) => entry.run(editor, trigger);
  const mark = (next: number) => {
    const entry = entries[Math.min(Math.max(next, 0), entries.length - 1)];
    if (!entry) return;
    setMarked(entry.key);
    document.getElementById(`${id}-${entries.indexOf(entry)}`)?.scrollIntoView({ block: "nearest" });
  };
  useImperativeHandle(ref, () => ({
    onKey: (key) => {
      if (key === "Escape") editor.view.dispatch(closeTrigger(editor.state.tr));
      else if (!active) return false;
      else if (key === "ArrowDown") mark((index + 1) % entries.length);
      else if (key === "ArrowUp") mark((index + entries.length - 1) % entries.length);
      else if (key === "Home") mark(0);
      else if (key === "End") mark(entries.length - 1);
      else if (key === "Enter" || key === "Tab") choose(active);
      else return false;
      return true;
    },
  }));

  const note = error ?? (found ? "No results found." : "Searching…");
  return createPortal(
    // Pressing the pointer inside does not move the caret.
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions
    <div
      ref={popupRef}
      data-editor-popup
      onMouseDown={(event) => event.preventDefault()}
      className={
        "fixed z-50 max-h-[min(384px,calc(100vh-1rem))] w-80 max-w-[calc(100vw-1rem)] animate-fade " +
        "overflow-y-auto rounded-lg bg-surface-3 p-1 shadow-pop"
      }
    >
      {active ? (
        <Listbox id={id} label={labels[trigger.character]}>
          {groupsOf(entries).map(({ title, from, members }) => {
            const rows = members.map((entry, offset) => (
              <ListboxOption
                key={entry.key}
                id={`${id}-${from + offset}`}
                isActive={entry === active}
                onMark={() => setMarked(entry.key)}
                onOpen={() => choose(entry)}
              >
                {entry.icon}
                <span className="min-w-0 truncate">{entry.label}</span>
                {entry.detail && (
                  <span
                    className={cx(
                      "ml-auto max-w-1/2 truncate text-xs text-ink-3",
                      // A state is a word; a path may be cut.
                      entry.detail.length > maxWholeDetail ? "min-w-0 shrink-2" : "shrink-0",
                    )}
                  >
                    {entry.detail}
                  </span>
                )}
              </ListboxOption>
            ));
            return title === null ? (
              rows
            ) : (
              <ListboxGroup key={title} title={title}>
                {rows}
              </ListboxGroup>
            );
          })}
        </Listbox>
      ) : (
        <p className="flex items-center gap-2 px-2.5 py-2 text-sm text-ink-3">
          {!found && !error && <Spinner />}
          {note}
        </p>
      )}
      <Announcement>{active ? `${entries.length} results` : note}</Announcement>
    </div>,
    container ?? document.body,
  );
}

interface EntryGroup {
  title: string | null;
  /** Index of its first entry among all entries. */
  from: number;
  members: MenuEntry[];
}

function groupsOf(entries: readonly MenuEntry[]): EntryGroup[] {
  const groups: EntryGroup[] = [];
  for (const [index, entry] of entries.entries()) {
    const last = groups.at(-1);
    if (last && last.title === entry.group) last.members.push(entry);
    else groups.push({ title: entry.group, from: index, members: [entry] });
  }
  return groups;
}

function caretRect(editor: Editor, position: number): DOMRect {
  const { left, top, bottom } = editor.view.coordsAtPos(Math.min(position, editor.state.doc.content.size));
  return new DOMRect(left, top, 0, bottom - top);
}

/** Gives the text the combobox role while the menu is open. */
function useCombobox(editor: Editor, listId: string | null, activeId: string | undefined): void {
  useEffect(() => {
    const { dom } = editor.view;
    dom.setAttribute("role", "combobox");
    dom.removeAttribute("aria-multiline");
    dom.setAttribute("aria-haspopup", "listbox");
    dom.setAttribute("aria-expanded", "true");
    return () => {
      dom.setAttribute("role", "textbox");
      dom.setAttribute("aria-multiline", "true");
      for (const name of ["haspopup", "expanded", "controls", "activedescendant"]) dom.removeAttribute(`aria-${name}`);
    };
  }, [editor]);
  useEffect(() => {
    const { dom } = editor.view;
    setOrRemove(dom, "aria-controls", listId);
    setOrRemove(dom, "aria-activedescendant", activeId ?? null);
    dom.setAttribute("aria-expanded", String(listId !== null));
  }, [editor, listId, activeId]);
}

function setOrRemove(element: HTMLElement, name: string, value: string | null): void {
  if (value === null) element.removeAttribute(name);
  else element.setAttribute(name, value);
}
