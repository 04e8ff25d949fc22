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
  /**
   * Beginnings of what code imports of it, between spaces, with `.` for the `\\` of PHP and the `::` of Rust: modules of
   * npm and Python, packages of Go and the JVM, namespaces of .NET and PHP, crates.
   */
  modules?: string;
  /** Constants of Ruby and modules of Elixir, between spaces; they count where one of `packages` is required. */
  constants?: string;
  /** Addresses of its interface, between spaces: hosts, perhaps with the beginning of a path; `$` where nothing follows. */
  hosts?: string;
  /** Whether pages show what lies at its addresses: they count only where code sends requests there. */
  isShown?: true;
  /** Words that stand before `KEY`, `SECRET`, `TOKEN` and the like in names of settings, between spaces. */
  keys?: string;
  /** Words that also stand before `HOST`, `URL` and the like: whoever runs the product says where it is. */
  addresses?: string;
  /** Words that stand before `DIR`, `FOLDER` and the like: where it keeps files. */
  folders?: string;
  /** What libraries for signing in call it, between spaces. */
  signIn?: string;
  /** Lines that offer it as one of several. */
  option?: RegExp;
  /** One of them is required where a file that a framework brings, with all that it could use, is more than an offer. */
  optionPackages?: readonly string[];
  /** A database of rows, of which a program mostly uses one, whichever it is able to. */
  isRelational?: true;
  /** It runs inside of the program. */
  isEmbedded?: true;
  /** Nothing that runs for those who use the product. */
  isDevelopment?: true;
  /** Lines of code that make its client, and lines that do not. */
  examples?: { clients: readonly string[]; others?: readonly string[] };
}
