import { taskStateNames } from "@cairn/contract/task-states";
import type { TaskCard } from "@cairn/contract/tasks";
import { ArrowLineDownIcon } from "@phosphor-icons/react/dist/csr/ArrowLineDown";
import { ArrowLineUpIcon } from "@phosphor-icons/react/dist/csr/ArrowLineUp";
import { CheckSquareIcon } from "@phosphor-icons/react/dist/csr/CheckSquare";
import { DotsThreeIcon } from "@phosphor-icons/react/dist/csr/DotsThree";
import { TrashIcon } from "@phosphor-icons/react/dist/csr/Trash";
import type { RefObject } from "react";

import { allowedStates } from "#web/features/tasks/state/allowed-states.ts";
import { IconButton } from "#web/ui/action/icon-button.tsx";
import { cx } from "#web/ui/cx.ts";
import { TaskStateIcon } from "#web/ui/display/task-state-icon.tsx";
import { Menu, MenuGroup, MenuItem, MenuSeparator } from "#web/ui/overlay/menu.tsx";

import { useBoardActions } from "./board-context.ts";
import type { CardMenuKind } from "./board-context.ts";

interface CardMenuProps {
  card: TaskCard;
  isSelected: boolean;
  /** Which menu is open. */
  menu: CardMenuKind | null;
  /** What gets the focus when the menu closes. */
  finalFocus: RefObject<HTMLAnchorElement | null>;
}

/** The button of a card with what can be done to it. A board has many, so each menu is mounted when it is opened. */
export function CardMenu({ card, isSelected, menu, finalFocus }: CardMenuProps) {
  const { onMenu } = useBoardActions();
  const trigger = (
    <IconButton
      size="sm"
      label={`Actions for ${card.name}`}
      aria-haspopup="menu"
      // The keys S and the one for context menus open it from the card, so that a lane has one stop for Tab.
      tabIndex={-1}
      hasTooltip={false}
      icon={<DotsThreeIcon weight="bold" className="size-4" />}
      className={cx(
        "relative z-10 -mr-1 ml-auto opacity-0 group-focus-within/card:opacity-100 group-hover/card:opacity-100",
        "data-[popup-open]:opacity-100 pointer-coarse:-my-3 pointer-coarse:-mr-2.5 pointer-coarse:opacity-100",
      )}
      onClick={menu === null ? () => onMenu({ taskId: card.taskId, kind: "actions" }) : undefined}
    />
  );
  if (menu === null) return trigger;
  return (
    <Menu
      key={menu}
      isInitiallyOpen
      align="end"
      trigger={trigger}
      finalFocus={finalFocus}
      onOpenChange={(isOpen) => !isOpen && onMenu(null)}
    >
      <CardMenuItems card={card} isSelected={isSelected} menu={menu} />
    </Menu>
  );
}

function CardMenuItems({ card, isSelected, menu }: { card: TaskCard; isSelected: boolean; menu: CardMenuKind }) {
  const { taskId, name } = card;
  const { project, listActedOn, onMoveTo, onMoveWithin, onSelect, onDelete } = useBoardActions();
  const tasks = listActedOn(taskId);
  const states = allowedStates(tasks);
  const subject = tasks.length > 1 ? `${tasks.length} tasks` : name;
  return (
    <>
      <MenuGroup title={`Move ${subject} to`}>
        {states.map((state) => (
          <MenuItem key={state} icon={<TaskStateIcon state={state} />} onSelect={() => onMoveTo(taskId, state)}>
            {taskStateNames[state]}
          </MenuItem>
        ))}
        {states.length === 0 && (
          <p className="max-w-56 px-2 pb-1.5 text-sm text-ink-2">
            {tasks.length > 1
              ? "No other state is open to all of them."
              : `${taskStateNames[card.state]} leads nowhere by hand.`}
          </p>
        )}
      </MenuGroup>
      {menu === "actions" && project !== null && (
        <>
          <MenuSeparator />
          <MenuItem icon={<ArrowLineUpIcon className="size-4" />} onSelect={() => onMoveWithin(taskId, "top")}>
            To the top
          </MenuItem>
          <MenuItem icon={<ArrowLineDownIcon className="size-4" />} onSelect={() => onMoveWithin(taskId, "bottom")}>
            To the bottom
          </MenuItem>
          <MenuItem icon={<CheckSquareIcon className="size-4" />} onSelect={() => onSelect(taskId, "toggle")}>
            {isSelected ? "Do not select" : "Select"}
          </MenuItem>
          <MenuSeparator />
          <MenuItem icon={<TrashIcon className="size-4" />} isDestructive onSelect={() => onDelete(taskId)}>
            Delete {subject}
          </MenuItem>
        </>
      )}
    </>
  );
}
