import { z } from "zod";

import { nameText } from "./name-text.ts";
import { validation } from "./texts.ts";

export const slugLimits = { min: 2, max: 50 } as const;
export const nameLimits = { min: 2, max: 50, softMax: 32 } as const;

/** Words that are addresses of ours, or would be mistaken for one. */
const reservedSlugs = new Set(
  (
    "admin api app assets auth billing cairn chat config create docs exists files git health healthz help home " +
    "invite invites login logout mcp me metrics new null oidc onboarding organization organizations project projects " +
    "readyz settings signup socket static support system templates undefined user users v1 www"
  ).split(" "),
);

const uuidShape = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** True for anything shaped like an id; parameters take "slug or id", so a slug must never look like one. */
export function isUuid(value: string): boolean {
  return uuidShape.test(value);
}

export const slugSchema = z
  .string()
  .regex(/^[a-z0-9-]*$/, validation.slugCharacters)
  .min(slugLimits.min, validation.slugTooShort)
  .max(slugLimits.max, validation.slugTooLong)
  .refine((slug) => !reservedSlugs.has(slug) && !isUuid(slug), "This slug is reserved");

export const nameSchema = nameText
  .min(nameLimits.min, validation.nameTooShort)
  .max(nameLimits.max, validation.nameTooLong);

/** A slug or an id, as path parameters take it. */
export const slugOrId = z.string().min(1).max(64);

/** Lowercase and trim, non-word characters to spaces, whitespace and underscores to hyphens, repeats collapsed. */
export function toSlug(text: string): string {
  return text
    .normalize("NFKD")
    .replace(/[\u0300-\u036f]/g, "")
    .toLowerCase()
    .replace(/[^a-z0-9_\s-]/g, " ")
    .trim()
    .replace(/[\s_]+/g, "-")
    .replace(/-+/g, "-")
    .replace(/^-|-$/g, "")
    .slice(0, slugLimits.max)
    .replace(/-$/, "");
}
