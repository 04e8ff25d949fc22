import type { IndexedGuard } from "#server/code-index/ports/code-index.ts";
import type { ActionFilterFact, FilteredClassFact, RoutingFacts } from "#server/code-index/ports/facts.ts";

interface PlacedClass {
  file: string;
  fact: FilteredClassFact;
}

const maxChain = 40;

/** What classes say to run before the method that answers: filters of Rails, plugs of Phoenix. */
export class ActionGuards {
  /** Those of one name may be in several files. */
  private readonly classes = new Map<string, PlacedClass[]>();

  constructor(routing: ReadonlyMap<string, RoutingFacts>) {
    for (const [file, { filtered = [] }] of routing)
      for (const fact of filtered) {
        const key = keyOf(fact.name);
        this.classes.set(key, [...(this.classes.get(key) ?? []), { file, fact }]);
      }
  }

  /** Of a handler as routes name it: `api/boats#index`, `HarbourWeb.BoatController.index`. */
  of(handler: string | null): IndexedGuard[] {
    if (handler === null || this.classes.size === 0) return [];
    const [controller, action] = handler.includes("#") ? handler.split("#") : splitLast(handler);
    const name = handler.includes("#") ? `${controller}_controller` : (controller ?? "");
    const whole = this.classes.get(keyOf(handler));
    if (whole !== undefined && !handler.includes("#")) return this.guardsOf(whole, "");
    const found = this.classes.get(keyOf(name));
    return found === undefined || action === undefined ? [] : this.guardsOf(found, action);
  }

  private guardsOf(places: readonly PlacedClass[], action: string): IndexedGuard[] {
    const chain = this.chainOf(places);
    const guards = new Map<string, IndexedGuard>();
    // What it extends speaks first, so that it may take something back.
    for (const { file, fact } of chain.toReversed())
      for (const filter of fact.filters) {
        if (!isFor(filter, action)) continue;
        if (filter.isSkip === "sign-in")
          for (const name of [...guards.keys()].filter(asksForSignIn)) guards.delete(name);
        else if (filter.isSkip === true) guards.delete(filter.filter);
        else if (this.mayStop(filter, chain)) guards.set(filter.filter, { name: filter.text, line: filter.line, file });
      }
    return [...guards.values()];
  }

  /** A method that lets everybody through is no guard, whatever it is called. */
  private mayStop({ filter, isOwnWord }: ActionFilterFact, chain: readonly PlacedClass[]): boolean {
    for (const { fact } of chain) {
      const own = fact.checks.find(({ name }) => name === filter);
      if (own !== undefined) return own.mayStop;
    }
    return isOwnWord !== true;
  }

  /** The class, then what it includes and extends. */
  private chainOf(places: readonly PlacedClass[]): PlacedClass[] {
    const chain: PlacedClass[] = [];
    const visit = (found: readonly PlacedClass[]): void => {
      for (const place of found) {
        if (chain.length >= maxChain || chain.includes(place)) continue;
        chain.push(place);
        for (const base of place.fact.bases.toReversed()) visit(this.named(base, place.fact.name));
      }
    };
    visit(places);
    return chain;
  }

  /** A name may be written in short within the modules around it. */
  private named(name: string, within: string): readonly PlacedClass[] {
    const around = name.startsWith("::") ? [] : keyOf(within).split("/").slice(0, -1);
    for (let length = around.length; length >= 0; length -= 1) {
      const found = this.classes.get([...around.slice(0, length), keyOf(name)].join("/"));
      if (found !== undefined && !found.some(({ fact }) => fact.name === within)) return found;
    }
    return [];
  }
}

function asksForSignIn(name: string): boolean {
  return /authenticat|(?:require|ensure|check)_?\w*(?:log_?in|sign_?in|signed_in|user|session)\b|logged_?in/i.test(
    name,
  );
}

function isFor({ only, except }: ActionFilterFact, action: string): boolean {
  return (only === undefined || only.includes(action)) && except?.includes(action) !== true;
}

/** `Api::BoatsController` and `api/boats_controller` are one. */
function keyOf(name: string): string {
  return name
    .replace(/^::|^\//, "")
    .replaceAll(/::|\./g, "/")
    .replaceAll("_", "")
    .toLowerCase();
}

function splitLast(handler: string): [string, string] {
  const at = handler.lastIndexOf(".");
  return [handler.slice(0, Math.max(at, 0)), handler.slice(at + 1)];
}
