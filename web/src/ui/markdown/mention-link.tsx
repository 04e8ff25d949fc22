import { Link as RouterLink } from "@tanstack/react-router";
import type { ReactNode } from "react";

import type { MentionTarget } from "./mention-target.ts";

/** A mention in a text; if its target no longer exists, the text says so. */
export function MentionLink({ target, children }: { target: MentionTarget; children: ReactNode }) {
  switch (target.kind) {
    case "link":
      return (
        <RouterLink to={target.href} hash={target.hash} preload={false} data-mention>
          {children}
        </RouterLink>
      );
    case "name":
      return <span data-mention>{children}</span>;
    case "gone":
      return (
        <span>
          {children} <small className="text-sm text-ink-3">({target.note})</small>
        </span>
      );
  }
}
