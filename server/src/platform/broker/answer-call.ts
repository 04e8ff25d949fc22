import type { IncomingMessage, ServerResponse } from "node:http";

import { AppError } from "@cairn/contract/errors";

import type { Egress } from "#server/platform/egress/resolve-address.ts";
import { estimateTokens } from "#server/platform/models/estimate-tokens.ts";
import { explainFailure } from "#server/platform/models/explain-failure.ts";
import type { CallMeter, TakenTokens } from "#server/platform/models/model-port.ts";
import type { Secret } from "#server/platform/secrets/secret.ts";
import { dialectNames, type ModelDialect } from "#server/platform/settings/model-dialects.ts";

import { callVendor, type VendorAnswer, type VendorDeadlines } from "./call-vendor.ts";
import { type CallTarget, dialectRules, readTarget } from "./dialect-rules.ts";
import { isJsonObject, type JsonObject } from "./json-object.ts";
import { keepInside } from "./keep-inside.ts";
import { createUsageReader, type UsageReader } from "./read-usage.ts";

/** The model behind a broker. */
export interface BrokerVendor extends VendorDeadlines {
  /** No trailing slash. */
  address: string;
  /** Null for a vendor that wants none. */
  key: Secret | null;
  isOpenAi: boolean;
  /** Those that may be called. */
  models: readonly string[];
  dialects: readonly ModelDialect[];
  /** Of one call. */
  maxOutputTokens: number;
  egress: Pick<Egress, "checkUrl">;
}

interface PassedCall {
  vendor: BrokerVendor;
  meter: CallMeter;
  signal: AbortSignal;
}

/** More than the context of any model. */
const maxBodyBytes = 32_000_000;
/** Of an answer that tells of a failure. */
const maxFailureBytes = 64_000;
/** Of a call that was refused or never arrived. */
const nothing: TakenTokens = { inputTokens: 0, outputTokens: 0 };
const passedAnswerHeaders = ["content-type", "retry-after", "retry-after-ms"];

/** Passes one call on and its answer back. Throws an AppError where nothing was answered yet. */
export async function answerCall(
  request: IncomingMessage,
  response: ServerResponse,
  options: PassedCall,
): Promise<void> {
  const { vendor, meter, signal } = options;
  const target = requireTarget(request, vendor);
  const rules = dialectRules[target.dialect];
  const body = await readBody(request);
  const model = requireModel(target, body, vendor);
  keepInside(body, target.dialect);
  const maxOutputTokens = rules.boundOutput(body, { maxTokens: vendor.maxOutputTokens, isOpenAi: vendor.isOpenAi });
  const bytes = toBytes(body);
  const promptTokens = estimateTokens(bytes.length);
  const settle = await meter({ model, promptTokens, maxOutputTokens });
  let taken = nothing;
  const onConnected = () => (taken = { inputTokens: promptTokens, outputTokens: 0 });
  try {
    const headers = toHeaders(request, target, vendor);
    const url = `${vendor.address}${target.vendorPath}`;
    const { connectTimeoutMs, idleTimeoutMs, egress } = vendor;
    const deadlines = { connectTimeoutMs, idleTimeoutMs };
    const answer = await callVendor({ ...deadlines, egress, url, headers, body: bytes, signal, onConnected });
    if ((answer.response.statusCode ?? 500) >= 300) {
      taken = nothing;
      return await passFailure(answer, response, vendor);
    }
    const isStream = (answer.response.headers["content-type"] ?? "").includes("event-stream");
    const usage = createUsageReader(rules, { isStream });
    try {
      await passAnswer(answer, response, usage);
    } finally {
      taken = usage.taken(promptTokens);
    }
  } catch (error) {
    throw explainFailure(error, { hasText: response.headersSent });
  } finally {
    await settle(taken);
  }
}

function requireTarget(request: IncomingMessage, { dialects }: BrokerVendor): CallTarget {
  const target = request.method === "POST" ? readTarget(request.url ?? "") : null;
  if (target === null) throw new AppError("not_found", { message: "Only calls of the model are passed on from here." });
  if (dialects.includes(target.dialect)) return target;
  const message = `The model of this server does not understand ${dialectNames[target.dialect]}.`;
  throw new AppError("not_found", { message });
}

async function readBody(request: IncomingMessage): Promise<JsonObject> {
  const pieces: Buffer[] = [];
  let bytes = 0;
  for await (const piece of request as AsyncIterable<Buffer>) {
    bytes += piece.length;
    if (bytes > maxBodyBytes) throw new AppError("too_large", { message: "This is longer than any model reads." });
    pieces.push(piece);
  }
  try {
    const parsed = JSON.parse(Buffer.concat(pieces).toString("utf8")) as unknown;
    if (isJsonObject(parsed)) return parsed;
  } catch {
    // Answered below.
  }
  throw new AppError("invalid_input", { message: "This is no JSON object." });
}

function requireModel(target: CallTarget, body: JsonObject, { models }: BrokerVendor): string {
  const model = target.model ?? body["model"];
  if (typeof model === "string" && models.includes(model)) return model;
  throw new AppError("invalid_input", { message: `Only these models are called from here: ${models.join(", ")}.` });
}

function toBytes(body: JsonObject): Buffer {
  try {
    return Buffer.from(JSON.stringify(body));
  } catch {
    throw new AppError("invalid_input", { message: "This is nested too deeply." });
  }
}

function toHeaders(request: IncomingMessage, { dialect }: CallTarget, { key }: BrokerVendor): Record<string, string> {
  const rules = dialectRules[dialect];
  const passed = ["accept", ...rules.passedHeaders].flatMap((name) => {
    const value = request.headers[name];
    return typeof value === "string" ? [[name, value] as const] : [];
  });
  const authorization = key === null ? {} : rules.authorize(key.reveal());
  // Compressed it could not be counted.
  return {
    ...Object.fromEntries(passed),
    "content-type": "application/json",
    "accept-encoding": "identity",
    ...authorization,
  };
}

async function passAnswer(answer: VendorAnswer, response: ServerResponse, usage: UsageReader): Promise<void> {
  response.writeHead(answer.response.statusCode ?? 200, toAnswerHeaders(answer));
  response.flushHeaders();
  try {
    for await (const piece of answer.response as AsyncIterable<Buffer>) {
      usage.see(piece);
      if (response.destroyed) throw new AppError("cancelled", { message: "Nobody listens any more." });
      if (!response.write(piece)) await drained(response);
    }
  } catch (error) {
    throw answer.failure() ?? error;
  }
  response.end();
}

function drained(response: ServerResponse): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const over = () => {
    response.off("drain", over).off("close", over);
    resolve();
  };
  response.once("drain", over).once("close", over);
  return promise;
}

/** Agents learn from what a vendor says, such as that a prompt is too long; its words may hold the key that it got. */
async function passFailure(answer: VendorAnswer, response: ServerResponse, { key }: BrokerVendor): Promise<void> {
  const status = answer.response.statusCode ?? 502;
  if (status === 401 || status === 403 || status < 400) {
    answer.response.destroy();
    throw explainFailure({ statusCode: status }, { hasText: false });
  }
  let text = "";
  for await (const piece of answer.response as AsyncIterable<Buffer>) {
    text += piece.toString("utf8");
    if (text.length > maxFailureBytes) break;
  }
  const secret = key?.reveal();
  if (secret !== undefined && secret !== "") text = text.replaceAll(secret, "[redacted]");
  response.writeHead(status, { ...toAnswerHeaders(answer), connection: "close" }).end(text.slice(0, maxFailureBytes));
}

function toAnswerHeaders({ response }: VendorAnswer): Record<string, string> {
  const passed = passedAnswerHeaders.flatMap((name) => {
    const value = response.headers[name];
    return typeof value === "string" ? [[name, value] as const] : [];
  });
  return Object.fromEntries(passed);
}
