import type { Endpoint, InputOf, OutputOf } from "@cairn/contract/endpoint";
import { errorCodes } from "@cairn/contract/errors";
import type { ErrorCode } from "@cairn/contract/errors";
import { z } from "zod";

import { sampleOf } from "./sample.ts";
import type { SampleSize } from "./sample.ts";

const contract = import.meta.glob<Record<string, unknown>>(["../../../contract/src/*.ts", "!**/*.test.ts"], {
  eager: true,
});

/** Every call of the contract. */
const endpoints = Object.values(contract)
  .flatMap((module) => Object.values(module))
  .filter(isEndpoint);

/** What the function of an answer throws to refuse a call, as one of a folder that a branch lacks. */
export class Refusal extends Error {
  readonly code: ErrorCode;

  constructor(code: ErrorCode, message = "The test refuses this") {
    super(message);
    this.code = code;
  }
}

type CallHandler = (input: Record<string, unknown>) => Response | Promise<Response>;

/** One call that a screen made. */
interface Received {
  endpoint: Endpoint;
  input: unknown;
}

/**
 * The server, made from the contract: every call is answered with a sample of its response, unless a test gives the
 * answer. Calls and answers are both parsed by the contract, so neither a screen nor a test can leave it unnoticed.
 */
export class FakeApi {
  /** Of the answers that no test gave. */
  size: SampleSize = "usual";
  /** What screens sent that the contract does not know or refuses; a test ends with none. */
  readonly violations: string[] = [];
  readonly #handlers = new Map<Endpoint, CallHandler>();
  readonly #received: Received[] = [];
  readonly #end = Promise.withResolvers<Response>();
  #everyCall: CallHandler | undefined;

  /** Gives the answer of a call, or a function of what was sent, which may take its time. */
  reply<E extends Endpoint>(
    endpoint: E,
    answer: OutputOf<E> | ((input: InputOf<E>) => OutputOf<E> | Promise<OutputOf<E>>),
  ): void {
    this.#handlers.set(endpoint, (input) => {
      try {
        const value = typeof answer === "function" ? (answer as (given: unknown) => unknown)(input) : answer;
        if (value instanceof Promise) return value.then((later: unknown) => this.#respond(endpoint, later));
        return this.#respond(endpoint, value);
      } catch (error) {
        if (error instanceof Refusal) return refusal(error.code, error.message);
        throw error;
      }
    });
  }

  /** Changes fields of the sample that a call is answered with. */
  adjust<E extends Endpoint>(endpoint: E, change: Partial<OutputOf<E>>): void {
    this.#handlers.set(endpoint, () =>
      this.#respond(endpoint, { ...(sampleOf(endpoint.response, this.size) as object), ...change }),
    );
  }

  /** Answers a list with these entries as its only page. */
  replyList<E extends Endpoint>(endpoint: E, content: OutputOf<E> extends { content: infer C } ? C : never): void {
    const total = (content as unknown[]).length;
    this.reply(endpoint, { content, page: 1, limit: 100, total } as OutputOf<E>);
  }

  /** Gives the bytes that a call is answered with instead of JSON. */
  replyFile(endpoint: Endpoint, file: Blob): void {
    this.#handlers.set(endpoint, () => new Response(file));
  }

  refuse(endpoint: Endpoint, code: ErrorCode, message = "The test refuses this", details?: unknown): void {
    this.#handlers.set(endpoint, () => refusal(code, message, details));
  }

  /** Leaves a call without an answer. */
  stall(endpoint: Endpoint): void {
    this.#handlers.set(endpoint, () => this.#stalled());
  }

  refuseAll(code: ErrorCode, message = "The test refuses this"): void {
    this.#everyCall = () => refusal(code, message);
  }

  /** After `refuseAll` or `stallAll`: calls that come from now on are answered again. */
  answerAll(): void {
    this.#everyCall = undefined;
  }

  stallAll(): void {
    this.#everyCall = () => this.#stalled();
  }

  /** Ends the calls that were left without an answer, and refuses all that come now. */
  close(): void {
    this.#handlers.clear();
    this.refuseAll("unavailable", "The test is over");
    this.#end.resolve(refusal("unavailable", "The test is over"));
  }

  /** A response has one reader, and each call is to have its own. */
  async #stalled(): Promise<Response> {
    return (await this.#end.promise).clone();
  }

  /** What was sent to a call, the oldest first. */
  received<E extends Endpoint>(endpoint: E): InputOf<E>[] {
    return this.#received.filter((one) => one.endpoint === endpoint).map(({ input }) => input as InputOf<E>);
  }

  readonly fetch = async (target: RequestInfo | URL, init: RequestInit = {}): Promise<Response> => {
    const request = new Request(target, { ...init, signal: null });
    const url = new URL(request.url);
    const endpoint = findEndpoint(request.method, url.pathname);
    // Agents' sign-in is described outside the contract; a test that needs it gives its own `fetch`.
    if (url.pathname.startsWith("/.well-known/")) return refusal("not_found", "No such document");
    if (!endpoint) {
      this.violations.push(`${request.method} ${url.pathname} is no call of the contract`);
      return refusal("not_found", "No such call");
    }
    const input = await this.#parseInput(endpoint, url, request);
    this.#received.push({ endpoint, input });
    const handler = this.#handlers.get(endpoint) ?? this.#everyCall;
    const answer = handler ? handler(input) : this.#respond(endpoint, sampleOf(endpoint.response, this.size));
    return untilAborted(answer, init.signal);
  };

  async #parseInput(endpoint: Endpoint, url: URL, request: Request): Promise<Record<string, unknown>> {
    const body = await request.text();
    const parts = [
      endpoint.params.safeParse(paramsOf(endpoint, url.pathname)),
      endpoint.query.safeParse(queryOf(url)),
      endpoint.body.safeParse(endpoint.takesFiles || !body ? {} : JSON.parse(body)),
    ];
    for (const { error } of parts) {
      if (error)
        this.violations.push(`${endpoint.method} ${url.pathname}${url.search} ${body}: ${z.prettifyError(error)}`);
    }
    return Object.assign({}, ...parts.map(({ data }) => data as object)) as Record<string, unknown>;
  }

  #respond(endpoint: Endpoint, value: unknown): Response {
    const { data, error } = endpoint.response.safeParse(value);
    if (error) this.violations.push(`The answer of ${endpoint.method} ${endpoint.path}: ${z.prettifyError(error)}`);
    return data === undefined ? new Response(null, { status: 204 }) : Response.json(data);
  }
}

function refusal(code: ErrorCode, message: string, details?: unknown): Response {
  return Response.json({ code, message, details, requestId: "test" }, { status: errorCodes[code].status });
}

/** The answer, unless the caller stops waiting for it first. */
function untilAborted(answer: Response | Promise<Response>, signal: AbortSignal | null | undefined): Promise<Response> {
  return new Promise((resolve, reject) => {
    signal?.addEventListener("abort", () => reject(signal.reason as Error));
    void Promise.resolve(answer).then(resolve, reject);
  });
}

function findEndpoint(method: string, pathname: string): Endpoint | undefined {
  // A path without parameters is nearer than one that would take the same part as a parameter.
  const fitting = endpoints.filter((one) => one.method === method && patternOf(one).test(pathname));
  return fitting.toSorted((a, b) => countParams(a) - countParams(b))[0];
}

function patternOf({ path }: Endpoint): RegExp {
  return new RegExp(`^${path.replaceAll(/:\w+/g, "([^/]+)")}$`);
}

const countParams = ({ path }: Endpoint) => path.split("/:").length;

function paramsOf(endpoint: Endpoint, pathname: string): Record<string, string> {
  const names = [...endpoint.path.matchAll(/:(\w+)/g)].map(([, name = ""]) => name);
  const values = patternOf(endpoint).exec(pathname)?.slice(1) ?? [];
  return Object.fromEntries(names.map((name, index) => [name, decodeURIComponent(values[index] ?? "")]));
}

/** A name that is given more than once is a list. */
function queryOf({ searchParams }: URL): Record<string, string | string[]> {
  const names = new Set(searchParams.keys());
  return Object.fromEntries(
    [...names].map((name) => {
      const values = searchParams.getAll(name);
      return [name, values.length > 1 ? values : (values[0] ?? "")];
    }),
  );
}

function isEndpoint(value: unknown): value is Endpoint {
  return typeof value === "object" && value !== null && "method" in value && "path" in value && "params" in value;
}
