import { Button } from "./button.tsx";
import { StateIcon } from "./state-icon.tsx";

export interface TryOutResult {
  isGood: boolean;
  /** What was found, or why it did not work, as a sentence. */
  text: string;
}

export interface TryOutProps {
  /** For example "Test connection". */
  label: string;
  isBusy: boolean;
  /** Null before the first try. */
  result: TryOutResult | null;
  /** Why it cannot be tried now. */
  disabledReason?: string;
  onTry: () => void;
}

/** A button that tries something out without changing anything, and what came of it. */
export function TryOut({ label, isBusy, result, disabledReason, onTry }: TryOutProps) {
  return (
    <div className="flex flex-wrap items-start gap-x-3 gap-y-2">
      <Button isBusy={isBusy} disabledReason={disabledReason} onClick={onTry}>
        {label}
      </Button>
      <output className="min-w-0 flex-1 basis-52 pt-1.5 wrap-anywhere empty:basis-0">
        {result && !isBusy && (
          <StateIcon
            kind={result.isGood ? "done" : "failed"}
            label={result.text}
            className="items-start! [&>svg]:mt-0.5 [&>svg]:shrink-0"
          />
        )}
      </output>
    </div>
  );
}
