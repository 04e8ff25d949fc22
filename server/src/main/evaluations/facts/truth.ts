/** What a repository itself commits as the truth about one kind of facts. */
export interface FactTruth {
  kind: FactKind;
  /** The files it was read from; facts are then looked for without them. */
  files: readonly string[];
  /** `POST /boats/{}`, `DATABASE_URL`, `boats`, `boats.name`, `boats -> harbours`. */
  keys: ReadonlySet<string>;
}

export type FactKind = "endpoints" | "settings" | "tables" | "columns" | "relations";

/** Reads a text file of the commit that is looked at; null where there is none. */
export type ReadText = (path: string) => Promise<string | null>;
