import type { IndexedGuard } from "#server/code-index/ports/code-index.ts";
import type { RequestGuardFacts, RoutingFacts } from "#server/code-index/ports/facts.ts";

interface PlacedFunction {
  file: string;
  fact: RequestGuardFacts["functions"][number];
}

/** Parameters of handlers whose types are made of requests, and refuse those of strangers. */
export class RequestGuards {
  private readonly types = new Set<string>();
  private readonly functions = new Map<string, PlacedFunction[]>();

  constructor(routing: ReadonlyMap<string, RoutingFacts>) {
    const users = new Map<string, string[]>();
    for (const [file, { requests }] of routing) {
      for (const { name, asks, uses } of requests?.types ?? []) {
        if (asks) this.types.add(name);
        for (const used of uses) users.set(used, [...(users.get(used) ?? []), name]);
      }
      for (const fact of requests?.functions ?? []) {
        const known = this.functions.get(fact.name) ?? [];
        if (known.length === 0) this.functions.set(fact.name, known);
        known.push({ file, fact });
      }
    }
    // A set goes on to what is added to it meanwhile.
    for (const type of this.types) for (const user of users.get(type) ?? []) this.types.add(user);
  }

  /** Of a function of that file, or of the only one of its name. */
  of(file: string, handler: string | null): IndexedGuard[] {
    const name = /\w+$/.exec(handler ?? "")?.[0];
    if (name === undefined || this.types.size === 0) return [];
    const named = this.functions.get(name) ?? [];
    const own = named.find((one) => one.file === file);
    const found = own ?? (named.length === 1 ? named[0] : undefined);
    if (found === undefined) return [];
    const asked = [...new Set(found.fact.asked)].filter((type) => this.types.has(type));
    return asked.map((type) => ({ name: type, line: found.fact.line, file: found.file }));
  }
}
