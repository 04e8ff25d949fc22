import { AppError } from "@cairn/contract/errors";

import type { Settings } from "#server/platform/settings/parse-settings.ts";

import { askModel } from "./ask-model.ts";
import type { VendorModel } from "./count-call.ts";
import type { ModelCapabilities, ModelEvent, ModelPort, ModelRequest, TurnModel } from "./model-port.ts";
import { probeModel } from "./probe-model.ts";
import { streamModel, type ModelConnection } from "./stream-model.ts";
import { vendorAddress, type ModelSettings } from "./vendor-address.ts";
import { createModelWatch, type ModelWatch } from "./watch-model.ts";

/** A model with somebody to look after it. */
export interface ConnectedModel extends ModelPort, TurnModel {
  /**
   * Probes the model's capabilities in the background, and probes again with growing pauses while it cannot be reached.
   * `onLook` gets the result. Returns a function that stops it; before the first call, every capability is assumed.
   */
  watch(onLook: (found: ModelCapabilities) => void): () => void;
}

/** How long a question waits to learn whether a model that could not be reached is back. */
const maxWaitMs = 2_000;

/** The model of the settings; null when MODEL_PROVIDER is none. Vendor code is loaded on first use only. */
export function connectModel(settings: Settings["models"]): ConnectedModel | null {
  const { provider, name, fastName, maxOutputTokens } = settings;
  if (provider === "none" || name === null) return null;
  const connect = (model: string): ModelConnection => ({
    model,
    open: (fetch) => openModel(settings, model, fetch),
    deadlines: settings,
    takesJsonShape: provider === "anthropic" || provider === "google",
    // Output shares the context window with the input.
    maxOutputTokens: Math.min(maxOutputTokens, Math.floor(watch.known.contextTokens / 4)),
  });
  const watch = createModelWatch(settings, (signal) => probeModel(connect(name), settings, signal));
  return {
    name,
    capabilities: async () => watch.known,
    stream: (request) => streamWatched(watch, request, connect(request.isQuick ? (fastName ?? name) : name)),
    contextTokens: () => watch.known.contextTokens,
    maxOutputTokens: () => connect(name).maxOutputTokens,
    ask: (request) => askModel(request, connect(name)),
    watch: watch.start,
  };
}

/** Fails at once, with the cause, while the model is known to be out of reach. */
async function* streamWatched(
  watch: ModelWatch,
  request: ModelRequest,
  connection: ModelConnection,
): AsyncGenerator<ModelEvent> {
  const failure = watch.failure && (await watch.lookAgain({ maxWaitMs, signal: request.signal }));
  request.signal.throwIfAborted();
  if (failure) throw new AppError(failure.code, { message: failure.message, cause: failure });
  try {
    yield* streamModel(request, connection);
  } catch (error) {
    const isAboutReach =
      error instanceof AppError && (error.code === "vendor_unavailable" || error.cause !== undefined);
    if (isAboutReach) watch.doubt();
    throw error;
  }
}

async function openModel(settings: ModelSettings, name: string, fetch: typeof globalThis.fetch): Promise<VendorModel> {
  const { provider } = settings;
  const baseURL = vendorAddress(settings);
  const apiKey = settings.apiKey?.reveal();
  if (provider === "anthropic") {
    const { createAnthropic } = await import("@ai-sdk/anthropic");
    return createAnthropic({ baseURL, apiKey, fetch })(name);
  }
  if (provider === "google") {
    const { createGoogle } = await import("@ai-sdk/google");
    return createGoogle({ baseURL, apiKey, fetch })(name);
  }
  const { createOpenAICompatible } = await import("@ai-sdk/openai-compatible");
  return createOpenAICompatible({
    name: provider,
    baseURL,
    apiKey,
    fetch,
    includeUsage: true,
    ...(provider === "openai" ? { transformRequestBody: inWordsOfOpenAi } : {}),
  })(name);
}

/** Newer models of OpenAI refuse the old name of the limit. */
function inWordsOfOpenAi({ max_tokens: maxTokens, ...body }: Record<string, unknown>): Record<string, unknown> {
  return maxTokens === undefined ? body : { ...body, max_completion_tokens: maxTokens };
}
