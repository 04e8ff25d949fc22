import { maxCriteria } from "@cairn/contract/tasks";
import type { Criterion } from "@cairn/contract/tasks";
import { PlusIcon } from "@phosphor-icons/react/dist/csr/Plus";
import { useRef, useState } from "react";
import type { ClipboardEvent, KeyboardEvent, ReactNode } from "react";

import { Announcement } from "#web/ui/feedback/announcement.tsx";

import { ChecklistItem } from "./checklist-item.tsx";
import { addCriteria, moveCriterion, parseCriteria } from "./criteria-list.ts";

interface ChecklistProps {
  items: readonly Criterion[];
  /** Null where nothing can be met yet. */
  onTick: ((id: string, isDone: boolean) => void) | null;
  /** Rejects where it could not be saved. */
  onText: (id: string, text: string) => Promise<unknown> | void;
  /** Criteria were added, removed or moved. */
  onItems: (items: Criterion[]) => void;
  /** What stands beside each of them. */
  renderAside?: (item: Criterion) => ReactNode;
}

/** Criteria that can be ticked, worded, added, removed and moved. */
export function Checklist({ items, onTick, onText, onItems, renderAside }: ChecklistProps) {
  const listRef = useRef<HTMLDivElement>(null);
  const [announcement, setAnnouncement] = useState("");
  const focusItem = (index: number) => {
    const fields = listRef.current?.querySelectorAll<HTMLElement>("[data-criterion], [data-add]") ?? [];
    fields[Math.max(0, Math.min(index, fields.length - 1))]?.focus();
  };
  const remove = (item: Criterion) => {
    onItems(items.filter(({ id }) => id !== item.id));
    setAnnouncement(`Criterion removed: ${item.text}`);
  };
  const move = (item: Criterion, to: number) => {
    const moved = moveCriterion(items, item.id, to);
    if (moved === items) return;
    onItems([...moved]);
    setAnnouncement(`Criterion ${to + 1} of ${items.length}`);
    requestAnimationFrame(() => focusItem(to));
  };
  return (
    <div ref={listRef}>
      <ul aria-label="Acceptance criteria" className="flex flex-col">
        {items.map((item, index) => (
          <ChecklistItem
            key={item.id}
            item={item}
            index={index}
            count={items.length}
            aside={renderAside?.(item)}
            onTick={onTick && ((isDone) => onTick(item.id, isDone))}
            onText={(text) => onText(item.id, text)}
            onRemove={() => remove(item)}
            onMove={(to) => move(item, to)}
            onLeave={(way) => focusItem(way === "next" ? items.length : index - 1)}
          />
        ))}
      </ul>
      {items.length < maxCriteria && (
        <AddCriterion
          onAdd={(texts) => {
            onItems(addCriteria(items, texts));
            setAnnouncement(texts.length === 1 ? "Criterion added" : `${texts.length} criteria added`);
          }}
          onLeave={() => focusItem(items.length - 1)}
        />
      )}
      <Announcement>{announcement}</Announcement>
    </div>
  );
}

function AddCriterion({ onAdd, onLeave }: { onAdd: (texts: string[]) => void; onLeave: () => void }) {
  const [text, setText] = useState("");
  const add = () => {
    const texts = parseCriteria(text);
    setText("");
    if (texts.length > 0) onAdd(texts);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === "Enter" && !event.ctrlKey && !event.metaKey && !event.nativeEvent.isComposing) {
      event.preventDefault();
      add();
    } else if (event.key === "ArrowUp" && text === "") onLeave();
  };
  const onPaste = (event: ClipboardEvent) => {
    const texts = parseCriteria(event.clipboardData.getData("text/plain"));
    if (texts.length < 2) return;
    event.preventDefault();
    onAdd(texts);
  };
  return (
    <label className="flex min-h-9 items-center gap-2.5 text-ink-3 pointer-coarse:min-h-11">
      <PlusIcon aria-hidden className="size-4 shrink-0" />
      <span className="sr-only">Add criterion</span>
      <input
        data-add
        value={text}
        placeholder="Add criterion"
        autoComplete="off"
        onChange={(event) => setText(event.target.value)}
        onKeyDown={onKeyDown}
        onPaste={onPaste}
        // What was typed is never lost.
        onBlur={add}
        className="min-w-0 flex-1 rounded-sm bg-transparent px-1 py-1 text-base text-ink outline-offset-0 placeholder:text-ink-3"
      />
    </label>
  );
}
