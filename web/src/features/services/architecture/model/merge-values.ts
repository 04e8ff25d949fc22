import type { ServiceValues } from "#web/features/services/service-values.ts";

type ValueName = keyof ServiceValues;

/** Fields whose meaning depends on each other: where the code comes from is taken from one side as a whole. */
const codeFields: readonly ValueName[] = [
  "source",
  "github",
  "sshUrl",
  "url",
  "username",
  "password",
  "hostedName",
  "repositoryId",
  "mainBranch",
  "workingPath",
];

const groups: readonly { label: string; fields: readonly ValueName[] }[] = [
  { label: "name", fields: ["name"] },
  { label: "type", fields: ["type"] },
  { label: "description", fields: ["description"] },
  { label: "repository", fields: codeFields },
];

const allFields = groups.flatMap(({ fields }) => fields);

export function sameValues(one: ServiceValues, other: ServiceValues): boolean {
  return one === other || isSame(one, other, allFields);
}

/** The fields in which the two differ. */
export function changedFields(one: ServiceValues, other: ServiceValues): ValueName[] {
  return allFields.filter((field) => one[field] !== other[field]);
}

/** Both sides' changes since the base; where both changed the same, ours stays and its label is told. */
export function mergeValues({
  base,
  mine,
  theirs,
}: {
  base: ServiceValues;
  mine: ServiceValues;
  theirs: ServiceValues;
}): {
  values: ServiceValues;
  contested: string[];
} {
  const values = { ...mine };
  const contested: string[] = [];
  for (const { label, fields } of groups) {
    const isMineChanged = !isSame(mine, base, fields);
    if (!isMineChanged) Object.assign(values, pick(theirs, fields));
    else if (!isSame(theirs, base, fields) && !isSame(theirs, mine, fields)) contested.push(label);
  }
  return { values, contested };
}

function isSame(one: ServiceValues, other: ServiceValues, fields: readonly ValueName[]): boolean {
  return fields.every((field) => one[field] === other[field]);
}

function pick(values: ServiceValues, fields: readonly ValueName[]): Partial<ServiceValues> {
  return Object.fromEntries(fields.map((field) => [field, values[field]]));
}
