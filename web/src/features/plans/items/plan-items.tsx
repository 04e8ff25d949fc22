import type { Plan, PlanItem as Item } from "@cairn/contract/plans";
import { maxPlanItems } from "@cairn/contract/plans";
import { taskTitleSchema } from "@cairn/contract/tasks";
import { move } from "@dnd-kit/helpers";
import { DragDropProvider } from "@dnd-kit/react";
import { PlusIcon } from "@phosphor-icons/react/dist/csr/Plus";
import { useId, useState } from "react";
import type { FormEvent } from "react";

import { isProposing, useAddItem, useChangeItem, useMoveItem } from "#web/features/plans/plans.api.ts";
import type { PlanKey } from "#web/features/plans/plans.api.ts";
import { handleDragSensors, withoutAnnouncements } from "#web/ui/drag/drag-settings.ts";
import { Announcement } from "#web/ui/feedback/announcement.tsx";

import { ChosenBar } from "./chosen-bar.tsx";
import { PlanItem } from "./plan-item.tsx";
import type { ItemActions, PlanItemProps } from "./plan-item.tsx";

interface PlanItemsProps {
  planKey: PlanKey;
  plan: Plan;
  /** Without those that are about to be dropped. */
  items: readonly Item[];
  services: PlanItemProps["services"];
  onDrop: (items: readonly Item[]) => void;
  onAccept: (items: readonly Item[]) => void;
  isAccepting: boolean;
}

/** The proposed tasks of a plan, in the order in which they are to be done. */
export function PlanItems({ planKey, plan, items, services, onDrop, onAccept, isAccepting }: PlanItemsProps) {
  const headingId = useId();
  const [chosenIds, setChosenIds] = useState<ReadonlySet<string>>(new Set());
  const [announcement, setAnnouncement] = useState("");
  const change = useChangeItem(planKey);
  const moveItem = useMoveItem(planKey);
  const chosen = items.filter(({ itemId, accepted }) => accepted === null && chosenIds.has(itemId));
  const onMove = (item: Item, to: number) => {
    const at = Math.max(0, Math.min(to, items.length - 1));
    const others = items.filter((one) => one !== item);
    if (items.indexOf(item) === at) return;
    setAnnouncement(`${item.title}: task ${at + 1} of ${items.length}`);
    moveItem.mutate({ itemId: item.itemId, afterItemId: others[at - 1]?.itemId ?? null });
    requestAnimationFrame(() => focusItem(item));
  };
  const actions: ItemActions = {
    onChange: async (item, fields) => {
      const { items: now } = await change.mutateAsync({ item, change: fields });
      return now.find(({ itemId }) => itemId === item.itemId) ?? item;
    },
    onChoose: ({ itemId }, isChosen) =>
      setChosenIds((before) => new Set(isChosen ? [...before, itemId] : [...before].filter((id) => id !== itemId))),
    onMove,
    onDrop: (item) => {
      const at = items.indexOf(item);
      focusItem(items[at + 1] ?? items[at - 1]);
      onDrop([item]);
    },
  };
  const isLocked = isProposing(plan);
  return (
    <section aria-labelledby={headingId}>
      <h2 id={headingId} className="mb-2 text-base font-semibold">
        Tasks <span className="font-normal text-ink-3 tabular-nums">{items.length}</span>
      </h2>
      <DragDropProvider
        sensors={handleDragSensors}
        plugins={withoutAnnouncements}
        onDragEnd={(event) => {
          const { source } = event.operation;
          if (event.canceled || !source) return;
          const ids = items.map(({ itemId }) => itemId);
          const item = items.find(({ itemId }) => itemId === source.id);
          if (item) onMove(item, move(ids, event).indexOf(item.itemId));
        }}
      >
        <ol className="flex flex-col gap-3">
          {items.map((item) => (
            <PlanItem
              key={item.itemId}
              project={planKey}
              item={item}
              items={items}
              services={services}
              isChosen={chosen.includes(item)}
              actions={isLocked ? null : actions}
            />
          ))}
        </ol>
      </DragDropProvider>
      {!isLocked && plan.items.length < maxPlanItems && <AddItem planKey={planKey} />}
      {chosen.length > 0 && !isLocked && (
        <ChosenBar
          planKey={planKey}
          chosen={chosen}
          isAccepting={isAccepting}
          onAccept={() => onAccept(chosen)}
          onDrop={() => {
            focusItem(items.find((item) => !chosen.includes(item)));
            onDrop(chosen);
          }}
          onClear={() => {
            focusItem(chosen[0]);
            setChosenIds(new Set());
          }}
        />
      )}
      <Announcement>{announcement}</Announcement>
    </section>
  );
}

/** Where nothing is left, the field for another one. */
function focusItem(item: Item | undefined): void {
  const selector = item === undefined ? "[data-add-item]" : `[data-item="${item.itemId}"] [data-part="handle"]`;
  document.querySelector<HTMLElement>(selector)?.focus();
}

function AddItem({ planKey }: { planKey: PlanKey }) {
  const [title, setTitle] = useState("");
  const [problem, setProblem] = useState<string>();
  const problemId = useId();
  const add = useAddItem(planKey);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const checked = taskTitleSchema.safeParse(title);
    setProblem(checked.error?.issues[0]?.message);
    // What was typed goes only once the task is there.
    if (checked.success && !add.isPending) add.mutate(checked.data, { onSuccess: () => setTitle("") });
  };
  return (
    <form noValidate onSubmit={submit} className="mt-2">
      <label className="flex min-h-10 items-center gap-2.5 px-2 text-ink-3 pointer-coarse:min-h-11">
        <PlusIcon aria-hidden className="size-4 shrink-0" />
        <span className="sr-only">Add a task of your own</span>
        <input
          data-add-item
          value={title}
          placeholder="Add a task of your own"
          autoComplete="off"
          aria-invalid={problem !== undefined}
          aria-describedby={problem && problemId}
          onChange={(event) => {
            setTitle(event.target.value);
            setProblem(undefined);
          }}
          className="min-w-0 flex-1 rounded-sm bg-transparent px-1 py-1 text-base text-ink placeholder:text-ink-3"
        />
      </label>
      {problem && (
        <p id={problemId} className="px-3 text-xs text-danger-text">
          {problem}
        </p>
      )}
    </form>
  );
}
