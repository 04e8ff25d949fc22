import type { DeletedNode } from "#web/features/services/architecture/use-deleted.ts";
import { againText } from "#web/features/services/architecture/use-deleted.ts";
import { Button } from "#web/ui/action/button.tsx";

/** Says beside the settings of a node that somebody else deleted it, and what can be done. */
export function DeletedNote({ node: { name, by, lineCount, keep, drop } }: { node: DeletedNode }) {
  return (
    <div role="alert" className="mb-3 flex flex-wrap items-center gap-2 text-sm">
      <p className="w-full min-w-0 wrap-anywhere text-warning-text">
        {by} deleted {name}. {againText(lineCount)}
      </p>
      <Button size="sm" onClick={keep}>
        Keep mine
      </Button>
      <Button size="sm" variant="ghost" onClick={drop}>
        Drop it
      </Button>
    </div>
  );
}
