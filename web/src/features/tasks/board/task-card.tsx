import { displayName } from "@cairn/contract/auth";
import type { TaskCard as Card } from "@cairn/contract/tasks";
import { useDraggable } from "@dnd-kit/react";
import { HandIcon } from "@phosphor-icons/react/dist/csr/Hand";
import { ListChecksIcon } from "@phosphor-icons/react/dist/csr/ListChecks";
import { StarIcon } from "@phosphor-icons/react/dist/csr/Star";
import { TreeStructureIcon } from "@phosphor-icons/react/dist/csr/TreeStructure";
import { useEffect, useRef } from "react";
import type { MouseEvent, RefObject } from "react";

import { isAssigneeShown } from "#web/features/tasks/state/assignee-rule.ts";
import { PriorityIcon } from "#web/features/tasks/state/priority-icon.tsx";
import { priorityNames } from "#web/features/tasks/state/priority-names.ts";
import { useMedia } from "#web/lib/browser/use-media.ts";
import { href } from "#web/lib/navigation/paths.ts";
import { Link } from "#web/ui/action/link.tsx";
import { cx } from "#web/ui/cx.ts";
import { Avatar } from "#web/ui/display/avatar.tsx";
import { Badge } from "#web/ui/display/badge.tsx";
import { TaskStateIcon } from "#web/ui/display/task-state-icon.tsx";
import { tooltip } from "#web/ui/tooltip/tooltip.ts";

import { useBoardActions } from "./board-context.ts";
import type { CardMenuKind } from "./board-context.ts";
import { CardMenu } from "./card-menu.tsx";

export interface TaskCardProps {
  card: Card;
  /** Counts from 0. */
  index: number;
  /** Cards in its lane. */
  count: number;
  /** The first task to be done. */
  isRecommended: boolean;
  /** The one card of its lane that Tab leads to. */
  isTabStop: boolean;
  /** It gets the focus when this is another number than before; 0 where it is not to. */
  focusNumber: number;
  isSelected: boolean;
  isDragged: boolean;
  /** Where the dragged cards would be dropped. */
  dropMark: "before" | "after" | null;
  menu: CardMenuKind | null;
  /** From the top of the lane. */
  topPx: number;
  measure: (element: HTMLElement | null) => void;
}

const dropMarks = {
  before: "before:absolute before:inset-x-0 before:-top-[5px] before:h-0.5 before:rounded-full before:bg-accent-text",
  after: "before:absolute before:inset-x-0 before:-bottom-[5px] before:h-0.5 before:rounded-full before:bg-accent-text",
};

/** One task of a lane. */
export function TaskCard(props: TaskCardProps) {
  const { card, index, count, isRecommended, isTabStop, isSelected, isDragged } = props;
  const { dropMark, focusNumber, topPx, measure } = props;
  const { productOf, isSelecting, onFocus, onSelect, onMenu } = useBoardActions();
  const { key } = productOf(card);
  const isCoarse = useMedia("(pointer: coarse)");
  const linkRef = useRef<HTMLAnchorElement>(null);
  const { ref: dragRef } = useDraggable({ id: card.taskId });
  useEffect(() => {
    if (focusNumber > 0) linkRef.current?.focus();
  }, [focusNumber]);
  const onClick = (event: MouseEvent) => {
    const isRange = event.shiftKey;
    // A finger has no Ctrl: once one card was selected by its menu, a touch selects the next.
    const isToggle = event.ctrlKey || event.metaKey || (isSelecting && isCoarse);
    if (!isRange && !isToggle) return;
    event.preventDefault();
    onSelect(card.taskId, isRange ? "range" : "toggle");
  };
  return (
    <li
      ref={(element) => {
        measure(element);
        dragRef(element);
      }}
      data-index={index}
      data-card={card.taskId}
      aria-setsize={count}
      aria-posinset={index + 1}
      style={{ transform: `translateY(${topPx}px)` }}
      className={cx("group/card absolute inset-x-0 top-0", dropMark && dropMarks[dropMark])}
    >
      <div
        className={cx(
          "relative flex flex-col gap-1.5 rounded-lg border px-2.5 py-2 text-sm transition-colors duration-[80ms]",
          isSelected ? "border-accent-line bg-accent-subtle" : "border-line bg-surface-2 hover:bg-surface-3",
          isDragged && "opacity-40",
          card.runSince !== null && "activity",
        )}
      >
        <CardHead {...props} linkRef={linkRef} />
        <Link
          ref={linkRef}
          href={href("task", { ...key, taskId: card.taskId })}
          draggable={false}
          tabIndex={isTabStop ? 0 : -1}
          onFocus={() => onFocus(card.taskId)}
          onClick={onClick}
          onContextMenu={(event) => {
            // A finger that holds a card long has begun to drag it.
            if (event.defaultPrevented) return;
            event.preventDefault();
            onMenu({ taskId: card.taskId, kind: "actions" });
          }}
          className={
            "line-clamp-2 font-medium break-words text-ink after:absolute after:inset-0 after:rounded-lg " +
            "focus-visible:outline-none focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 " +
            "focus-visible:after:outline-focus"
          }
        >
          {card.title}
          {isSelected && <span className="sr-only">, selected</span>}
        </Link>
        <CardFoot card={card} isRecommended={isRecommended} />
      </div>
    </li>
  );
}

type CardHeadProps = TaskCardProps & { linkRef: RefObject<HTMLAnchorElement | null> };

function CardHead({ card, isRecommended, isSelected, menu, linkRef }: CardHeadProps) {
  const { productOf } = useBoardActions();
  const { name: productName } = productOf(card);
  // The two lanes where work waits say it by their title.
  const hasIcon = card.state !== "backlog" && card.state !== "todo";
  return (
    <>
      {isRecommended && (
        <span className="flex items-center gap-1 text-xs font-medium text-ink-2">
          <StarIcon aria-hidden weight="fill" className="size-3 shrink-0 text-warning-text" />
          Recommended
        </span>
      )}
      <div className="flex h-5 items-center gap-1.5 text-xs text-ink-3">
        {hasIcon && <TaskStateIcon state={card.state} className="size-3.5!" />}
        <span className="shrink-0 whitespace-nowrap tabular-nums">{card.name}</span>
        {productName !== null && <span className="min-w-0 truncate">{productName}</span>}
        {card.priority !== "none" && (
          <span {...tooltip(`${priorityNames[card.priority]} priority`)} className="relative z-10">
            <PriorityIcon priority={card.priority} />
            <span className="sr-only">{priorityNames[card.priority]} priority</span>
          </span>
        )}
        <CardMenu card={card} isSelected={isSelected} menu={menu} finalFocus={linkRef} />
      </div>
    </>
  );
}

/** What a card waits for; of several the first by name. A board that is too long to be loaded may lack them. */
function Blocked({ names: [first, ...others] }: { names: readonly string[] }) {
  return (
    <span className="flex items-center gap-1 font-medium text-warning-text">
      <HandIcon aria-hidden className="size-3.5 shrink-0" />
      {first === undefined ? "Blocked" : `Waits for ${first}`}
      {others.length > 0 && (
        <span {...tooltip(`Also for ${others.join(", ")}`)} className="relative z-10">
          +{others.length}
          <span className="sr-only"> others: {others.join(", ")}</span>
        </span>
      )}
    </span>
  );
}

/** A pointer or the focus shows it over the card, which stays as tall as it was. */
const shownOnDemand =
  "pointer-fine:absolute! pointer-fine:right-2 pointer-fine:bottom-2 pointer-fine:opacity-0 " +
  "group-focus-within/card:opacity-100 group-hover/card:opacity-100";

function CardFoot({ card, isRecommended }: Pick<TaskCardProps, "card" | "isRecommended">) {
  const { listBlockers, renderRun, productOf } = useBoardActions();
  const { note, action } = renderRun(card, productOf(card).key);
  const assignee = isAssigneeShown(card.state) ? card.assignee : null;
  const { done, total } = card.criteria;
  const [label, ...moreLabels] = card.labels;
  const { subtasks } = card;
  const hasMarks = card.isBlocked || card.parent || total > 0 || subtasks.total > 0 || label !== undefined;
  if (!hasMarks && !card.service && !assignee && note === null && action === null) return null;
  return (
    <div className="flex min-h-5 flex-wrap items-center gap-x-2.5 gap-y-1 text-xs text-ink-3">
      {card.isBlocked && <Blocked names={listBlockers(card)} />}
      {card.parent && (
        <span className="whitespace-nowrap">
          <span aria-hidden>in </span>
          <span className="sr-only">part of </span>
          {card.parent.name}
        </span>
      )}
      {label !== undefined && (
        <Badge className="max-w-28 min-w-0 shrink!">
          <span className="truncate">{label}</span>
          {moreLabels.length > 0 && <span className="text-ink-3">+{moreLabels.length}</span>}
        </Badge>
      )}
      {total > 0 && (
        <span className="flex items-center gap-1 tabular-nums">
          <ListChecksIcon aria-hidden className="size-3.5" />
          {done}/{total}
          <span className="sr-only">criteria met</span>
        </span>
      )}
      {subtasks.total > 0 && (
        <span className="flex items-center gap-1 tabular-nums">
          <TreeStructureIcon aria-hidden className="size-3.5" />
          {subtasks.done}/{subtasks.total}
          <span className="sr-only">sub-tasks over</span>
        </span>
      )}
      {note}
      {card.service && <span className="max-w-full min-w-0 truncate">{card.service.name}</span>}
      {(assignee || action) && (
        <span
          className={cx(
            "relative z-10 ml-auto flex shrink-0 items-center gap-1.5",
            card.state === "todo" && !isRecommended && shownOnDemand,
          )}
        >
          {assignee && (
            <span {...tooltip(displayName(assignee))}>
              <Avatar name={displayName(assignee)} size="sm" />
              <span className="sr-only">Assigned to {displayName(assignee)}</span>
            </span>
          )}
          {action}
        </span>
      )}
    </div>
  );
}
