import type { PlanItem } from "@cairn/contract/plans";
import { XIcon } from "@phosphor-icons/react/dist/csr/X";
import { useRef, useState } from "react";

import { explainCircle } from "#web/features/plans/order/dependencies.ts";
import { Button } from "#web/ui/action/button.tsx";
import { IconButton } from "#web/ui/action/icon-button.tsx";
import { handOnFocus } from "#web/ui/list/hand-on-focus.ts";
import { SearchListbox } from "#web/ui/list/search-listbox.tsx";
import { Popover } from "#web/ui/overlay/popover.tsx";

interface ItemBlockersProps {
  item: PlanItem;
  /** Of the whole plan, in order. */
  items: readonly PlanItem[];
  /** Null where it cannot be changed now. */
  onBlockers: ((blockedBy: string[]) => void) | null;
}

/** What an item waits for; what would close a circle is refused in words. */
export function ItemBlockers({ item, items, onBlockers }: ItemBlockersProps) {
  const { itemId, blockedBy } = item;
  const [refusal, setRefusal] = useState<string | null>(null);
  const numberOf = (id: string) => items.findIndex((one) => one.itemId === id) + 1;
  const blockers = blockedBy.flatMap((id) => items.find((one) => one.itemId === id) ?? []);
  const early = blockers.filter((one) => numberOf(one.itemId) > numberOf(itemId));
  const add = (id: string) => {
    const circle = explainCircle(items, itemId, id);
    setRefusal(circle);
    if (circle === null) onBlockers?.([...blockedBy, id]);
  };
  return (
    <div>
      {blockers.length > 0 && (
        <ul className="flex flex-col">
          {blockers.map((blocker) => (
            <li key={blocker.itemId} className="flex min-h-8 items-center gap-1.5 text-sm">
              <span className="text-ink-3 tabular-nums">{numberOf(blocker.itemId)}</span>
              <span className="min-w-0 flex-1 wrap-anywhere">{blocker.title}</span>
              {onBlockers && (
                <IconButton
                  size="sm"
                  label={`No longer wait for ${blocker.title}`}
                  icon={<XIcon className="size-3.5" />}
                  onClick={({ currentTarget }) => {
                    handOnFocus(currentTarget);
                    setRefusal(null);
                    onBlockers(blockedBy.filter((id) => id !== blocker.itemId));
                  }}
                />
              )}
            </li>
          ))}
        </ul>
      )}
      {blockers.length === 0 && !onBlockers && <p className="text-sm text-ink-3">Nothing</p>}
      {onBlockers && (
        <AddBlocker
          items={items.filter((one) => one.itemId !== itemId && !blockedBy.includes(one.itemId))}
          numberOf={numberOf}
          onAdd={add}
        />
      )}
      {refusal && (
        <p role="alert" className="mt-1 text-xs wrap-anywhere text-danger-text">
          {refusal}
        </p>
      )}
      {early.length > 0 && (
        <p className="mt-1 text-xs text-warning-text">
          Stands before {early.map((one) => numberOf(one.itemId)).join(" and ")}, which it waits for.
        </p>
      )}
    </div>
  );
}

interface AddItemBlockerProps {
  items: readonly PlanItem[];
  numberOf: (itemId: string) => number;
  onAdd: (itemId: string) => void;
}

function AddBlocker({ items, numberOf, onAdd }: AddItemBlockerProps) {
  const [isOpen, setIsOpen] = useState(false);
  const [marked, setMarked] = useState<string | null>(null);
  const inputRef = useRef<HTMLInputElement>(null);
  if (items.length === 0) return null;
  return (
    <Popover
      title="Waits for"
      isOpen={isOpen}
      onOpenChange={setIsOpen}
      initialFocus={inputRef}
      className="flex max-h-80 w-80 flex-col"
      trigger={
        <Button size="sm" variant="ghost" className="-ml-2.5">
          Add task
        </Button>
      }
    >
      <SearchListbox
        label="Tasks of the plan"
        placeholder="Search tasks..."
        emptyText="No such task"
        items={items.map(({ itemId, title }) => ({ key: itemId, label: `${numberOf(itemId)}. ${title}` }))}
        activeKey={marked}
        onActiveChange={setMarked}
        onOpen={(itemId) => {
          setIsOpen(false);
          onAdd(itemId);
        }}
        inputRef={inputRef}
      />
    </Popover>
  );
}
