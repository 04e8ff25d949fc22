import type { ResourceRules } from "#server/code-index/analysis/extract/routing/controller-rules.ts";
import { plural } from "#server/code-index/analysis/text/plural.ts";
import type { MarkFact } from "#server/code-index/ports/facts.ts";

/** What a class serves by the conventions of its framework. */
interface ResourceOperation {
  method: string;
  path: string;
  /** Null where everybody may call it. */
  guard: string | null;
  line: number;
}

/** A mark that says a class is a resource, with the operations that belong to it. */
interface DeclaredResource {
  mark: MarkFact | null;
  operations: MarkFact[];
  /** Whether what it lists is all that there is, though it be nothing. */
  isListed: boolean;
}

/** Null where something is said that is not read. */
export function resourceOperations(
  { name, marks }: { name: string; marks: readonly MarkFact[] },
  rules: ResourceRules,
): ResourceOperation[] | null {
  const resources = declaredResources(marks, rules);
  if (resources === null) return null;
  return resources.flatMap(({ mark, operations, isListed }) => {
    const meant = isListed || operations.length > 0 ? operations : standardOperations(mark, rules);
    return meant.flatMap((operation) => readOperation(operation, { mark, name, rules }));
  });
}

function declaredResources(marks: readonly MarkFact[], rules: ResourceRules): DeclaredResource[] | null {
  const found: DeclaredResource[] = [];
  for (const mark of marks) {
    if (rules.unread.some((one) => Object.hasOwn(mark.args, one))) return null;
    const last = found.at(-1);
    if (Object.hasOwn(rules.known, mark.name)) {
      if (last === undefined) found.push({ mark: null, operations: [mark], isListed: true });
      else last.operations.push(mark);
      continue;
    }
    const listed = mark.made?.[rules.operations];
    if (listed === undefined && Object.hasOwn(mark.args, rules.operations)) return null;
    found.push({ mark, operations: [...(listed ?? [])], isListed: listed !== undefined });
  }
  return found;
}

function standardOperations(mark: MarkFact | null, rules: ResourceRules): MarkFact[] {
  return rules.otherwise.map((name) => ({ name, text: "", args: {}, line: mark?.line ?? 1 }));
}

function readOperation(
  operation: MarkFact,
  { mark, name, rules }: { mark: MarkFact | null; name: string; rules: ResourceRules },
): ResourceOperation[] {
  const known = Object.hasOwn(rules.known, operation.name) ? rules.known[operation.name] : undefined;
  if (known === undefined) return [];
  const said = (argument: string): string | undefined =>
    argumentOf(operation, argument) ?? (mark === null ? undefined : argumentOf(mark, argument));
  const segment = plural((said(rules.name) ?? name).replaceAll(/(?<=[a-z\d])(?=[A-Z])/g, "_").toLowerCase());
  const written = said(rules.path) ?? `/${segment}${known.isOne ? `/${rules.key}` : ""}`;
  return [
    {
      method: known.method,
      path: `${said(rules.prefix) ?? ""}/${written.replace(rules.ending, "").replace(/^\/+/, "")}`,
      guard: said(rules.guard) ?? null,
      line: operation.line,
    },
  ];
}

function argumentOf({ args }: MarkFact, name: string): string | undefined {
  return Object.hasOwn(args, name) ? args[name]?.[0] : undefined;
}
