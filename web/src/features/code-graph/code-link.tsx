import type { CodeLocation } from "@cairn/contract/code-graph";

import type { ProjectKey } from "#web/features/projects/projects.api.ts";
import { Link } from "#web/ui/action/link.tsx";

import { buildCodeAddress } from "./code-address.ts";

/** A link with path and line of a code location; a long path is truncated at its beginning. */
export function CodeLink({ project, location }: { project: ProjectKey; location: CodeLocation }) {
  const text = `${location.path}:${location.startLine}`;
  return (
    <Link
      {...buildCodeAddress(project, location)}
      dir="rtl"
      title={text}
      className="block max-w-full min-w-0 truncate py-1 text-left font-mono text-xs text-accent-text hover:underline pointer-coarse:py-3"
    >
      <bdi dir="ltr">{text}</bdi>
    </Link>
  );
}
