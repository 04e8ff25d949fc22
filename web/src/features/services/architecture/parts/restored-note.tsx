import { Button } from "#web/ui/action/button.tsx";

interface RestoredNoteProps {
  count: number;
  onKeep: () => void;
  onDiscard: () => void;
}

/** What was not saved at the last visit is there again. */
export function RestoredNote({ count, onKeep, onDiscard }: RestoredNoteProps) {
  return (
    <div className="flex shrink-0 flex-wrap items-center gap-x-3 gap-y-1 border-b border-info-line bg-info-subtle px-4 py-1.5 text-sm md:px-6">
      <output className="mr-auto text-ink">
        {count === 1 ? "One node that you had not saved is" : `${count} nodes that you had not saved are`} back.
      </output>
      <Button size="sm" variant="ghost" onClick={onDiscard}>
        Discard
      </Button>
      <Button size="sm" onClick={onKeep}>
        Keep
      </Button>
    </div>
  );
}
