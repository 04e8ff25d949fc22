import type { EditedForm } from "./edited-draft.ts";

/** A part of a product that words of a goal call for. */
export interface KnownPart {
  words: RegExp;
  name: string;
  form: EditedForm;
  /** "" for what is no service. */
  description: string;
  /** What a node that does it is called: the head of its name, in small letters without dashes, as a pattern. */
  names: string;
  /** Names that may mean it, and may mean something else. */
  maybe?: string;
  /** What is bought or run for it. */
  products?: RegExp;
}

/** What the built-in engine can place: parts whose words mean little else. */
export const knownParts: readonly KnownPart[] = [
  {
    words: /\b(?:cach(?:es?|ed|ing))\b/i,
    name: "cache",
    form: "store",
    description: "",
    names: "caches?|caching|redis|valkey|memcached?|hazelcast|varnish",
    products: /^(?:redis|valkey|memcached?|hazelcast|varnish|amazon elasticache)\b/i,
  },
  {
    words:
      /\b(?:message queues?|queues?|event bus|message bus|message brokers?|publish(?:es|ed)? events?|pub\/?sub)\b/i,
    name: "queue",
    form: "queue",
    description: "",
    names: ".*",
  },
  {
    words: /\b(?:e-?mails?|e-?mailed|mails?|newsletters?)\b/i,
    name: "notifications",
    form: "api",
    description: "Sends e-mails and other messages to people",
    names: "e?mail(?:s|er|ers|ing)?|newsletters?|smtp|notif(?:y|ier|ication|ications)|messaging",
    products: /^(?:sendgrid|mailgun|mailchimp|postmark|amazon ses|smtp|e-?mail)\b/i,
  },
  {
    words: /\b(?:sms|text messages?)\b/i,
    name: "notifications",
    form: "api",
    description: "Sends e-mails and other messages to people",
    names: "sms|textmessages?|notif(?:y|ier|ication|ications)",
    maybe: "messaging",
    products: /^(?:twilio|vonage|messagebird|sms)\b/i,
  },
  {
    words: /\b(?:push messages?|push notifications?)\b/i,
    name: "notifications",
    form: "api",
    description: "Sends e-mails and other messages to people",
    names: "push|notif(?:y|ier|ication|ications)",
    products: /^(?:onesignal|firebase cloud messaging|fcm|apns)\b/i,
  },
  {
    words: /(?<!\bpush )\b(?:notif(?:y|ies|ied|ications?)|reminders?)\b/i,
    name: "notifications",
    form: "api",
    description: "Sends e-mails and other messages to people",
    names: "notif(?:y|ier|ication|ications)|reminders?",
    maybe: "e?mail(?:s|er|ers|ing)?|sms|messaging|alerts?",
  },
  {
    words:
      /\b(?:payments?|pay(?:s|ing)?|paid|invoices?|invoiced|invoicing|billing|refunds?|(?:credit|debit) cards?|by card|with (?:a )?card|card payments?)\b/i,
    name: "payments",
    form: "api",
    description: "Takes payments and keeps what was paid",
    names: "pay|payments?|paying|billing|invoices?|invoicing|refunds?|charges?",
    maybe: "checkout|transactions?|credit|cards?",
    products: /^(?:stripe|paypal|adyen|braintree|mollie|klarna|payments?)\b/i,
  },
  {
    words: /\b(?:checkouts?|check out)\b/i,
    name: "checkout",
    form: "api",
    description: "Turns what people chose into an order and has it paid",
    names: "checkouts?",
    maybe: "orders?|ordering|carts?|baskets?|pay|payments?",
  },
  {
    words: /\b(?:search(?:es|ing|able)?|full-?text)\b/i,
    name: "search",
    form: "api",
    description: "Finds things by the words in them",
    names: "search|finder|fulltext",
    products: /^(?:elastic ?search|opensearch|algolia|meilisearch|typesense|solr|apache solr)\b/i,
  },
  {
    words: /\b(?:sign[- ]?in|log[- ]?in|sso|single sign-on|oauth|authentication|passwords?)\b/i,
    name: "accounts",
    form: "api",
    description: "Signs people in and keeps their accounts",
    names: "auth|authn|authentication|authorization|authserver|login|signin|sso|identity|oauth2?|iam|keycloak",
    maybe: "accounts?|users?|sessions?|profiles?",
    products: /^(?:auth0|okta|keycloak|amazon cognito|azure ad|entra)\b/i,
  },
  {
    words: /\b(?:upload(?:s|ed|ing)?|attachments?|thumbnails?)\b/i,
    name: "uploads",
    form: "api",
    description: "Takes the files that people upload and gives them out",
    names: "uploads?|uploader|attachments?|thumbnails?|thumbnailer",
    maybe: "files?|images?|media|assets?",
  },
  {
    words: /\b(?:reports?|reporting|analytics|statistics|metrics)\b/i,
    name: "reports",
    form: "api",
    description: "Counts what happens and answers reports about it",
    names: "reports?|reporting|analytics|statistics|stats|metrics",
  },
  {
    words:
      /\b(?:nightly|scheduled?|every (?:night|day|hour|week)|in the background|background|asynchronous(?:ly)?|cron)\b/i,
    name: "worker",
    form: "api",
    description: "Does work in the background and by the clock",
    names: "workers?|jobs?|cron|scheduler|scheduled|background",
  },
  {
    words: /\b(?:web ?hooks?|public api|partner api|third[- ]part(?:y|ies))\b/i,
    name: "public-api",
    form: "api",
    description: "Answers programs of others from outside",
    names: "webhooks?|publicapi|partnerapi",
  },
  {
    words: /\b(?:real-?time|web ?sockets?|live updates?|instantly)\b/i,
    name: "live-updates",
    form: "api",
    description: "Tells open pages at once what has changed",
    names: "liveupdates?|realtime|websockets?|live",
  },
  {
    words: /\b(?:admins?|administrators?|back ?office|moderat(?:e|ors?|ion))\b/i,
    name: "admin",
    form: "frontend",
    description: "Pages for those who look after the product",
    names: "admin|administration|backoffice|moderation",
  },
  {
    words: /\b(?:mobile|iphones?|ios|android|smartphones?|phone app)\b/i,
    name: "mobile-app",
    form: "frontend",
    description: "The app that people have on their phones",
    names: "mobile|iphone|ios|android|mobileapp|phone",
  },
  {
    words: /\b(?:landing page|marketing (?:site|page)|blog)\b/i,
    name: "website",
    form: "frontend",
    description: "Pages that tell visitors about the product",
    names: "landing|landingpage|marketing|website|blog",
  },
];
