import { Button } from "#web/ui/action/button.tsx";

interface ContestedNoteProps {
  /** What is typed, in a sentence: "title". */
  field: string;
  /** Saves what was typed here. */
  onInsist: () => void;
  /** Shows what the others wrote in place of it. */
  onYield: () => void;
}

/** Somebody else changed what is being typed here; whoever types decides which of the two stays. */
export function ContestedNote({ field, onInsist, onYield }: ContestedNoteProps) {
  return (
    <div role="alert" className="mt-1.5 flex flex-wrap items-center gap-2 text-sm">
      <p className="min-w-0 text-warning-text">Somebody changed the {field} meanwhile. Yours is not saved yet.</p>
      <Button size="sm" onClick={onInsist}>
        Save mine
      </Button>
      <Button size="sm" variant="ghost" onClick={onYield}>
        Show theirs
      </Button>
    </div>
  );
}
