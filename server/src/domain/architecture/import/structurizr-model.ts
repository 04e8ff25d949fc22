/** An element of a workspace as it is written, in the element around it. */
export interface DslElement {
  /** By which others name it within the element around it. */
  id: string;
  /** "container", "softwaresystem" and the like; "" for the model itself. */
  element: string;
  name: string;
  description: string;
  technology: string;
  tags: string[];
  line: number;
  /** Null for the model alone. */
  parent: DslElement | null;
  children: Map<string, DslElement>;
}

export function makeElement(
  about: Pick<DslElement, "id" | "element" | "name" | "line" | "parent"> & Partial<DslElement>,
): DslElement {
  return { description: "", technology: "", tags: [], children: new Map(), ...about };
}

/** Which element a name means at a place: "several" where it could be more than one, null where it is none. */
type ElementFinder = (name: string, scope: DslElement) => DslElement | "several" | null;

/**
 * By the rules of hierarchical names, the innermost first: `api`, or `shop.api`. A bare name that is declared elsewhere is
 * found as well where it is the only one that is called so, as it is by flat names.
 */
export function openFinder(all: readonly DslElement[]): ElementFinder {
  const byId = Map.groupBy(all, ({ id }) => id);
  const known = new Map<DslElement, Map<string, ReturnType<ElementFinder>>>();
  return (name, scope) => {
    const here = known.get(scope) ?? new Map<string, ReturnType<ElementFinder>>();
    known.set(scope, here);
    const found = here.has(name) ? (here.get(name) ?? null) : find(name, scope, byId);
    here.set(name, found);
    return found;
  };
}

function find(
  name: string,
  scope: DslElement,
  byId: ReadonlyMap<string, readonly DslElement[]>,
): ReturnType<ElementFinder> {
  const [first = "", ...rest] = name.split(".");
  for (let around: DslElement | null = scope; around !== null; around = around.parent) {
    const found = descend(around.children.get(first), rest);
    if (found !== null) return found;
  }
  const starts = (byId.get(first) ?? []).flatMap((one) => descend(one, rest) ?? []);
  if (starts.length === 1) return starts[0] ?? null;
  if (starts.length > 1) return "several";
  // By a whole name of which parts are not written here.
  const ends = byId.get(rest.at(-1) ?? "") ?? [];
  return ends.length === 1 ? (ends[0] ?? null) : ends.length > 1 ? "several" : null;
}

function descend(from: DslElement | undefined, path: readonly string[]): DslElement | null {
  let one = from;
  for (const id of path) one = one?.children.get(id);
  return one ?? null;
}

/** The whole name of an element: `shop.api`. */
export function wholeName(element: DslElement): string {
  const ids: string[] = [];
  for (let one: DslElement | null = element; one !== null && one.parent !== null; one = one.parent) ids.push(one.id);
  return ids.toReversed().join(".");
}
