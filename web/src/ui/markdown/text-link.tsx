import { ArrowSquareOutIcon } from "@phosphor-icons/react/dist/csr/ArrowSquareOut";
import { Link as RouterLink } from "@tanstack/react-router";
import type { ReactNode } from "react";

import { linkTarget } from "./link-target.ts";

/** Nobody needs to read twice where it leads. */
function isHost(children: ReactNode, host: string): boolean {
  const text = (Array.isArray(children) ? children : [children]).join("");
  return text.replace(/^https?:\/\//, "").replace(/\/$/, "") === host;
}

/** A link in a text: internal links navigate, external links show their host where their text does not. */
export function TextLink({ href, children }: { href: string | undefined; children: ReactNode }) {
  const target = linkTarget(href, location.origin);
  if (target.kind === "none") return <span>{children}</span>;
  if (target.kind === "inside") {
    return (
      <RouterLink to={target.href} hash={target.hash} preload={false}>
        {children}
      </RouterLink>
    );
  }
  return (
    <a href={target.href} target="_blank" rel="noopener noreferrer nofollow" title={target.href}>
      {children}
      <span className="ml-1 text-xs text-ink-3">
        {isHost(children, target.host) ? null : target.host}
        <ArrowSquareOutIcon aria-hidden className="mb-px ml-0.5 inline size-3" />
        <span className="sr-only"> (opens a new tab)</span>
      </span>
    </a>
  );
}
