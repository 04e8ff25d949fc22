import type { CallOf, Endpoint, OutputOf } from "@cairn/contract/endpoint";
import { AppError, errorCodes } from "@cairn/contract/errors";
import type { ErrorBody, ErrorCode } from "@cairn/contract/errors";

import { runtimeConfig } from "#web/lib/config/runtime-config.ts";

export interface SendOptions {
  /** Null sends the call without a token; cookies are always sent. */
  accessToken: string | null;
  signal?: AbortSignal | undefined;
  /** It is sent although the page goes away. */
  isLast?: boolean | undefined;
}

/** Sends one call of the contract and returns its answer; throws an AppError whose message may be shown. */
export async function send<E extends Endpoint>(
  endpoint: E,
  input: CallOf<E>,
  options: SendOptions,
): Promise<OutputOf<E>> {
  const response = await request(endpoint, input, options);
  const text = await response.text();
  return (text ? JSON.parse(text) : undefined) as OutputOf<E>;
}

/** Sends a call that answers with a file's bytes; the server detected the media type from the content. */
export async function sendForFile<E extends Endpoint>(
  endpoint: E,
  input: CallOf<E>,
  options: SendOptions,
): Promise<Blob> {
  const response = await request(endpoint, input, options);
  return response.blob();
}

async function request<E extends Endpoint>(
  endpoint: E,
  input: CallOf<E>,
  { accessToken, signal, isLast = false }: SendOptions,
): Promise<Response> {
  const headers = new Headers({ accept: "application/json" });
  if (accessToken) headers.set("authorization", `Bearer ${accessToken}`);
  const body = input.body === undefined ? undefined : JSON.stringify(input.body);
  if (body !== undefined) headers.set("content-type", "application/json");

  const url = runtimeConfig().apiHost + callPath(endpoint, input);
  const init = { method: endpoint.method, headers, body, signal, credentials: "include", keepalive: isLast } as const;
  const response = await fetch(url, init).catch((cause: unknown) => {
    if (signal?.aborted) throw cause;
    throw new AppError("unavailable", { message: "The server cannot be reached. Check your connection.", cause });
  });
  if (!response.ok) {
    const error = parseErrorResponse(response.status, await response.text().catch(() => ""));
    const seconds = Number(response.headers.get("retry-after") ?? Number.NaN);
    if (seconds > 0) retryAfter.set(error, seconds);
    throw error;
  }
  return response;
}

/** In seconds, by the error that came with it. */
const retryAfter = new WeakMap<AppError, number>();

/** After how many seconds the server wants to be asked again; null where it did not say. */
export function retryAfterOf(error: AppError): number | null {
  return retryAfter.get(error) ?? null;
}

type QueryValue = string | number | boolean;
type QueryValues = Record<string, QueryValue | readonly QueryValue[] | undefined>;

/** The path of a call with its parameters and query filled in and encoded. */
export function callPath<E extends Endpoint>(endpoint: E, input: CallOf<E>): string {
  const params = (input.params ?? {}) as Record<string, unknown>;
  const path = endpoint.path.replaceAll(/:(\w+)/g, (_match, name: string) => encodeURIComponent(String(params[name])));
  const query = new URLSearchParams();
  const values: QueryValues = Object.assign({}, input.query);
  for (const [key, value] of Object.entries(values)) {
    for (const one of value === undefined ? [] : [value].flat()) query.append(key, String(one));
  }
  return query.size > 0 ? `${path}?${query}` : path;
}

/** The server's own error, or one derived from the status when a proxy answered. */
export function parseErrorResponse(status: number, text: string): AppError {
  const body = parseErrorBody(text);
  const code = body?.code && Object.hasOwn(errorCodes, body.code) ? body.code : errorCodeForStatus(status);
  const message = body?.message || `The server answered with status ${status}`;
  return new AppError(code, { message, details: body?.details });
}

function parseErrorBody(text: string): Partial<ErrorBody> | null {
  try {
    return JSON.parse(text) as Partial<ErrorBody> | null;
  } catch {
    return null;
  }
}

function errorCodeForStatus(status: number): ErrorCode {
  const entry = Object.entries(errorCodes).find(([, { status: own }]) => own === status);
  return (entry?.[0] as ErrorCode | undefined) ?? "internal";
}
