import { taskStateNames } from "@cairn/contract/task-states";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useId, useLayoutEffect, useRef, useState } from "react";
import type { KeyboardEvent, ReactNode, RefObject } from "react";

import type { ProjectKey } from "#web/features/projects/projects.api.ts";
import { taskSearchQuery } from "#web/features/task-mentions/task-mentions.api.ts";
import { useDebounced } from "#web/lib/api/use-debounced.ts";
import { TaskStateIcon } from "#web/ui/display/task-state-icon.tsx";
import { Announcement } from "#web/ui/feedback/announcement.tsx";
import { Listbox, ListboxOption } from "#web/ui/list/listbox.tsx";

import { findTaskQuery } from "./find-task-query.ts";

/** Pause after typing before the search request. */
const pauseMs = 120;

interface TaskPickerOptions {
  project: ProjectKey;
  inputRef: RefObject<HTMLTextAreaElement | null>;
  text: string;
  onText: (text: string) => void;
}

interface TaskPicker {
  /** The list above the field; null while it is closed. */
  list: ReactNode;
  /** For the field. */
  fieldProps: {
    onSelect: () => void;
    "aria-autocomplete": "list";
    "aria-controls": string | undefined;
    "aria-activedescendant": string | undefined;
  };
  /** Returns whether the open list handled the key. */
  onKey: (event: KeyboardEvent) => boolean;
}

/** Offers tasks to mention while somebody types `@` and a number, or words of a title, in a field of plain text. */
export function useTaskPicker({ project, inputRef, text, onText }: TaskPickerOptions): TaskPicker {
  const id = useId();
  const [caret, setCaret] = useState(0);
  const [closedAt, setClosedAt] = useState<number | null>(null);
  const [marked, setMarked] = useState<string | null>(null);
  const nextCaretRef = useRef<number | null>(null);
  const typed = findTaskQuery(text, caret);
  const settled = useDebounced(typed?.query ?? "", pauseMs);
  const isOn = typed !== null && typed.from !== closedAt;
  const found = useQuery({
    ...taskSearchQuery(project, settled),
    ...(isOn ? {} : { enabled: false }),
    placeholderData: keepPreviousData,
    retry: false,
  });
  const tasks = isOn ? (found.data?.content ?? []) : [];
  const index = Math.max(
    0,
    tasks.findIndex(({ taskId }) => taskId === marked),
  );
  const active = tasks[index];
  // The caret stands behind the name that was put in, and not at the end of the text.
  useLayoutEffect(() => {
    if (nextCaretRef.current === null) return;
    inputRef.current?.setSelectionRange(nextCaretRef.current, nextCaretRef.current);
    nextCaretRef.current = null;
  });

  const choose = (name: string) => {
    if (!typed) return;
    const before = `${text.slice(0, typed.from)}@${name} `;
    nextCaretRef.current = before.length;
    setCaret(before.length);
    onText(before + text.slice(caret).replace(/^ /, ""));
    inputRef.current?.focus({ preventScroll: true });
  };
  const onKey = (event: KeyboardEvent): boolean => {
    if (!active || event.nativeEvent.isComposing || event.shiftKey || event.altKey || event.ctrlKey || event.metaKey)
      return false;
    if (event.key === "ArrowDown") setMarked(tasks[(index + 1) % tasks.length]?.taskId ?? null);
    else if (event.key === "ArrowUp") setMarked(tasks[(index + tasks.length - 1) % tasks.length]?.taskId ?? null);
    else if (event.key === "Enter" || event.key === "Tab") choose(active.name);
    else if (event.key === "Escape") setClosedAt(typed?.from ?? null);
    else return false;
    event.preventDefault();
    event.stopPropagation();
    return true;
  };
  return {
    onKey,
    fieldProps: {
      onSelect: () => setCaret(inputRef.current?.selectionStart ?? 0),
      "aria-autocomplete": "list",
      "aria-controls": active && id,
      "aria-activedescendant": active && `${id}-${index}`,
    },
    list: active ? (
      // Pressing the pointer inside does not move the caret.
      // oxlint-disable-next-line jsx-a11y/no-static-element-interactions
      <div
        onMouseDown={(event) => event.preventDefault()}
        className="absolute inset-x-0 bottom-full z-20 mb-2 max-w-120 animate-fade rounded-lg bg-surface-3 p-1 shadow-pop"
      >
        <Listbox id={id} label="Mention a task">
          {tasks.map(({ taskId, name, title, state }, at) => (
            <ListboxOption
              key={taskId}
              id={`${id}-${at}`}
              isActive={at === index}
              onMark={() => setMarked(taskId)}
              onOpen={() => choose(name)}
            >
              <TaskStateIcon state={state} />
              <span className="shrink-0 tabular-nums text-ink-3">{name}</span>
              <span className="min-w-0 truncate">{title}</span>
              <span className="ml-auto shrink-0 text-xs text-ink-3">{taskStateNames[state]}</span>
            </ListboxOption>
          ))}
        </Listbox>
        <Announcement>{`${tasks.length} tasks`}</Announcement>
      </div>
    ) : null,
  };
}
