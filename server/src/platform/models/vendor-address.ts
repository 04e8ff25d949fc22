import type { Settings } from "#server/platform/settings/parse-settings.ts";

export type ModelSettings = Settings["models"];

const usualAddresses: Record<Exclude<ModelSettings["provider"], "none">, string> = {
  openai: "https://api.openai.com/v1",
  anthropic: "https://api.anthropic.com/v1",
  google: "https://generativelanguage.googleapis.com/v1beta",
  // Never used: the settings ask for an address.
  "openai-compatible": "http://127.0.0.1:8080/v1",
  ollama: "http://127.0.0.1:11434/v1",
};

/** Where the provider's API is; no trailing slash. */
export function vendorAddress({ provider, baseUrl }: Pick<ModelSettings, "provider" | "baseUrl">): string {
  return baseUrl ?? (provider === "none" ? "" : usualAddresses[provider]);
}
