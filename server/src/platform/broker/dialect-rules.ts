import { AppError } from "@cairn/contract/errors";

import type { TakenTokens } from "#server/platform/models/model-port.ts";
import type { ModelDialect } from "#server/platform/settings/model-dialects.ts";

import { type JsonObject, toJsonObject, toTokens } from "./json-object.ts";

/** Where a call goes, as read from what the agent asked for. */
export interface CallTarget {
  dialect: ModelDialect;
  /** Below the vendor's address, with the query that is passed on. */
  vendorPath: string;
  /** Null where the body names it. */
  model: string | null;
}

interface OutputLimit {
  maxTokens: number;
  /** OpenAI itself has another name for the limit than the servers that speak like it. */
  isOpenAi: boolean;
}

/** What differs between the dialects. */
export interface DialectRules {
  /** Of the vendor's key. */
  authorize(key: string): Record<string, string>;
  /** Headers of the agent that the vendor gets too. */
  passedHeaders: readonly string[];
  /**
   * Sees to it that the call writes no more than `maxTokens` and that the vendor tells what it took. Changes the body and
   * answers the most that it may write now. Throws `invalid_input` for what would get around that.
   */
  boundOutput(body: JsonObject, limit: OutputLimit): number;
  /** What a message of the vendor says of the tokens; empty where it says nothing. */
  readUsage(message: JsonObject): Partial<TakenTokens>;
}

const openAiHeaders = ["openai-beta"];
const bearer = (key: string) => ({ authorization: `Bearer ${key}` });

export const dialectRules: Record<ModelDialect, DialectRules> = {
  chat: {
    authorize: bearer,
    passedHeaders: openAiHeaders,
    boundOutput(body, { maxTokens, isOpenAi }) {
      requireOne(body["n"]);
      const { max_tokens: older, max_completion_tokens: newer } = body;
      const [field, other] = isOpenAi
        ? ["max_completion_tokens", "max_tokens"]
        : ["max_tokens", "max_completion_tokens"];
      delete body[other];
      body[field] = newer ?? older;
      if (body["stream"] === true) {
        body["stream_options"] = { ...toJsonObject(body["stream_options"]), include_usage: true };
      }
      return boundField(body, field, maxTokens);
    },
    readUsage(message) {
      const usage = toJsonObject(message["usage"]);
      return taken(toTokens(usage["prompt_tokens"]), toTokens(usage["completion_tokens"]));
    },
  },
  responses: {
    authorize: bearer,
    passedHeaders: openAiHeaders,
    boundOutput(body, { maxTokens }) {
      // They would read what others left at the vendor, or go on when nobody counts any more.
      for (const name of ["previous_response_id", "conversation", "prompt"]) {
        if (body[name] !== undefined && body[name] !== null) throw refusedField(name);
      }
      body["background"] = false;
      body["store"] = false;
      return boundField(body, "max_output_tokens", maxTokens);
    },
    readUsage(message) {
      const usage = toJsonObject(toJsonObject(message["response"] ?? message)["usage"]);
      return taken(toTokens(usage["input_tokens"]), toTokens(usage["output_tokens"]));
    },
  },
  messages: {
    authorize: (key) => ({ "x-api-key": key }),
    passedHeaders: ["anthropic-version", "anthropic-beta"],
    boundOutput(body, { maxTokens }) {
      const bound = boundField(body, "max_tokens", maxTokens);
      const thinking = toJsonObject(body["thinking"]);
      const budget = toTokens(thinking["budget_tokens"]);
      // The vendor refuses thoughts that leave no room for an answer.
      if (budget !== null && budget >= bound) body["thinking"] = { ...thinking, budget_tokens: Math.floor(bound / 2) };
      return bound;
    },
    readUsage(message) {
      const usage = toJsonObject(toJsonObject(message["message"] ?? message)["usage"]);
      const parts = ["input_tokens", "cache_creation_input_tokens", "cache_read_input_tokens"].map((name) =>
        toTokens(usage[name]),
      );
      const input = parts.every((part) => part === null)
        ? null
        : parts.reduce<number>((sum, part) => sum + (part ?? 0), 0);
      return taken(input, toTokens(usage["output_tokens"]));
    },
  },
  gemini: {
    authorize: (key) => ({ "x-goog-api-key": key }),
    passedHeaders: [],
    boundOutput(body, { maxTokens }) {
      const config = toJsonObject(body["generationConfig"]);
      requireOne(config["candidateCount"]);
      if (body["cachedContent"] !== undefined) throw refusedField("cachedContent");
      body["generationConfig"] = config;
      return boundField(config, "maxOutputTokens", maxTokens);
    },
    readUsage(message) {
      const usage = toJsonObject(message["usageMetadata"]);
      const [written, thought] = [toTokens(usage["candidatesTokenCount"]), toTokens(usage["thoughtsTokenCount"])];
      const output = written === null && thought === null ? null : (written ?? 0) + (thought ?? 0);
      return taken(toTokens(usage["promptTokenCount"]), output);
    },
  },
};

const plainPaths: Record<string, { dialect: ModelDialect; vendorPath: string }> = {
  "/v1/chat/completions": { dialect: "chat", vendorPath: "/chat/completions" },
  "/v1/responses": { dialect: "responses", vendorPath: "/responses" },
  "/v1/messages": { dialect: "messages", vendorPath: "/messages" },
};
const geminiPath = /^\/v1beta(\/models\/([\w.-]+):(?:generateContent|streamGenerateContent))$/;
/** All that agents say behind the path. */
const passedQueries: ReadonlySet<string> = new Set(["?beta=true", "?alt=sse"]);

/** Null for anything that is no call of a model. */
export function readTarget(address: string): CallTarget | null {
  const at = address.indexOf("?");
  const [path, query] = at === -1 ? [address, ""] : [address.slice(0, at), address.slice(at)];
  const passed = passedQueries.has(query) ? query : "";
  const plain = Object.hasOwn(plainPaths, path) ? plainPaths[path] : undefined;
  if (plain) return { dialect: plain.dialect, vendorPath: `${plain.vendorPath}${passed}`, model: null };
  const [, vendorPath, model] = geminiPath.exec(path) ?? [];
  if (vendorPath === undefined || model === undefined) return null;
  return { dialect: "gemini", vendorPath: `${vendorPath}${passed}`, model };
}

function boundField(body: JsonObject, field: string, maxTokens: number): number {
  const bound = Math.min(toTokens(body[field]) ?? maxTokens, maxTokens);
  body[field] = bound;
  return bound;
}

function requireOne(count: unknown): void {
  if (count !== undefined && count !== 1) throw new AppError("invalid_input", { message: "One answer at a time." });
}

function refusedField(name: string): AppError {
  return new AppError("invalid_input", { message: `“${name}” is not passed on from here.` });
}

function taken(inputTokens: number | null, outputTokens: number | null): Partial<TakenTokens> {
  return { ...(inputTokens === null ? {} : { inputTokens }), ...(outputTokens === null ? {} : { outputTokens }) };
}
