import type { DeclaredTrigger } from "#server/code-index/ports/triggers.ts";

const maxBases = 4;

/** What a file says. */
export interface Declared<T> {
  path: string;
  fact: T;
}

/** Classes that extend a class of the program that is one: each is what its base is. */
export function withBases(all: readonly Declared<DeclaredTrigger>[]): Declared<DeclaredTrigger>[] {
  const [open, found] = partition(all, ({ fact }) => fact.on?.startsWith("<") === true);
  const rest = inherited(open, found);
  // Of those left, some have a base of the program's own whose name says enough.
  const [own, unknown] = partition(rest, ({ fact }) => fact.framework !== "");
  found.push(...own.map((one) => ({ ...one, fact: { ...one.fact, on: null } })));
  inherited(unknown, found);
  const extended = new Set(open.map(({ fact }) => fact.on?.slice(1)));
  return found.filter(({ fact }) => !(isBaseName(fact) && extended.has(lastWord(fact.handler ?? ""))));
}

/** Moves to `found` what extends a class in it, in any number of steps; hands back the rest. */
function inherited(
  all: readonly Declared<DeclaredTrigger>[],
  found: Declared<DeclaredTrigger>[],
): Declared<DeclaredTrigger>[] {
  let open = [...all];
  for (let round = 0; round < maxBases && open.length > 0; round += 1) {
    const byClass = Map.groupBy(found, ({ fact }) => lastWord(fact.handler ?? ""));
    const fits = open.map((one) => ({ one, base: byClass.get(one.fact.on?.slice(1) ?? "")?.[0]?.fact }));
    open = fits.flatMap(({ one, base }) => (base === undefined ? one : []));
    for (const { one, base } of fits)
      if (base !== undefined)
        found.push({
          path: one.path,
          fact: {
            ...one.fact,
            kind: one.fact.kind === "schedule" ? "schedule" : base.kind,
            framework: base.framework,
            on: null,
          },
        });
    if (open.length === fits.length) break;
  }
  return open;
}

/** A service that works in a loop is told by its loop, which says when. */
export function withoutLooped(all: readonly Declared<DeclaredTrigger>[]): Declared<DeclaredTrigger>[] {
  const looped = new Set(
    all.flatMap(({ path, fact }) =>
      fact.framework === "Loop" && fact.handler !== null
        ? `${path}\0${fact.handler.replace(/\.ExecuteAsync$/, "")}`
        : [],
    ),
  );
  return all.filter(({ path, fact }) => fact.kind !== "job" || !looped.has(`${path}\0${fact.handler}`));
}

/** Listeners that a list names are told by their own class, where that says the event too. */
export function withoutListed(all: readonly Declared<DeclaredTrigger>[]): Declared<DeclaredTrigger>[] {
  const key = (name: string, topic: string | null): string => `${lastWord(name)}\0${topic}`;
  const listening = all.filter(({ fact }) => fact.kind === "event-listener");
  const own = new Set(listening.flatMap(({ fact }) => (fact.handler === null ? [] : key(fact.handler, fact.topic))));
  return all.filter(
    ({ fact }) => fact.kind !== "event-listener" || fact.job === null || !own.has(key(fact.job, fact.topic)),
  );
}

function partition<T>(all: readonly T[], isFirst: (one: T) => boolean): [T[], T[]] {
  return [all.filter(isFirst), all.filter((one) => !isFirst(one))];
}

/** A class that is called a base and is one, or an interface by which a class is known. */
function isBaseName({ kind, handler }: DeclaredTrigger): boolean {
  return kind === "job" && /^(?:Base|Abstract|I[A-Z])|Base$/.test(lastWord(handler ?? ""));
}

export function lastWord(name: string): string {
  return /\w+$/.exec(name)?.[0] ?? name;
}
