import { WarningCircleIcon } from "@phosphor-icons/react/dist/csr/WarningCircle";
import type { ReactNode } from "react";

import { Button } from "#web/ui/action/button.tsx";

export interface EmptyStateProps {
  icon?: ReactNode;
  title: string;
  text?: ReactNode;
  /** The main action. */
  action?: ReactNode;
}

/** Shown instead of an empty list. */
export function EmptyState({ icon, title, text, action }: EmptyStateProps) {
  return (
    <div className="flex flex-col items-center rounded-lg border border-dashed border-line px-6 py-12 text-center">
      {icon && (
        <div className="mb-3 grid size-10 place-items-center rounded-lg border border-line bg-surface-2 text-ink-3">
          {icon}
        </div>
      )}
      <h2 className="text-base font-semibold">{title}</h2>
      {text && <p className="mt-1 max-w-100 text-base wrap-anywhere text-ink-3">{text}</p>}
      {action && <div className="mt-5">{action}</div>}
    </div>
  );
}

interface ErrorStateProps {
  title?: string;
  message: string;
  onRetry?: () => void;
}

/** Shown when content could not be loaded: the cause and a retry button. */
export function ErrorState({ title = "Could not fetch data :(", message, onRetry }: ErrorStateProps) {
  return (
    <div role="alert" className="flex flex-col items-center rounded-lg border border-line px-6 py-12 text-center">
      <WarningCircleIcon aria-hidden className="mb-3 size-6 text-danger-text" />
      <h2 className="text-base font-semibold">{title}</h2>
      <p className="mt-1 max-w-100 text-base wrap-anywhere text-ink-3">{message}</p>
      {onRetry && (
        <Button className="mt-5" onClick={onRetry}>
          Retry
        </Button>
      )}
    </div>
  );
}
