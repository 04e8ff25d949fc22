/** What a process may talk to, and everything it is known by. Adding one is a row with examples. */
export interface Technology {
  name: string;
  kind: "store" | "queue" | "cache" | "outside" | "process";
  /** Last parts of the names of its container images and charts, without tags: "postgres", "postgis". */
  images?: RegExp;
  /** Schemes of addresses, with what stands before them: "jdbc:postgresql" is "postgresql". */
  schemes?: readonly string[];
  /** Packages that are its driver, as their manifests write them, in lower case; `*` stands for any end. */
  packages?: readonly string[];
  /** Methods of .NET Aspire that add one. */
  appHost?: RegExp;
  /** Words of which a text holds at least one where `clients` matches, in lower case: others are not searched. */
  words?: string;
  /** What makes or configures its client in code or settings. */
  clients?: RegExp;
  /** Variables of an environment that hold its key or address. */
  settings?: RegExp;
  /** A database of rows, of which a program mostly uses one, whichever it is able to. */
  isRelational?: true;
  /** It runs inside of the program. */
  isEmbedded?: true;
  /** Nothing that runs for those who use the product. */
  isDevelopment?: true;
  /** Lines of code that make its client, and lines that do not. */
  examples?: { clients: readonly string[]; others?: readonly string[] };
}
