import { LockIcon } from "@phosphor-icons/react/dist/csr/Lock";

import { ButtonLink } from "#web/ui/action/button.tsx";

export interface AccessDeniedProps {
  /** What the user should check, as a full sentence. */
  text: string;
  /** The requested id or slug. */
  requested: string;
  homeHref: string;
}

/** Shown for missing and for forbidden entities alike. */
export function AccessDenied({ text, requested, homeHref }: AccessDeniedProps) {
  return (
    <div className="mx-auto flex w-full max-w-120 flex-1 flex-col items-center justify-center px-4 py-16 text-center">
      <LockIcon aria-hidden className="mb-4 size-6 text-ink-3" />
      <h1 tabIndex={-1} className="text-xl font-semibold">
        No access
      </h1>
      <p className="mt-2 text-base text-ink-2">{text}</p>
      <code className="mt-4 max-w-full truncate rounded-md border border-line bg-surface-2 px-2 py-1 text-sm text-ink-2">
        {requested}
      </code>
      <ButtonLink href={homeHref} variant="primary" className="mt-6">
        Back home
      </ButtonLink>
    </div>
  );
}
