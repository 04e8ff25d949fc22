import type { ReactNode } from "react";

interface SetupStepProps {
  /** From 1. */
  number: number;
  title: string;
  /** At the right of the title. */
  aside?: ReactNode;
  children: ReactNode;
}

/** One numbered step of a set-up. */
export function SetupStep({ number, title, aside, children }: SetupStepProps) {
  return (
    <li className="min-w-0 rounded-lg border border-line bg-surface-2 p-4 md:p-5">
      <div className="mb-3 flex flex-wrap items-center gap-x-3 gap-y-1">
        <span
          aria-hidden="true"
          className="grid size-6 shrink-0 place-items-center rounded-full border border-line bg-surface-3 text-xs font-medium tabular-nums"
        >
          {number}
        </span>
        <h2 className="mr-auto text-base font-semibold">{title}</h2>
        {aside}
      </div>
      <div className="grid grid-cols-1 gap-3 text-sm md:pl-9">{children}</div>
    </li>
  );
}
