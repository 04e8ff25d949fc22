import { displayName } from "@cairn/contract/auth";
import type { CanvasViewer } from "@cairn/contract/presence";
import { PencilSimpleIcon } from "@phosphor-icons/react/dist/csr/PencilSimple";

import type { CanvasNode, PersonAtNode } from "#web/features/services/architecture/model/canvas-node.ts";
import { describeViewer, personColor } from "#web/features/services/architecture/model/canvas-people.ts";
import { cx } from "#web/ui/cx.ts";
import { PeopleHere } from "#web/ui/display/people-here.tsx";

interface CanvasPeopleProps {
  others: readonly CanvasViewer[];
  nodes: readonly CanvasNode[];
}

/** Who else has the canvas open, and what they do there. */
export function CanvasPeople({ others, nodes }: CanvasPeopleProps) {
  const people = others.map((viewer) => ({
    userId: viewer.userId,
    name: displayName(viewer),
    text: describeViewer(viewer, nodes),
    color: personColor(viewer.userId),
  }));
  return <PeopleHere people={people} />;
}

/** The names of those who are at a node, with a pencil while the first of them edits it. */
export function PeopleAtNode({ people, className }: { people: readonly PersonAtNode[]; className?: string }) {
  const [first, ...others] = people.toSorted((one, other) => Number(other.isEditing) - Number(one.isEditing));
  if (!first) return null;
  return (
    <span
      aria-hidden
      className={cx(
        "inline-flex max-w-full items-center gap-1 rounded-sm border-2 bg-surface-2 px-1 text-xs font-medium text-ink",
        className,
      )}
      style={{ borderColor: first.color }}
    >
      {first.isEditing && <PencilSimpleIcon className="size-3 shrink-0" />}
      <span className="truncate">{first.name}</span>
      {others.length > 0 && <span className="shrink-0 text-ink-3">+{others.length}</span>}
    </span>
  );
}

/** Says beside the settings of a node that somebody else edits it too. */
export function EditedByOthers({ people }: { people: readonly PersonAtNode[] }) {
  const writers = people.filter(({ isEditing }) => isEditing).map(({ name }) => name);
  if (writers.length === 0) return null;
  const [first = "", ...others] = writers;
  return (
    <output className="mb-3 block rounded-md border border-info-line bg-info-subtle px-3 py-2 text-sm wrap-anywhere text-ink">
      {others.length === 0 ? `${first} is` : `${first} and ${others.length} more are`} editing this node too. What they
      save comes in here, except into fields that you have changed.
    </output>
  );
}
