import type { OperationFact, OperationFacts, OperationGroup } from "#server/code-index/ports/operation-facts.ts";

interface LocatedOperation {
  file: string;
  one: OperationFact;
}

const maxDepth = 4;
const maxOperations = 20_000;

/** The operations of all files, with those of a group in place of the field that answers with it: `pages.list`. */
export function listOperations(facts: ReadonlyMap<string, OperationFacts>): LocatedOperation[] {
  const groups = new Map<string, { file: string; group: OperationGroup }[]>();
  for (const [file, { groups: own = [] }] of facts)
    for (const group of own) groups.set(group.type, [...(groups.get(group.type) ?? []), { file, group }]);
  const found: LocatedOperation[] = [];
  const add = (located: LocatedOperation, depth: number): void => {
    const { one } = located;
    const inner = one.group === undefined || depth >= maxDepth ? undefined : groups.get(one.group);
    if (found.length >= maxOperations) return;
    if (inner === undefined || !groupsOperations(one, inner)) found.push(located);
    else
      for (const { file, group } of inner)
        for (const field of group.operations) add({ file, one: within(one, field, file === located.file) }, depth + 1);
  };
  for (const [file, { operations }] of facts) for (const one of operations) add({ file, one }, 0);
  return found;
}

/** What a mutation hands back may be called after it, and is asked for nothing more. */
function groupsOperations({ method }: OperationFact, inner: readonly { group: OperationGroup }[]): boolean {
  return method !== "MUTATION" || inner.some(({ group }) => group.operations.some(({ takes }) => takes === true));
}

/** Guards are lines of the file that they are told with. */
function within(
  { name, method, guards = [] }: OperationFact,
  field: OperationFact,
  isSameFile: boolean,
): OperationFact {
  const all = [...(isSameFile ? guards : []), ...(field.guards ?? [])];
  return { ...field, method, name: `${name}.${field.name}`, ...(all.length > 0 && { guards: all }) };
}
