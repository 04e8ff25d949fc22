import type { LanguageModel } from "ai";

import type { Settings } from "../settings/read-settings.ts";
import type { ModelPort } from "./model-port.ts";
import { streamModel } from "./stream-model.ts";

type ModelSettings = Settings["models"];

const openAiAddress = "https://api.openai.com/v1";
const ollamaAddress = "http://127.0.0.1:11434/v1";

/** The model of the settings; null when MODEL_PROVIDER is none. Vendor code is loaded on first use only. */
export function connectModel(settings: ModelSettings): ModelPort | null {
  const { provider, name } = settings;
  if (provider === "none" || name === null) return null;
  return {
    name,
    stream: (request) =>
      streamModel(request, { open: (fetch) => openModel(settings, name, fetch), deadlines: settings }),
  };
}

async function openModel(
  settings: ModelSettings,
  name: string,
  fetch: typeof globalThis.fetch,
): Promise<LanguageModel> {
  const baseURL = settings.baseUrl ?? undefined;
  const apiKey = settings.apiKey?.reveal();
  if (settings.provider === "anthropic") {
    const { createAnthropic } = await import("@ai-sdk/anthropic");
    return createAnthropic({ baseURL, apiKey, fetch })(name);
  }
  if (settings.provider === "google") {
    const { createGoogle } = await import("@ai-sdk/google");
    return createGoogle({ baseURL, apiKey, fetch })(name);
  }
  const { createOpenAICompatible } = await import("@ai-sdk/openai-compatible");
  const usualAddress = settings.provider === "ollama" ? ollamaAddress : openAiAddress;
  return createOpenAICompatible({
    name: settings.provider,
    baseURL: baseURL ?? usualAddress,
    apiKey,
    fetch,
    includeUsage: true,
  })(name);
}
