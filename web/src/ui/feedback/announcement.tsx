import type { ReactNode } from "react";

/** Words for screen readers only, said politely when they change. It stays mounted, empty while there is nothing. */
export function Announcement({ children }: { children: ReactNode }) {
  return <output className="sr-only">{children}</output>;
}
