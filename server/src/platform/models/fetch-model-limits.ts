import { z } from "zod";

import { createDeadlineFetch } from "./deadline-fetch.ts";
import type { ReportedLimits } from "./describe-limits.ts";
import { vendorAddress, type ModelSettings } from "./vendor-address.ts";

const nothingReported: ReportedLimits = { contextTokens: null, images: null };
/** A list of all models of a large router has about this size at most. */
const maxAnswerLength = 8_000_000;
/** Longest silence; these are short answers that no model writes. */
const idleTimeoutMs = 10_000;

const count = z.number().int().positive().max(1_000_000_000).nullish().catch(null);
const listed = z.object({
  data: z.array(
    z.looseObject({
      id: z.string(),
      context_length: count,
      max_model_len: count,
      context_window: count,
      max_context_length: count,
      architecture: z
        .object({ input_modalities: z.array(z.string()).nullish() })
        .nullish()
        .catch(null),
    }),
  ),
});
const anthropicModel = z.object({
  max_input_tokens: count,
  capabilities: z
    .object({ image_input: z.object({ supported: z.boolean() }) })
    .nullish()
    .catch(null),
});
const googleModel = z.object({ inputTokenLimit: count });
const ollamaModel = z.object({
  capabilities: z.array(z.string()).nullish().catch(null),
  parameters: z.string().nullish().catch(null),
});
const ollamaRunning = z.object({
  models: z.array(z.object({ name: z.string(), model: z.string().nullish(), context_length: count })),
});

interface Asking {
  settings: ModelSettings;
  name: string;
  /** The answer's JSON, or null where there is none. */
  get: <T>(path: string, shape: z.ZodType<T>, body?: object) => Promise<T | null>;
}

/** The model's limits as the provider reports them. Never rejects: an unknown limit is null. */
export async function fetchModelLimits(
  settings: ModelSettings,
  name: string,
  signal: AbortSignal,
): Promise<ReportedLimits> {
  const asking = { settings, name, get: createGet(settings, signal) };
  if (settings.provider === "anthropic") return await askAnthropic(asking);
  if (settings.provider === "google") return await askGoogle(asking);
  if (settings.provider === "ollama") return await askOllama(asking);
  return await askModelList(asking);
}

async function askAnthropic({ name, get }: Asking): Promise<ReportedLimits> {
  const reported = await get(`/models/${encodeURIComponent(name)}`, anthropicModel);
  return {
    contextTokens: reported?.max_input_tokens ?? null,
    images: reported?.capabilities?.image_input.supported ?? null,
  };
}

async function askGoogle({ name, get }: Asking): Promise<ReportedLimits> {
  const reported = await get(`/models/${encodeURIComponent(name)}`, googleModel);
  return { ...nothingReported, contextTokens: reported?.inputTokenLimit ?? null };
}

/** Ollama reads as much as the running model was given, which may be far less than the model could. */
async function askOllama({ name, get }: Asking): Promise<ReportedLimits> {
  const [shown, running] = [await get("/api/show", ollamaModel, { model: name }), await get("/api/ps", ollamaRunning)];
  const own = running?.models.find((one) => [one.name, one.model].some((known) => isSameModel(known, name)));
  const set = Number(/^\s*num_ctx\s+(\d{3,9})\s*$/m.exec(shown?.parameters ?? "")?.[1] ?? 0);
  return {
    contextTokens: own?.context_length ?? (set > 0 ? set : null),
    images: shown?.capabilities ? shown.capabilities.includes("vision") : null,
  };
}

/** Without a tag Ollama means `latest`. */
function isSameModel(known: string | null | undefined, name: string): boolean {
  return known === name || known === `${name}:latest`;
}

async function askModelList({ name, get }: Asking): Promise<ReportedLimits> {
  const list = await get("/models", listed);
  const own = list?.data.find(({ id }) => id === name);
  if (!own) return nothingReported;
  return {
    contextTokens: own.context_length ?? own.max_model_len ?? own.context_window ?? own.max_context_length ?? null,
    images: own.architecture?.input_modalities?.includes("image") ?? null,
  };
}

function createGet(settings: ModelSettings, signal: AbortSignal): Asking["get"] {
  const { connectTimeoutMs } = settings;
  const deadlines = { connectTimeoutMs, idleTimeoutMs: Math.min(settings.idleTimeoutMs, idleTimeoutMs) };
  const fetch = createDeadlineFetch(deadlines, () => undefined);
  // Ollama's own API is next to the compatible one.
  const base = settings.provider === "ollama" ? vendorAddress(settings).replace(/\/v1$/, "") : vendorAddress(settings);
  return async (path, shape, body) => {
    try {
      const response = await fetch(`${base}${path}`, {
        method: body ? "POST" : "GET",
        headers: { accept: "application/json", "content-type": "application/json", ...keyHeaders(settings) },
        body: body ? JSON.stringify(body) : undefined,
        signal,
      });
      const text = await response.text();
      if (!response.ok || text.length > maxAnswerLength) return null;
      return shape.safeParse(JSON.parse(text)).data ?? null;
    } catch {
      return null;
    }
  };
}

function keyHeaders({ provider, apiKey }: ModelSettings): Record<string, string> {
  const key = apiKey?.reveal();
  if (key === undefined) return {};
  if (provider === "anthropic") return { "x-api-key": key, "anthropic-version": "2023-06-01" };
  return provider === "google" ? { "x-goog-api-key": key } : { authorization: `Bearer ${key}` };
}
