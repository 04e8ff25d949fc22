import { taskStateNames } from "@cairn/contract/task-states";
import type { TaskState } from "@cairn/contract/task-states";
import { useRef } from "react";
import type { KeyboardEvent } from "react";

import { cx } from "#web/ui/cx.ts";
import { TaskStateIcon } from "#web/ui/display/task-state-icon.tsx";

interface LaneTabsProps {
  lanes: readonly { state: TaskState; count: number }[];
  current: TaskState;
  onChange: (state: TaskState) => void;
  /** Id of the panel that shows the lane. */
  panelId: string;
}

/** One tab for each lane, for windows that have room for one lane only. */
export function LaneTabs({ lanes, current, onChange, panelId }: LaneTabsProps) {
  const listRef = useRef<HTMLDivElement>(null);
  const onKeyDown = (event: KeyboardEvent) => {
    const at = lanes.findIndex(({ state }) => state === current);
    const step = event.key === "ArrowRight" ? 1 : event.key === "ArrowLeft" ? -1 : 0;
    const next = lanes[at + step];
    if (step === 0 || !next) return;
    event.preventDefault();
    onChange(next.state);
    listRef.current?.querySelector<HTMLElement>(`[data-tab=${next.state}]`)?.focus();
  };
  return (
    <div
      ref={listRef}
      role="tablist"
      aria-label="Lanes"
      tabIndex={-1}
      onKeyDown={onKeyDown}
      className="flex shrink-0 gap-1 overflow-x-auto border-b border-line-subtle px-3"
    >
      {lanes.map(({ state, count }) => (
        <button
          key={state}
          type="button"
          role="tab"
          data-tab={state}
          aria-selected={state === current}
          aria-controls={panelId}
          tabIndex={state === current ? 0 : -1}
          onClick={() => onChange(state)}
          className={cx(
            "flex h-11 shrink-0 items-center gap-1.5 border-b-2 px-2 text-sm whitespace-nowrap",
            "focus-visible:-outline-offset-2",
            state === current ? "border-accent-text font-medium text-ink" : "border-transparent text-ink-3",
          )}
        >
          <TaskStateIcon state={state} />
          {taskStateNames[state]}
          <span className="text-ink-3 tabular-nums">{count}</span>
        </button>
      ))}
    </div>
  );
}
