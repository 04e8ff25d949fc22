import { explainIssue } from "@cairn/contract/input-messages";
import type { Context } from "hono";
import type { z, ZodType } from "zod";

/** What was typed: the text fields of a sent form, without control characters. */
export async function readForm(c: Context): Promise<Record<string, string>> {
  const text = await c.req.text();
  const fields = [...new URLSearchParams(text)].map(([name, value]) => [name, value.replaceAll(/\p{Cc}/gu, "")]);
  return Object.fromEntries(fields) as Record<string, string>;
}

/** The messages of a schema by field, or the checked values. */
export function checkForm<S extends ZodType>(
  schema: S,
  typed: Record<string, string>,
): { values: z.output<S> } | { errors: Record<string, string[]> } {
  const parsed = schema.safeParse(typed, { error: explainIssue });
  if (parsed.success) return { values: parsed.data };
  const errors: Record<string, string[]> = {};
  for (const issue of parsed.error.issues) (errors[String(issue.path[0])] ??= []).push(issue.message);
  return { errors };
}
