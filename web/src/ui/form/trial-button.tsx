import { Button } from "#web/ui/action/button.tsx";
import { StateIcon } from "#web/ui/feedback/state-icon.tsx";

export interface TrialResult {
  isSuccessful: boolean;
  /** The result, or why it failed, as a sentence. */
  text: string;
}

export interface TrialButtonProps {
  /** For example "Test connection". */
  label: string;
  isBusy: boolean;
  /** Null before the first try. */
  result: TrialResult | null;
  /** Why the check cannot be run now. */
  disabledReason?: string;
  onTry: () => void;
}

/** A button that runs a check without side effects, and shows its result. */
export function TrialButton({ label, isBusy, result, disabledReason, onTry }: TrialButtonProps) {
  return (
    <div className="flex flex-wrap items-start gap-x-3 gap-y-2">
      <Button isBusy={isBusy} disabledReason={disabledReason} onClick={onTry}>
        {label}
      </Button>
      <output className="min-w-0 flex-1 basis-52 pt-1.5 wrap-anywhere empty:basis-0">
        {result && !isBusy && (
          <StateIcon
            kind={result.isSuccessful ? "done" : "failed"}
            label={result.text}
            className="items-start! [&>svg]:mt-0.5 [&>svg]:shrink-0"
          />
        )}
      </output>
    </div>
  );
}
