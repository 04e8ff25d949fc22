import { orElse } from "#server/code-index/analysis/extract/routing/unknown-part.ts";
import type { RoutingFacts } from "#server/code-index/ports/facts.ts";

/** Around the names of constants in paths. */
const constantMark = "\u0001";
/** Constants that are made of constants. */
const maxDepth = 8;
const maxLength = 2_000;

/** A path with the values of its constants, and whether all of them are known. */
interface CompletedPath {
  path: string;
  isComplete: boolean;
}

/** String constants of all files. A name counts where it has the same value wherever it is declared. */
export class RouteConstants {
  private readonly values = new Map<string, string | null>();
  private readonly routing: ReadonlyMap<string, RoutingFacts>;

  constructor(routing: ReadonlyMap<string, RoutingFacts>) {
    this.routing = routing;
    for (const { constants } of routing.values())
      for (const [name, value] of Object.entries(constants)) {
        const known = this.values.get(name);
        this.values.set(name, known === undefined || known === value ? value : null);
      }
  }

  complete(path: string, file: string, depth = 0): CompletedPath {
    let isComplete = true;
    const parts = path.split(constantMark).map((part, at) => {
      if (at % 2 === 0) return part;
      if (part.startsWith(orElse)) {
        isComplete = false;
        return part.slice(orElse.length);
      }
      const value = depth > maxDepth ? null : this.valueOf(part, file);
      if (value !== null) {
        const inner = this.complete(value, file, depth + 1);
        if (!inner.isComplete) isComplete = false;
        return inner.path;
      }
      isComplete = false;
      return part === "" || part.endsWith(")") ? "{…}" : `{${/[^./=]*$/.exec(part)?.[0] ?? ""}}`;
    });
    return { path: parts.join("").slice(0, maxLength), isComplete };
  }

  /** `Paths.API` first with the type in front, then by its own name; of the same file before others. */
  private valueOf(name: string, file: string): string | null {
    const constants = this.routing.get(file)?.constants ?? {};
    for (const one of [name, name.slice(name.lastIndexOf(".") + 1)]) {
      if (Object.hasOwn(constants, one)) return constants[one] ?? null;
      const value = this.values.get(one);
      if (value !== undefined && value !== null) return value;
    }
    return null;
  }
}
