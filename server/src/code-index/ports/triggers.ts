/** What starts work beside a request: the time, a message, a call of the program's own, or a command that people type. */
export type TriggerKind = "schedule" | "consumer" | "job" | "command" | "event-listener";

interface TriggerFact {
  kind: TriggerKind;
  /** As the code calls it: of the entry, the task, the command, or what handles it. */
  name: string;
  /** Cron text as written, or words such as "every 5 minutes"; null where nothing is said. */
  schedule: string | null;
  /** Topic, queue, channel or type of event; null where nothing is said. */
  topic: string | null;
  framework: string;
  /** Function or class that does the work; null where it has no name. */
  handler: string | null;
  /** What the code says about it in words; null where it says nothing. */
  about: string | null;
  startLine: number;
  endLine: number;
}

/** A trigger as the whole repository says it. */
export interface IndexedTrigger extends TriggerFact {
  path: string;
  /** File of the handler where that is declared elsewhere; null where it is not known. */
  handlerPath: string | null;
  /**
   * "resolved": every part is known. "partly": a topic, a schedule or what it starts is put in while the program runs,
   * or lies outside of the repository; such parts stand in braces.
   */
  certainty: "resolved" | "partly";
}

/** A place that gives work away: it sends a message, or puts a job in line. */
interface PublisherFact {
  /** As of `TriggerFact`; parts that are put in while it runs stand in braces. */
  topic: string;
  framework: string;
  startLine: number;
  endLine: number;
}

export interface IndexedPublisher extends PublisherFact {
  path: string;
  certainty: "resolved" | "partly";
}

/** What one file says of this. `\u0001NAME\u0001` stands for a constant of that name. */
export interface TriggerDeclarations {
  triggers: DeclaredTrigger[];
  publishers: DeclaredPublisher[];
  /** Names that are bound to objects of a framework: `app` of `app = Celery()`. */
  objects: Record<string, string>;
  /** String constants by name, also as "Topics.ORDERS". */
  constants: Record<string, string>;
}

interface Provable {
  /**
   * What has to be an object of the framework, or extend one of its classes, for this to count: `module#app`, or
   * `<BaseJob`. Null where the file itself says so.
   */
  on: string | null;
}

export interface DeclaredTrigger extends TriggerFact, Provable {
  /** Name of the job that a schedule starts, as it is given there; null for all others. */
  job: string | null;
  /** The path has to match this expression. */
  where: string | null;
  /** Its name is that of its file. */
  isNamedByFile: boolean;
  /** An abstract class: those that extend it are, and not itself. */
  isBase: boolean;
}

export interface DeclaredPublisher extends PublisherFact, Provable {}
