import { tooltip } from "#web/ui/tooltip/tooltip.ts";

import { splitName } from "./split-name.ts";

/** A name on one line, truncated in the middle when it does not fit; a tooltip shows the full name. */
export function TruncatedName({ name }: { name: string }) {
  const [head, tail] = splitName(name);
  if (tail === "") return <span className="min-w-0 truncate">{name}</span>;
  return (
    <span {...tooltip(name)} className="flex min-w-0 whitespace-pre">
      <span className="min-w-0 truncate">{head}</span>
      <span className="shrink-0">{tail}</span>
    </span>
  );
}
