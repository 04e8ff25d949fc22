import { Button } from "#web/ui/action/button.tsx";

/** Shown in a narrow part of a screen whose content could not be loaded: the cause and a retry button. */
export function InlineError({ message, onRetry }: { message: string; onRetry: () => void }) {
  return (
    <div role="alert" className="flex flex-wrap items-center justify-between gap-2 text-sm">
      <p className="min-w-0 flex-1 wrap-anywhere text-danger-text">{message}</p>
      <Button size="sm" onClick={onRetry}>
        Retry
      </Button>
    </div>
  );
}
