import type { PlanItem as Item } from "@cairn/contract/plans";
import { taskStateNames } from "@cairn/contract/task-states";
import { useSortable } from "@dnd-kit/react/sortable";
import { CheckCircleIcon } from "@phosphor-icons/react/dist/csr/CheckCircle";
import { TrashIcon } from "@phosphor-icons/react/dist/csr/Trash";
import { lazy, Suspense, useId } from "react";
import type { KeyboardEvent, ReactNode } from "react";

import type { ItemChange } from "#web/features/plans/plans.api.ts";
import type { ProjectKey } from "#web/features/projects/projects.api.ts";
import { href } from "#web/lib/navigation/paths.ts";
import { IconButton } from "#web/ui/action/icon-button.tsx";
import { Link } from "#web/ui/action/link.tsx";
import { cx } from "#web/ui/cx.ts";
import { DragHandle } from "#web/ui/drag/drag-handle.tsx";
import { isTyping } from "#web/ui/keyboard/is-typing.ts";

import { ItemBlockers } from "./item-blockers.tsx";
import { ItemCriteria } from "./item-criteria.tsx";
import { ItemDescription } from "./item-description.tsx";
import { ItemLocations } from "./item-locations.tsx";
import { ItemTitle } from "./item-title.tsx";

const Select = lazy(() => import("#web/ui/form/select.tsx").then((module) => ({ default: module.Select })));

const noService = "none";

export interface PlanItemProps {
  project: ProjectKey;
  item: Item;
  /** Of the whole plan, in order. */
  items: readonly Item[];
  services: readonly { serviceId: string; name: string }[];
  isChosen: boolean;
  /** Null while nothing can be changed, as tasks are being proposed. */
  actions: ItemActions | null;
}

export interface ItemActions {
  /** Answers what the item is afterwards. */
  onChange: (item: Item, change: ItemChange) => Promise<Item>;
  onChoose: (item: Item, isChosen: boolean) => void;
  /** To an index of the whole plan. */
  onMove: (item: Item, index: number) => void;
  onDrop: (item: Item) => void;
}

/** One proposed task, or the task that came of it. */
export function PlanItem(props: PlanItemProps) {
  const { item, items, isChosen, actions } = props;
  const { itemId, title, accepted } = item;
  const index = items.indexOf(item);
  const headingId = useId();
  const { ref, handleRef, isDragging } = useSortable({ id: itemId, index, disabled: actions === null });
  const onKeyDown = (event: KeyboardEvent) => {
    const step = event.key === "ArrowUp" ? -1 : event.key === "ArrowDown" ? 1 : 0;
    if (!actions || step === 0 || !event.altKey || event.ctrlKey || event.metaKey || isTyping(event.target)) return;
    event.preventDefault();
    actions.onMove(item, index + step);
  };
  return (
    <li
      ref={ref}
      data-item={itemId}
      className={cx(
        "scroll-mt-20 rounded-lg border bg-surface-2",
        isChosen ? "border-accent-line" : "border-line",
        isDragging && "shadow-pop",
      )}
    >
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- keys of the buttons in it bubble here */}
      <section aria-labelledby={headingId} onKeyDown={onKeyDown}>
        <h3 id={headingId} className="sr-only">
          {index + 1}. {title}
        </h3>
        <div className="flex items-start gap-1 p-1.5 md:p-2">
          {actions && (
            <DragHandle
              ref={handleRef}
              title={title}
              noun="task"
              size="sm"
              className="mt-0.5"
              index={index}
              count={items.length}
              onMove={(to) => actions.onMove(item, to)}
            />
          )}
          {accepted ? (
            <AcceptedTask {...props} number={index + 1} accepted={accepted} />
          ) : (
            <ItemHead {...props} number={index + 1} />
          )}
        </div>
        {!accepted && <ItemBody {...props} />}
      </section>
    </li>
  );
}

function ItemHead({ item, number, isChosen, actions }: PlanItemProps & { number: number }) {
  const { title } = item;
  return (
    <>
      {actions && (
        <span className="grid h-8 w-7 shrink-0 place-items-center pointer-coarse:h-11 pointer-coarse:w-11">
          <input
            type="checkbox"
            aria-label={`Choose ${title}`}
            checked={isChosen}
            onChange={(event) => actions.onChoose(item, event.target.checked)}
            className="size-4 accent-accent pointer-coarse:size-5"
          />
        </span>
      )}
      <span aria-hidden className="w-6 shrink-0 py-1 text-center text-base text-ink-3 tabular-nums">
        {number}
      </span>
      {actions ? (
        <>
          <ItemTitle
            label={`Title of task ${number}`}
            title={title}
            onTitle={async (next) => (await actions.onChange(item, { title: next })).title}
          />
          <IconButton
            size="sm"
            label={`Drop ${title}`}
            className="mt-0.5"
            icon={<TrashIcon className="size-4" />}
            onClick={() => actions.onDrop(item)}
          />
        </>
      ) : (
        <p className="min-w-0 flex-1 px-1.5 py-1 text-base font-medium wrap-anywhere">{title}</p>
      )}
    </>
  );
}

type Accepted = NonNullable<Item["accepted"]>;

function AcceptedTask({ project, number, accepted }: PlanItemProps & { number: number; accepted: Accepted }) {
  const { taskId, name, title, state } = accepted;
  const text = (
    <>
      <span className="text-ink-3 tabular-nums">{name}</span> {title}
    </>
  );
  return (
    <div className="flex min-h-8 min-w-0 flex-1 flex-wrap items-center gap-x-2 gap-y-1 text-base">
      <CheckCircleIcon aria-hidden weight="fill" className="ml-1.5 size-4 shrink-0 text-success-text" />
      <span aria-hidden className="w-6 shrink-0 text-center text-ink-3 tabular-nums">
        {number}
      </span>
      {state === null ? (
        <span className="min-w-0 flex-1 wrap-anywhere text-ink-3 line-through">{text}</span>
      ) : (
        <Link
          href={href("task", { ...project, taskId })}
          className="min-w-0 flex-1 rounded-sm font-medium wrap-anywhere hover:underline"
        >
          {text}
        </Link>
      )}
      <span className="shrink-0 pr-2 text-sm text-ink-3">
        {state === null ? "Deleted since" : taskStateNames[state]}
      </span>
    </div>
  );
}

function ItemBody({ project, item, items, services, actions }: PlanItemProps) {
  const { title, criteria, locations, note } = item;
  const change = actions && ((fields: ItemChange) => actions.onChange(item, fields));
  // A toast says why it could not be changed.
  const silently = (fields: ItemChange) => void change?.(fields).catch(() => {});
  return (
    <div className="grid gap-x-8 gap-y-4 border-t border-line-subtle p-3 md:p-4 lg:grid-cols-[minmax(0,1fr)_16rem]">
      <div className="flex min-w-0 flex-col gap-4">
        <ItemDescription
          title={title}
          description={item.description}
          onDescription={change && (async (description) => (await change({ description })).description)}
        />
        <Part title="Acceptance criteria">
          <ItemCriteria criteria={criteria} onCriteria={change && ((next) => change({ criteria: next }))} />
        </Part>
        {note !== null && (
          <p className="text-sm wrap-anywhere text-ink-3">
            <span className="sr-only">Note: </span>
            {note}
          </p>
        )}
      </div>
      <div className="flex min-w-0 flex-col gap-4">
        <Suspense fallback={<div className="h-15" />}>
          <ItemService item={item} services={services} onService={change && ((serviceId) => silently({ serviceId }))} />
        </Suspense>
        <Part title="Expected places">
          {locations.length === 0 ? (
            <p className="text-sm text-ink-3">None found in the code</p>
          ) : (
            <ItemLocations
              project={project}
              locations={locations}
              onLocations={change && ((next) => silently({ locations: next }))}
            />
          )}
        </Part>
        <Part title="Waits for">
          <ItemBlockers item={item} items={items} onBlockers={change && ((blockedBy) => silently({ blockedBy }))} />
        </Part>
      </div>
    </div>
  );
}

interface ItemServiceProps {
  item: Item;
  services: PlanItemProps["services"];
  onService: ((serviceId: string | null) => void) | null;
}

function ItemService({ item, services, onService }: ItemServiceProps) {
  if (!onService) return <Part title="Service">{item.service?.name ?? "No service"}</Part>;
  return (
    <Select
      label="Service"
      options={[
        { value: noService, label: "No service" },
        ...services.map(({ serviceId, name }) => ({ value: serviceId, label: name })),
      ]}
      value={item.service?.serviceId ?? noService}
      onValueChange={(serviceId) => onService(serviceId === noService ? null : serviceId)}
    />
  );
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className="min-w-0 text-sm">
      <h4 className="mb-1 font-medium">{title}</h4>
      {children}
    </div>
  );
}
