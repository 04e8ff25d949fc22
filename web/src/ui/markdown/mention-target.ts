/** What a mention of a person, a page or a file is drawn as. */
export type MentionTarget =
  | { kind: "link"; href: string; hash?: string }
  /** A name that leads nowhere, such as a person's. */
  | { kind: "name" }
  /** What was mentioned is not here any more. */
  | { kind: "gone"; note: string };
