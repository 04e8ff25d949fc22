import { z, type ZodType } from "zod";

export type Method = "GET" | "POST" | "PUT" | "DELETE";

/** Who may call: anybody, or a signed-in user with an access token. */
export type Access = "public" | "user";

/** One HTTP call. The server mounts it, the web app calls it, the API description is generated from it. */
export interface Endpoint<
  P extends ZodType = ZodType,
  Q extends ZodType = ZodType,
  B extends ZodType = ZodType,
  R extends ZodType = ZodType,
> {
  method: Method;
  /** Absolute path; parameters as `:name`. */
  path: string;
  /** One line for the API description. */
  summary: string;
  access: Access;
  params: P;
  query: Q;
  body: B;
  /** `noContent` answers 204 with an empty body. */
  response: R;
  /** How often one user (or one network, where nobody is signed in) may call; the general limit when absent. */
  limit?: CallLimit;
  /** Largest body; a megabyte when absent. */
  maxBodyBytes?: number;
  /** The body is multipart/form-data with such files and nothing else; their own limits count, not `maxBodyBytes`. */
  takesFiles?: FilesTaken;
}

/** Several attachments, or one bundle of git, which is larger. */
export type FilesTaken = "attachments" | "bundle";

/** `points` calls in `perS` seconds from the first of them on. */
export interface CallLimit {
  points: number;
  perS: number;
}

const none = z.object({});
type None = typeof none;

/** For calls that make something others see or that guess at secrets. */
export const sixtyAnHour: CallLimit = { points: 60, perS: 3_600 };

/** The response of a call that answers with nothing (204). */
export const noContent = z.undefined();

/** A file as it is: sent as an attachment that no browser opens by itself. */
export interface FileAnswer {
  bytes: ReadableStream<Uint8Array>;
  /** Bytes in all; null where that is known at the end alone. */
  size: number | null;
  /** By the file's first bytes, never by its name. */
  contentType: string;
  filename: string;
}

/** The response of a call that answers with a file's bytes and not with JSON. */
export const fileAnswer = z.custom<FileAnswer>();

export function endpoint<
  R extends ZodType,
  P extends ZodType = None,
  Q extends ZodType = None,
  B extends ZodType = None,
>(
  method: Method,
  path: string,
  shape: {
    summary: string;
    response: R;
    access?: Access;
    params?: P;
    query?: Q;
    body?: B;
    limit?: CallLimit;
    maxBodyBytes?: number;
    takesFiles?: FilesTaken;
  },
): Endpoint<P, Q, B, R> {
  return {
    method,
    path,
    summary: shape.summary,
    access: shape.access ?? "user",
    response: shape.response,
    params: (shape.params ?? none) as P,
    query: (shape.query ?? none) as Q,
    body: (shape.body ?? none) as B,
    ...(shape.limit ? { limit: shape.limit } : {}),
    ...(shape.maxBodyBytes ? { maxBodyBytes: shape.maxBodyBytes } : {}),
    ...(shape.takesFiles ? { takesFiles: shape.takesFiles } : {}),
  };
}

/** An empty object schema would forbid every other key when intersected, so it counts as nothing. */
type Part<S extends ZodType> = string extends keyof z.output<S> ? unknown : z.output<S>;

/** What an operation receives: parsed parameters, query and body in one object. */
export type InputOf<E extends Endpoint> = Part<E["params"]> & Part<E["query"]> & Part<E["body"]>;

/** What a caller provides, before defaults are filled in. */
export interface CallOf<E extends Endpoint> {
  params: z.input<E["params"]>;
  query?: z.input<E["query"]>;
  body?: z.input<E["body"]>;
}

export type OutputOf<E extends Endpoint> = z.output<E["response"]>;

/** What a handler may return: dates and the like are still to be parsed by the response schema. */
export type ResultOf<E extends Endpoint> = z.input<E["response"]>;

/** The fields of an operation's input that came in the body of the call, those that were left out excepted. */
export function bodyOf<P extends ZodType, Q extends ZodType, Shape extends z.ZodRawShape, R extends ZodType>(
  { body }: Endpoint<P, Q, z.ZodObject<Shape>, R>,
  input: z.output<z.ZodObject<Shape>>,
): z.output<z.ZodObject<Shape>> {
  const given = Object.keys(body.shape).filter((field) => input[field as keyof typeof input] !== undefined);
  return Object.fromEntries(given.map((field) => [field, input[field as keyof typeof input]])) as typeof input;
}
