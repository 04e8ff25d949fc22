/** What a repository itself commits as the truth about one kind of facts. */
export interface FactTruth {
  kind: ComparedKind;
  /** The files it was read from; facts are then looked for without them. */
  files: readonly string[];
  /** `POST /boats/{}`, `DATABASE_URL`, `boats`, `boats.name`, `boats -> harbours`. */
  keys: ReadonlySet<string>;
  /** Folders that it speaks of; absent where it speaks of the whole repository. */
  folders?: readonly string[];
  /** Columns of which it does not say what they relate to, so that a relation by one of them is neither right nor wrong; connections that lines prove and no document tells. */
  silent?: ReadonlySet<string>;
  /** What it tells beside the names, by key; absent for kinds of facts that have no more than a name. */
  details?: ReadonlyMap<string, FactDetails>;
}

/** Null where a document does not tell. */
export interface FactDetails {
  defaultValue: string | null;
  isRequired: boolean | null;
}

export type ComparedKind = "endpoints" | "operations" | "settings" | "tables" | "columns" | "relations" | "connections";

/** Reads a text file of the commit that is looked at; null where there is none. */
export type ReadText = (path: string) => Promise<string | null>;
