import type { ReactNode } from "react";

/** A polite live region for screen readers. Keep it mounted and empty while there is nothing to announce. */
export function Announcement({ children }: { children: ReactNode }) {
  return (
    <output aria-live="polite" className="sr-only">
      {children}
    </output>
  );
}
