import type { Restored } from "#web/features/services/architecture/use-draft.ts";
import { Button } from "#web/ui/action/button.tsx";

interface RestoredNoteProps {
  restored: Restored;
  onKeep: () => void;
  onDiscard: () => void;
}

/** What was not saved at the last visit is there again. */
export function RestoredNote({ restored, onKeep, onDiscard }: RestoredNoteProps) {
  return (
    <div className="flex shrink-0 flex-wrap items-center gap-x-3 gap-y-1 border-b border-info-line bg-info-subtle px-4 py-1.5 text-sm md:px-6">
      <output className="mr-auto text-ink">{describe(restored)}</output>
      <Button size="sm" variant="ghost" onClick={onDiscard}>
        Discard
      </Button>
      <Button size="sm" onClick={onKeep}>
        Keep
      </Button>
    </div>
  );
}

function describe({ nodes, lines }: Restored): string {
  const parts = [
    ...(nodes > 0 ? [nodes === 1 ? "1 node" : `${nodes} nodes`] : []),
    ...(lines > 0 ? [lines === 1 ? "1 connection" : `${lines} connections`] : []),
  ];
  return `${parts.join(" and ")} that you had not saved ${nodes + lines === 1 ? "is" : "are"} back.`;
}
