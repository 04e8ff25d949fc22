import { stem } from "#server/engine/intent/words.ts";

/**
 * Words that people who use a product say for what its screens, settings and documents call otherwise, each group in no order. They are
 * only used where texts for people are looked for: code has synonyms of its own.
 */
const groups = [
  "account login signin sign logged signed authenticated registered guest anonymous anyone everyone public visitor unauthenticated",
  "register registration signup join invite",
  "stop forbid prevent disable disallow restrict block deny disabled limit",
  "give transfer handover change",
  "see view read visible access show display",
  "share shared public link publish collaborate member",
  "presentation slides slide slideshow present",
  "diagram chart graph flowchart visualization mermaid",
  "hide mask obfuscate redact private invisible censor anonymize",
  "recorded audit log history track activity",
  "format type file export screenshot pdf html",
  "member contributor viewer collaborator role permission editor",
  "moderator admin role permission privilege",
  "reputation rank score points karma privilege",
  "delete remove erase trash destroy",
  "downvote vote",
  "pay paid plan price subscription billing premium trial",
  "notify notification email alert reminder",
  "phone mobile app android ios device",
  "backup export import restore download",
  "password reset forgot credential",
  "language translation locale translate",
  "search find filter",
  "limit maximum max most quota",
  "expire expiry expires duration days lifetime",
  "team organization workspace group space",
  "undo restore recover revision version",
  "upload attach file picture image photo",
  "offline sync cache",
  "schedule planned automatic recurring cron",
  "tag label category",
  "two-factor 2fa mfa totp otp",
  "draw drawn render display show",
  "dark theme appearance colour color",
].map((line) => line.split(" ").map(stem));

const byStem = new Map<string, Set<string>>();
for (const group of groups)
  for (const one of group)
    byStem.set(one, new Set([...(byStem.get(one) ?? []), ...group.filter((other) => other !== one)]));

const none: ReadonlySet<string> = new Set();

/** Stems that texts for people use for what this one says. */
export function productWords(root: string): ReadonlySet<string> {
  return byStem.get(root) ?? none;
}
