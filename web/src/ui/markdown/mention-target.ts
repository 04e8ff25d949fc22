/** How a mention of a person, a page or a file is rendered. */
export type MentionTarget =
  | { kind: "link"; href: string; hash?: string }
  /** A name without a link, such as a person's. */
  | { kind: "name" }
  /** The mentioned entity no longer exists. */
  | { kind: "gone"; note: string };
