import type { z } from "zod";

type Def = z.core.$ZodTypes["_zod"]["def"];

/**
 * How much a sample holds. `empty`: nothing that may be missing is there. `usual`: every field, three entries a list.
 * `long`: many entries, and texts of the maximum length without a possible line break.
 */
export type SampleSize = "empty" | "usual" | "long";

/** What is sampled: the name of the field, and the number of the entry in its list, by which entries differ. */
interface SamplePoint {
  size: SampleSize;
  field: string;
  index: number;
  isInList: boolean;
}

const listLengths: Record<SampleSize, number> = { empty: 0, usual: 3, long: 40 };
/** Of a list within another one, so that no sample has thousands of entries. */
const maxInnerLength = 5;
const longTextLength = 180;
const date = "2026-03-02T09:30:00.000Z";

/** Texts of fields whose format the schema does not define, by the end of the field's name. */
const textsByField: Record<string, string> = {
  email: "ada@example.com",
  slug: "payments",
  path: "src/payments/charge.ts",
  url: "https://example.com/payments",
  sha: "4f2a9c1d7e6b5a4938271605f4e3d2c1b0a99887",
  commit: "4f2a9c1d7e6b5a4938271605f4e3d2c1b0a99887",
  branch: "main",
  language: "typescript",
  firstname: "Ada",
  lastname: "Lovelace",
  filename: "charges.csv",
};

/** Lists that the contract refines to one entry. */
const singleEntryFields: readonly string[] = ["roles"];

/**
 * A value of the schema, the same at each call. What a schema refines beyond its form is the caller's to replace; the
 * fake API parses every answer, so a sample that is no value of its schema fails the test.
 */
export function sampleOf(schema: z.core.$ZodType, size: SampleSize): unknown {
  return sample(schema, { size, field: "text", index: 0, isInList: false });
}

/** The id of the n-th entry of every sampled list. */
export function sampleId(index = 0): string {
  return `7d0c9a52-5d0e-4c7a-9d3b-0f4f5b1f${String(index).padStart(4, "0")}`;
}

function sample(schema: z.core.$ZodType, point: SamplePoint): unknown {
  const def = schema._zod.def as Def;
  if (def.type === "object") return sampleObject(def.shape, point);
  if (def.type === "array") return sampleList(schema, def.element, point);
  if (def.type === "tuple") return def.items.map((item) => sample(item, point));
  if (def.type === "nullable") return point.size === "empty" ? null : sample(def.innerType, point);
  if (def.type === "optional") return point.size === "empty" ? undefined : sample(def.innerType, point);
  if (def.type === "default") return sample(def.innerType, point);
  if (def.type === "union") return sample(entryOf(def.options, point.index), point);
  if (def.type === "enum") return entryOf(Object.values(def.entries), point.index);
  if (def.type === "literal") return entryOf(def.values, point.index);
  if (def.type === "number") return Math.min(point.size === "long" ? 1_234_567 : 3, boundsOf(schema).maximum);
  if (def.type === "boolean") return point.size !== "empty";
  return def.type === "string" ? sampleText(schema, point) : undefined;
}

function sampleObject(shape: Record<string, z.core.$ZodType>, point: SamplePoint): Record<string, unknown> {
  return Object.fromEntries(Object.entries(shape).map(([field, inner]) => [field, sample(inner, { ...point, field })]));
}

function sampleList(list: z.core.$ZodType, element: z.core.$ZodType, point: SamplePoint): unknown[] {
  const { minimum, maximum } = boundsOf(list);
  const wanted = singleEntryFields.includes(point.field) ? 1 : listLengths[point.size];
  const limit = point.isInList ? maxInnerLength : wanted;
  const length = Math.max(minimum, Math.min(wanted, limit, maximum, countValues(element)));
  return Array.from({ length }, (_unused, index) => sample(element, { ...point, index, isInList: true }));
}

/** A list of the words of an enum has each of them once at most. */
function countValues(element: z.core.$ZodType): number {
  const def = element._zod.def as Def;
  return def.type === "enum" ? Object.keys(def.entries).length : Infinity;
}

function sampleText(schema: z.core.$ZodType, { size, field, index }: SamplePoint): string {
  const { format } = schema._zod.def as { format?: string };
  if (format === "uuid") return sampleId(index);
  if (format === "datetime") return date;
  const { minimum, maximum } = boundsOf(schema);
  const known = Object.entries(textsByField).find(([end]) => field.toLowerCase().endsWith(end))?.[1];
  if (known) return index === 0 ? known : `${known}${index}`;
  const number = index === 0 ? "" : ` ${index}`;
  if (size !== "long") return `A ${field}${number}`.padEnd(minimum, ".").slice(0, maximum);
  return `${index}${"Unbreakable".repeat(longTextLength / 11)}`.slice(0, maximum);
}

interface Check {
  check: string;
  value?: number;
  minimum?: number;
  maximum?: number;
  length?: number;
}

/** Smallest and largest number, length or count of entries. */
function boundsOf(schema: z.core.$ZodType): { minimum: number; maximum: number } {
  const checks = ((schema._zod.def as { checks?: z.core.$ZodCheck[] }).checks ?? []).map(
    ({ _zod }) => _zod.def as Check,
  );
  const of = (kinds: readonly string[]) =>
    checks
      .filter(({ check }) => kinds.includes(check))
      .map((one) => one.value ?? one.length ?? one.minimum ?? one.maximum ?? 0);
  return {
    minimum: Math.max(0, ...of(["greater_than", "min_length", "length_equals"])),
    maximum: Math.min(Infinity, ...of(["less_than", "max_length", "length_equals"])),
  };
}

function entryOf<T>(entries: readonly T[], index: number): T {
  return entries[index % entries.length] as T;
}
