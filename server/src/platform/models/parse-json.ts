import type { ZodType } from "zod";

/** More than any short task answers. */
const maxLength = 20_000;

/** The JSON in a model's text, in a code fence or between other words too; null where none of the wanted shape is. */
export function parseJson<T>(text: string, shape: ZodType<T>): T | null {
  const begin = text.indexOf("{");
  const end = text.lastIndexOf("}");
  if (begin === -1 || end < begin || end - begin > maxLength) return null;
  try {
    return shape.safeParse(JSON.parse(text.slice(begin, end + 1))).data ?? null;
  } catch {
    return null;
  }
}
