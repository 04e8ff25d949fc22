import type { output, z, ZodType } from "zod";

import { AppError } from "./errors.ts";

type Issue = z.core.$ZodRawIssue;
type Path = readonly PropertyKey[];

/** Names that cannot be derived from the key: the interface calls these things by another word. */
const fieldNames: Record<string, string> = {
  projectId: "Product",
  artifactId: "Page",
  parentArtifactId: "Parent page",
  beforeArtifactId: "Next page",
  oid: "Commit",
  url: "URL",
  repo: "Repository",
  crawl: "Address",
  prompt: "Instructions",
  compareTo: "Compared branch",
  isRegex: "Regular expression",
  isWord: "Whole word",
};

/** The name of a field without a name: a value that was checked by itself, as forms do. */
const unnamed = "This value";

/** More options than this are not listed in a message. */
const maxListedOptions = 12;

const typeWords: Record<string, string> = {
  string: "text",
  number: "a number",
  int: "a whole number",
  boolean: "true or false",
  stringbool: "true or false",
  array: "a list",
  object: "an object",
};

const formatWords: Record<string, string> = {
  uuid: "a valid id",
  email: "an email address",
  url: "a valid URL",
  datetime: "a date and a time",
};

/**
 * Checks what a caller sent. Throws `invalid_input`: the first mistake is the message, all of them by field the
 * details. Its messages are those of the schema, and plain words for every mistake that the schema has no message for.
 */
export function parseInput<S extends ZodType>(schema: S, input: unknown): output<S> {
  const parsed = schema.safeParse(input, { error: explainIssue });
  if (parsed.success) return parsed.data;
  const details = parsed.error.issues.map(({ path, message }) => ({ path: path.map(String).join("."), message }));
  throw new AppError("invalid_input", { message: details[0]?.message ?? "The input is not valid", details });
}

/** What a person reads about a mistake that its schema has no message for. Replaces zod's own technical wording. */
export function explainIssue(issue: Issue): string {
  const path = issue.path ?? [];
  switch (issue.code) {
    case "invalid_type":
      return isAbsent(issue.input) ? explainAbsence(path, issue.input) : mustBe(path, typeWords[issue.expected]);
    case "invalid_value":
      if (isAbsent(issue.input)) return explainAbsence(path, issue.input);
      return mustBe(path, issue["expected"] === "stringbool" ? typeWords["stringbool"] : listOptions(issue.values));
    case "too_small":
      return explainTooSmall(path, issue);
    case "too_big":
      return explainTooBig(path, issue);
    case "invalid_format":
      return mustBe(path, formatWords[issue.format]);
    case "not_multiple_of":
      return mustBe(path, `a multiple of ${issue.divisor}`);
    case "unrecognized_keys":
      return `Unknown field: ${issue.keys.join(", ")}`;
    case "invalid_union":
      return explainUnion(path, issue);
    case "invalid_key":
    case "invalid_element":
    case "custom":
      return notValid(path);
  }
}

/** The message for a number that has both a lower and an upper limit. */
export function explainRange(min: number, max: number): (issue: Issue) => string {
  return ({ path = [] }) => mustBe(path, `between ${min} and ${max}`);
}

/** The field of a path in words: `["sections", 2, "title"]` is "Title", `["files", 0]` "Entry 1 of files". */
function nameOf(path: Path): string {
  const last = path.at(-1);
  if (last === undefined) return unnamed;
  if (typeof last === "number") return `Entry ${last + 1} of ${lowerFirst(nameOf(path.slice(0, -1)))}`;
  const key = String(last);
  if (Object.hasOwn(fieldNames, key)) return fieldNames[key] ?? key;
  const words = key
    .replace(/^is(?=[A-Z])/, "")
    .replace(/(?<=.)Id(s?)$/, "$1")
    .replaceAll(/_|(?=[A-Z])/g, " ")
    .trim()
    .toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
}

function lowerFirst(text: string): string {
  return text.charAt(0).toLowerCase() + text.slice(1);
}

/** "Title is", "Sections are", "Entry 1 of sections is". */
function beginWith(path: Path): string {
  const name = nameOf(path);
  const isPlural = typeof path.at(-1) !== "number" && name !== unnamed && /[^s]s$/.test(name);
  return `${name} ${isPlural ? "are" : "is"}`;
}

/** JSON has null beside what is missing. */
function isAbsent(input: unknown): input is null | undefined {
  return input === undefined || input === null;
}

function explainAbsence(path: Path, input: null | undefined): string {
  return input === null ? `${nameOf(path)} can't be empty` : `${beginWith(path)} required`;
}

function notValid(path: Path): string {
  return `${beginWith(path)} not valid`;
}

function mustBe(path: Path, what: string | undefined): string {
  return what === undefined ? notValid(path) : `${nameOf(path)} must be ${what}`;
}

/** Undefined where there are too many to read. */
function listOptions(options: readonly unknown[]): string | undefined {
  if (options.length > maxListedOptions) return undefined;
  return options.length === 1 ? String(options[0]) : `one of ${options.map(String).join(", ")}`;
}

function explainTooSmall(path: Path, issue: z.core.$ZodRawIssue<z.core.$ZodIssueTooSmall>): string {
  const { origin, minimum, inclusive } = issue;
  if (origin === "int") return `${beginWith(path)} too small`;
  if (origin === "string" || origin === "array") {
    const least = count(minimum, origin);
    return minimum === 1 ? `${beginWith(path)} required` : `${nameOf(path)} must have at least ${least}`;
  }
  return mustBe(path, inclusive === false ? `more than ${withCommas(minimum)}` : `${withCommas(minimum)} or more`);
}

/** `int` is what a computer counts to, which nobody needs to read. */
function explainTooBig(path: Path, issue: z.core.$ZodRawIssue<z.core.$ZodIssueTooBig>): string {
  const { origin, maximum, inclusive } = issue;
  if (origin === "int") return `${beginWith(path)} too large`;
  if (origin === "string") return `${nameOf(path)} can't be longer than ${count(maximum, origin)}`;
  if (origin === "array") return `${nameOf(path)} can't have more than ${count(maximum, origin)}`;
  return mustBe(path, inclusive === false ? `less than ${withCommas(maximum)}` : `${withCommas(maximum)} or less`);
}

function count(amount: number | bigint, origin: string): string {
  const [one, many] = origin === "string" ? ["character", "characters"] : ["entry", "entries"];
  return `${withCommas(amount)} ${Number(amount) === 1 ? one : many}`;
}

function withCommas(amount: number | bigint): string {
  return amount.toLocaleString("en");
}

/** When no alternative of a union fits, the message is that of the closest one. */
function explainUnion(path: Path, issue: z.core.$ZodRawIssue<z.core.$ZodIssueInvalidUnion>): string {
  if ("discriminator" in issue && typeof issue.discriminator === "string") {
    const { options } = issue as { options?: readonly unknown[] };
    const given = (issue.input as Record<string, unknown>)[issue.discriminator];
    return isAbsent(given) ? explainAbsence(path, given) : mustBe(path, options && listOptions(options));
  }
  if (isAbsent(issue.input)) return explainAbsence(path, issue.input);
  const branches = (issue.errors ?? []).map(([first]) => first).filter((first) => first !== undefined);
  const best = branches.toSorted((one, other) => closenessOf(other) - closenessOf(one))[0];
  if (best === undefined) return notValid(path);
  const name = nameOf(path);
  return best.message.replace(unnamed, name).replace(lowerFirst(unnamed), lowerFirst(name));
}

/** An alternative is closer when its first error is deeper, or is no error of type. */
function closenessOf({ path, code }: z.core.$ZodIssue): number {
  return path.length * 2 + (code === "invalid_type" ? 0 : 1);
}
