import { splitName } from "./split-name.ts";
import { tooltip } from "./tooltip.ts";

/** A name on one line; where it has no room it is cut in its middle, and a tooltip shows the whole. */
export function CutName({ name }: { name: string }) {
  const [head, tail] = splitName(name);
  if (tail === "") return <span className="min-w-0 truncate">{name}</span>;
  return (
    <span {...tooltip(name)} className="flex min-w-0 whitespace-pre">
      <span className="min-w-0 truncate">{head}</span>
      <span className="shrink-0">{tail}</span>
    </span>
  );
}
