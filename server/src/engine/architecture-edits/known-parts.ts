import type { EditedForm } from "./edited-draft.ts";

/** A part of a product that words of a goal call for. */
export interface KnownPart {
  words: RegExp;
  name: string;
  form: EditedForm;
  /** "" for what is no service. */
  description: string;
}

/** What the built-in engine can place: parts whose words mean little else. */
export const knownParts: readonly KnownPart[] = [
  {
    words: /\b(?:cach(?:es?|ed|ing))\b/i,
    name: "cache",
    form: "store",
    description: "",
  },
  {
    words:
      /\b(?:message queues?|queues?|event bus|message bus|message brokers?|publish(?:es|ed)? events?|pub\/?sub)\b/i,
    name: "queue",
    form: "queue",
    description: "",
  },
  {
    words: /\b(?:e-?mails?|mails?|newsletters?|sms|text messages|push messages|notif(?:y|ies|ications?)|reminders?)\b/i,
    name: "notifications",
    form: "api",
    description: "Sends e-mails and other messages to people",
  },
  {
    words: /\b(?:payments?|pay(?:s|ing)?|checkout|invoices?|invoicing|billing|refunds?|credit cards?)\b/i,
    name: "payments",
    form: "api",
    description: "Takes payments and keeps what was paid",
  },
  {
    words: /\b(?:search(?:es|ing|able)?|full-?text)\b/i,
    name: "search",
    form: "api",
    description: "Finds things by the words in them",
  },
  {
    words: /\b(?:sign[- ]?in|log[- ]?in|sso|single sign-on|oauth|authentication|passwords?)\b/i,
    name: "accounts",
    form: "api",
    description: "Signs people in and keeps their accounts",
  },
  {
    words: /\b(?:upload(?:s|ed|ing)?|attachments?|thumbnails?)\b/i,
    name: "uploads",
    form: "api",
    description: "Takes the files that people upload and gives them out",
  },
  {
    words: /\b(?:reports?|reporting|analytics|statistics|metrics)\b/i,
    name: "reports",
    form: "api",
    description: "Counts what happens and answers reports about it",
  },
  {
    words:
      /\b(?:nightly|scheduled?|every (?:night|day|hour|week)|in the background|background|asynchronous(?:ly)?|cron)\b/i,
    name: "worker",
    form: "api",
    description: "Does work in the background and by the clock",
  },
  {
    words: /\b(?:web ?hooks?|public api|partner api|third[- ]part(?:y|ies))\b/i,
    name: "public-api",
    form: "api",
    description: "Answers programs of others from outside",
  },
  {
    words: /\b(?:real-?time|web ?sockets?|live updates?|instantly)\b/i,
    name: "live-updates",
    form: "api",
    description: "Tells open pages at once what has changed",
  },
  {
    words: /\b(?:admins?|administrators?|back ?office|moderat(?:e|ors?|ion))\b/i,
    name: "admin",
    form: "frontend",
    description: "Pages for those who look after the product",
  },
  {
    words: /\b(?:mobile|iphones?|ios|android|smartphones?|phone app)\b/i,
    name: "mobile-app",
    form: "frontend",
    description: "The app that people have on their phones",
  },
  {
    words: /\b(?:landing page|marketing (?:site|page)|blog)\b/i,
    name: "website",
    form: "frontend",
    description: "Pages that tell visitors about the product",
  },
];
