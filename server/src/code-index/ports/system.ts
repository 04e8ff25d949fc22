/** What of a repository runs, and who talks to whom, as its files declare it. */
export interface SystemFacts {
  nodes: SystemNode[];
  edges: SystemEdge[];
  /**
   * "declared": files say what runs. "code": nothing says so, and the programs that begin in the code are shown.
   * "none": neither.
   */
  basis: "declared" | "code" | "none";
  /** What is declared too but runs for those alone who develop, or once, or is several others in one; by name. */
  leftOut: { name: string; reason: "development" | "once" | "combined"; source: SystemSource }[];
}

export interface SystemNode {
  /** Its name in small letters; unique within the repository. */
  id: string;
  /** "caller": people's browsers and the programs on their devices. */
  kind: "process" | "store" | "queue" | "cache" | "outside" | "caller";
  name: string;
  /** "PostgreSQL", "Ruby on Rails", an image; null where nothing says it. Several are alternatives. */
  technology: string | null;
  ports: string[];
  sources: SystemSource[];
  /** "partly": it is known by the code that uses it alone, or by what documentation tells people to run. */
  certainty: "resolved" | "partly";
  /** Of its code; "" is the root; null for what others made and for code that was not found. */
  folder: string | null;
  /** Where its own program begins, of several that are built of the code of one folder: "cmd/orders" of the root. */
  program?: string;
}

export interface SystemEdge {
  /** Ids of nodes. */
  from: string;
  to: string;
  /**
   * "depends-on": it is started after it, and nothing else is known. "message": it sends what the other takes, through a
   * broker. "mount": it keeps files there.
   */
  how: "depends-on" | "connection-setting" | "client" | "http-call" | "message" | "mount";
  sources: SystemSource[];
  certainty: "resolved" | "partly";
}

/** Lines that show it. */
export interface SystemSource {
  path: string;
  startLine: number;
  endLine: number;
}
