import { CheckIcon } from "@phosphor-icons/react/dist/csr/Check";
import { SparkleIcon } from "@phosphor-icons/react/dist/csr/Sparkle";

import { Button } from "#web/ui/action/button.tsx";

export interface IslandProps {
  unsavedCount: number;
  invalidCount: number;
  /** Changes that wait to be accepted or refused. */
  proposedCount: number;
  isSaving: boolean;
  onSave: () => void;
  /** Opens the panel in which changes are asked for and looked through. */
  onAsk: () => void;
  /** Selects the next node that cannot be saved. */
  onShowInvalid: () => void;
}

/** What can be done with the canvas as a whole: nothing to save, something to save, something in the way. */
export function Island(props: IslandProps) {
  const { unsavedCount, invalidCount, proposedCount, isSaving, onSave, onAsk, onShowInvalid } = props;
  const isDirty = unsavedCount + invalidCount > 0;
  const isOpen = isDirty || isSaving || proposedCount > 0;
  return (
    <div className="flex max-w-full items-center gap-3 rounded-xl border border-line bg-surface-3 py-1.5 pr-1.5 pl-4 shadow-pop">
      <output className="flex min-w-0 flex-wrap items-baseline gap-x-2 text-sm">
        <span className="font-medium text-ink">{isOpen ? "Looks good?" : "Need Changes?"}</span>
        {isDirty && unsavedCount > 0 && <span className="text-ink-3">{unsavedCount} unsaved</span>}
      </output>
      {invalidCount > 0 && (
        <Button size="sm" variant="ghost" className="text-danger-text!" onClick={onShowInvalid}>
          {errorText(invalidCount)}
        </Button>
      )}
      {(proposedCount > 0 || !isOpen) && (
        <Button size="sm" data-ask icon={<SparkleIcon aria-hidden className="size-4 text-ai-text" />} onClick={onAsk}>
          {proposedCount > 0 ? `${proposedCount} proposed` : "Edit with AI"}
        </Button>
      )}
      {(isDirty || isSaving) && (
        <Button
          variant="primary"
          size="sm"
          icon={<CheckIcon aria-hidden className="size-4" />}
          isBusy={isSaving}
          disabledReason={invalidCount > 0 && !isSaving ? errorText(invalidCount) : undefined}
          onClick={onSave}
        >
          Save
        </Button>
      )}
    </div>
  );
}

function errorText(count: number): string {
  return count === 1 ? "1 node has errors" : `${count} nodes have errors`;
}
