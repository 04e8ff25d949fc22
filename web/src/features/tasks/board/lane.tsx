import { taskStateNames } from "@cairn/contract/task-states";
import type { TaskState } from "@cairn/contract/task-states";
import type { TaskCard as Card } from "@cairn/contract/tasks";
import { PlusIcon } from "@phosphor-icons/react/dist/csr/Plus";
import { ProhibitIcon } from "@phosphor-icons/react/dist/csr/Prohibit";
import { useId, useRef } from "react";

import { IconLink } from "#web/ui/action/icon-button.tsx";
import { cx } from "#web/ui/cx.ts";
import { TaskStateIcon } from "#web/ui/display/task-state-icon.tsx";

import type { CardMenuKind, FocusRequest } from "./board-context.ts";
import type { Lane as LaneOfCards } from "./lanes.ts";
import { TaskCard } from "./task-card.tsx";
import { useLaneRows } from "./use-lane-rows.ts";

export interface LaneProps {
  lane: LaneOfCards<Card>;
  /** Cards of the lane without a filter. */
  total: number;
  recommendedIds: ReadonlySet<string>;
  /** The card that Tab leads to; the first where it is not in this lane. */
  activeId: string | null;
  /** The card that is to get the focus. */
  wanted: FocusRequest | null;
  selectedIds: ReadonlySet<string>;
  draggedIds: ReadonlySet<string>;
  /** Of the cards that are dragged now; null while none are. */
  drop: LaneDrop | null;
  menu: { taskId: string; kind: CardMenuKind } | null;
  /** Where a task of this state is created; null where none is. */
  createHref: string | null;
  /** A tab says already which lane it is. */
  isHeadHidden: boolean;
}

export interface LaneDrop {
  /** Why they cannot be put here; null where they can. */
  refusal: string | null;
  /** The pointer is over this lane. */
  isOver: boolean;
  /** Where the cards would be put, among those shown. */
  index: number;
}

/** The tasks of one state, in their order. */
export function Lane(props: LaneProps) {
  const { lane, total, drop, createHref, isHeadHidden } = props;
  const headingId = useId();
  const refusal = drop?.refusal ?? null;
  const isForbidden = refusal !== null;
  const count = lane.cards.length;
  return (
    <section
      aria-labelledby={headingId}
      data-lane={lane.state}
      data-over={drop?.isOver || undefined}
      className={cx(
        "relative flex min-w-44 flex-1 flex-col rounded-lg border",
        isForbidden ? "border-dashed border-line [&>*]:opacity-55" : "border-transparent",
        drop?.refusal === null && drop.isOver && "border-accent-line! bg-surface-2",
      )}
    >
      <div className={cx("flex h-10 shrink-0 items-center gap-2 px-2", isHeadHidden && "sr-only")}>
        <TaskStateIcon state={lane.state} />
        <h2 id={headingId} className="truncate text-sm font-medium">
          {taskStateNames[lane.state]}
        </h2>
        <span className="shrink-0 text-sm text-ink-3 tabular-nums">
          {count === total ? total : `${count} of ${total}`}
        </span>
        {createHref && !isForbidden && !isHeadHidden && (
          <span className="ml-auto">
            <IconLink
              href={createHref}
              search={{ state: lane.state }}
              label={`Create a task in ${taskStateNames[lane.state]}`}
              icon={<PlusIcon className="size-4" />}
            />
          </span>
        )}
      </div>
      <LaneCards {...props} headingId={headingId} />
      {isForbidden && (
        <div
          className={
            "absolute inset-x-2 top-14 mx-auto w-fit rounded-md border border-line bg-surface-3 px-2.5 py-1.5 " +
            "text-sm opacity-100! shadow-pop"
          }
        >
          <p className="flex items-center gap-1.5 font-medium text-ink">
            <ProhibitIcon aria-hidden className="size-4 shrink-0" />
            Not allowed
          </p>
          <p className="mt-0.5 text-xs text-ink-2">{refusal}</p>
        </div>
      )}
    </section>
  );
}

function LaneCards(props: LaneProps & { headingId: string }) {
  const { lane, total, headingId, activeId, drop, selectedIds, draggedIds, menu, recommendedIds, wanted } = props;
  const scrollRef = useRef<HTMLDivElement>(null);
  const { cards } = lane;
  const indexOf = (taskId: string | null | undefined) => cards.findIndex((card) => card.taskId === taskId);
  // Of several that are dragged the first is the one under the pointer.
  const [heldId] = draggedIds;
  const kept = [indexOf(activeId), indexOf(menu?.taskId), indexOf(heldId)];
  const { rows, heightPx, measure } = useLaneRows({ scrollRef, taskIds: cards.map(({ taskId }) => taskId), kept });
  const tabStopId = indexOf(activeId) === -1 ? cards[0]?.taskId : activeId;
  const dropIndex = drop?.refusal === null && drop.isOver ? drop.index : null;
  return (
    <div ref={scrollRef} className="min-h-0 flex-1 overflow-x-clip overflow-y-auto overscroll-contain px-1.5 pt-1 pb-4">
      <ul aria-labelledby={headingId} className="relative" style={{ height: heightPx }}>
        {rows.map(({ index, start, key }) => {
          const card = cards[index];
          return (
            card && (
              <TaskCard
                key={key}
                card={card}
                index={index}
                count={cards.length}
                isRecommended={recommendedIds.has(card.taskId)}
                isTabStop={card.taskId === tabStopId}
                focusNumber={wanted?.taskId === card.taskId ? wanted.number : 0}
                isSelected={selectedIds.has(card.taskId)}
                isDragged={draggedIds.has(card.taskId)}
                dropMark={dropMarkOf(index, cards.length, dropIndex)}
                menu={menu?.taskId === card.taskId ? menu.kind : null}
                topPx={start}
                measure={measure}
              />
            )
          );
        })}
      </ul>
      {cards.length === 0 && (
        <EmptyLane text={total > 0 ? "No task fits here" : emptyTexts[lane.state]} isOver={dropIndex !== null} />
      )}
    </div>
  );
}

/** The line between two cards belongs to the one below it, and the last one to the card above. */
function dropMarkOf(index: number, count: number, dropIndex: number | null): "before" | "after" | null {
  if (index === dropIndex) return "before";
  return dropIndex === count && index === count - 1 ? "after" : null;
}

const emptyTexts: Record<TaskState, string> = {
  backlog: "Nothing waits",
  todo: "Nothing to do next",
  "in-progress": "Nobody works on anything",
  "in-review": "Nothing waits for review",
  done: "Nothing done yet",
  archived: "Nothing archived",
};

function EmptyLane({ text, isOver }: { text: string; isOver: boolean }) {
  return (
    <p
      className={cx(
        "rounded-lg border border-dashed px-2 py-4 text-center text-xs text-ink-3",
        isOver ? "border-accent-line" : "border-line",
      )}
    >
      {text}
    </p>
  );
}
