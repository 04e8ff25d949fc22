import { useId } from "react";
import type { FormEvent, ReactNode } from "react";

import { cx } from "#web/ui/cx.ts";

/** A surface with a thin border. */
export function Card({ children, className }: { children: ReactNode; className?: string }) {
  return <div className={cx("rounded-lg border border-line bg-surface-2", className)}>{children}</div>;
}

export interface SettingsCardProps {
  title: string;
  description?: ReactNode;
  children?: ReactNode;
  /** Left side of the footer: a hint. */
  note?: ReactNode;
  /** Right side of the footer: the button. */
  action?: ReactNode;
  onSubmit?: () => void;
}

/** One setting: heading, control, and a footer with its button. */
export function SettingsCard({ title, description, children, note, action, onSubmit }: SettingsCardProps) {
  const headingId = useId();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onSubmit?.();
  };
  const body = (
    <>
      <div className="p-4 md:p-5">
        <h2 id={headingId} className="text-base font-semibold">
          {title}
        </h2>
        {description && <p className="mt-1 text-sm text-ink-3">{description}</p>}
        {children && <div className="mt-4">{children}</div>}
      </div>
      {(note || action) && (
        <div className="flex min-h-12 flex-wrap items-center justify-between gap-3 border-t border-line-subtle px-4 py-2 md:px-5">
          <p className="text-sm text-ink-3">{note}</p>
          {action}
        </div>
      )}
    </>
  );
  return (
    <section aria-labelledby={headingId} className="rounded-lg border border-line bg-surface-2">
      {onSubmit ? (
        <form noValidate onSubmit={submit}>
          {body}
        </form>
      ) : (
        body
      )}
    </section>
  );
}

export interface DangerCardProps {
  title: string;
  description: ReactNode;
  action: ReactNode;
}

/** The last card of a settings screen, for an action that cannot be undone. */
export function DangerCard({ title, description, action }: DangerCardProps) {
  const headingId = useId();
  return (
    <section
      aria-labelledby={headingId}
      className="flex flex-wrap items-center justify-between gap-4 rounded-lg border border-danger-line p-4 md:p-5"
    >
      <div className="min-w-0 flex-1 basis-64">
        <h2 id={headingId} className="text-base font-semibold">
          {title}
        </h2>
        <p className="mt-1 text-sm text-ink-3">{description}</p>
      </div>
      {action}
    </section>
  );
}
