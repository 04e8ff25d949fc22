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
}

const none = z.object({});
type None = typeof none;

/** The response of a call that answers with nothing (204). */
export const noContent = z.undefined();

export function endpoint<
  R extends ZodType,
  P extends ZodType = None,
  Q extends ZodType = None,
  B extends ZodType = None,
>(
  method: Method,
  path: string,
  shape: { summary: string; response: R; access?: Access; params?: P; query?: Q; body?: B },
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
