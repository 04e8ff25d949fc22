import type { TriggerKind } from "#server/code-index/ports/triggers.ts";

/** How one framework for jobs, messages or commands is written. Adding one is one of these with its examples. */
export interface TriggerFramework {
  name: string;
  languages: readonly string[];
  /** Files without any of this are not looked at; several frameworks of a language are asked as one expression. */
  mayTrigger: RegExp;
  /** Imports that prove a file to use it, as `specifier#name`. */
  from?: RegExp;
  /** Calls and types that give an object of it, by the last part of their name. */
  objects?: readonly string[];
  decorators?: Rules;
  /** Calls; also of functions that are given to nobody. */
  calls?: Rules;
  /** Names of classes of messages: one that is made is sent. */
  sentTypes?: RegExp;
  /** Classes by what they extend or implement. */
  bases?: Rules;
  /** Classes by where they lie and what methods they have, whatever they extend. */
  classes?: readonly TriggerRule[];
  /** Fields of classes that list by the type of an event who listens to it. */
  listeners?: readonly string[];
  /** Literals of a named type with fields: Go's `cobra.Command{Use: "serve"}`. */
  literals?: Rules;
  /** Maps of schedules by the name that they are assigned to. */
  settings?: Readonly<Record<string, EntriesRule | readonly EntriesRule[]>>;
  /** Literal maps that are schedules wherever they stand, told by keys that they have. */
  entries?: readonly (EntriesRule & { needs: readonly string[] })[];
  /** A function whose chain of calls says when: `every(1).day.at("10:30")`, as an argument of a decorator. */
  timeChains?: readonly string[];
  /** Rules for names that a program chooses itself. */
  namedLike?: readonly NamedLike[];
  examples: readonly TriggerExample[];
}

/** What a rule may be about. */
export type RulePart = "decorators" | "calls" | "bases" | "literals";

export interface NamedLike {
  part: RulePart;
  name: RegExp;
  rule: TriggerRule;
}

type Rules = Readonly<Record<string, TriggerRule | readonly TriggerRule[]>>;

/** An argument by its position (-1 is the last one), by its name (also in a literal map), or by either. */
export type ValuePosition = number | string | readonly [number, string];

export interface TriggerRule {
  kind: TriggerKind | "publisher";
  /**
   * What makes sure that it is this framework. "object": it is called on an object of it. "plain": nothing, the name
   * says enough. Default: the file imports it, or it is called on an object of it.
   */
  proof?: "object" | "plain";
  name?: ValuePosition;
  topic?: ValuePosition;
  /** All arguments from the position of `topic` on are topics. */
  hasManyTopics?: true;
  /** The topic is what a name says, not its value: a signal, a type of events. */
  isTopicName?: true;
  /** The topic is what the object that it is called on was made with: `new Queue("mail")`. */
  hasObjectTopic?: true;
  /** The type of what it gets: of the base (`IConsumer<Order>`), or of the first parameter of the function or method. */
  topicType?: "base" | "parameter";
  schedule?: ValuePosition;
  /** What follows the schedule belongs to it: `"minutes", 5`. */
  hasScheduleArguments?: true;
  /** The schedule is text of cron, or a constant whose name says so. */
  isScheduleText?: true;
  /** The schedule stands under one of the usual keys, or in front of them. */
  isAnySchedule?: true;
  /** The name of what is called says when: `register_daily(tidy)`. */
  isScheduleInName?: true;
  /** Each argument is work of its own. */
  isEachArgument?: true;
  /** Not without a name of its own. */
  isNamed?: true;
  /** Not without one of these keys with something to call. */
  hasKey?: readonly string[];
  /** Unit of a plain number as schedule; default "seconds". */
  unit?: string;
  /** The argument that names the unit of a plain number: `TimeUnit.MINUTES`. */
  unitFrom?: ValuePosition;
  /** The argument that says at what time of the day, beside the schedule. */
  at?: ValuePosition;
  /** The schedule is what the calls in front of and behind this one say: `every(5).minutes.do(job)`. */
  isChain?: true;
  /** Calls of the same chain that say what it is called: `->name("prune boats")`. */
  namedInChain?: readonly string[];
  handler?: ValuePosition;
  /** What does the work is the type that the call, or the one it is given, is about, or else what is called there. */
  isHandledByType?: true;
  /** Name of a job that is declared elsewhere. */
  job?: ValuePosition;
  about?: ValuePosition;
  /** Not without this argument: others of that name mean something else. */
  needs?: "topic" | "schedule" | "name" | "handler";
  /** What is called in the body of the class says more: `queue_as :mails`. */
  within?: Readonly<Record<string, DetailRule>>;
  /** Fields of the class that say more, by the name of the field. */
  fields?: Readonly<Record<string, "name" | "topic" | "schedule" | "about">>;
  /** The first argument of the call of that name that stands around it; names are put in front, with a colon. */
  around?: Readonly<Partial<Record<"name" | "topic" | "schedule", string>>>;
  /** What it is called on has this name: `Job` of `Job::new`. */
  of?: string | RegExp;
  /** Only for functions that hand back such a type. */
  returns?: RegExp;
  /** Not for classes without this method. */
  hasMethod?: string;
  /** Classes of that name are bases of those that count. */
  except?: RegExp;
  /** Each field (variant) of the class is one. */
  isEachField?: true;
  /** Without a first argument, the first key gives the name: `task tidy: :environment`. */
  isNamedByKey?: true;
  /** The path has to match; other rules of the same name are tried as well. */
  where?: RegExp;
  /** Its name is that of its file. */
  isNamedByFile?: true;
  /** How the name is made of that of the function, where none is given. */
  spelling?: "kebab" | "mix";
  /** Where nothing else does, the function around it, with the class of that, is what does the work. */
  isNamedByFunction?: true;
  /** Its name is that of the class around it, which is told the given name: both are said. */
  isNamedByClass?: true;
  /** The call has to be written so. */
  written?: RegExp;
  /** What the function around it has to say, and must not. */
  loop?: { with: RegExp; without: RegExp };
  /**
   * Only what is done again and again for as long as the program runs: the call is what a loop without end waits by, or
   * a message that a process sends itself whenever it gets it.
   */
  repeats?: "pause" | "message" | undefined;
  /** Only a timer that is given the function it is set in. */
  restarts?: ValuePosition;
  /** Whether a small number is seconds is not known. */
  hasOpenUnit?: true;
  /** Not for classes and fields of which this is written. */
  fieldExcept?: RegExp;
  /** The class has to begin with this word. */
  keyword?: string;
  /** Only the first word of the name. */
  isFirstWord?: true;
}

export interface DetailRule {
  name?: ValuePosition;
  topic?: ValuePosition;
  schedule?: ValuePosition;
}

/**
 * Keys of a literal map whose values are schedules, or positions in lists that are; each is called by its key where it
 * has no name.
 */
export interface EntriesRule {
  schedule: string | number;
  job: string | number;
  name?: string;
}

/** Files, and what they say together: `schedule nightly "0 3 * * *" -> tidy`, `consumer x <orders> -> handle`. */
interface TriggerExample {
  files: Readonly<Record<string, string>>;
  triggers: readonly string[];
  /** Topics that are published. */
  publishes?: readonly string[];
}
