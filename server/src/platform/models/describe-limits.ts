import type { ModelCapabilities } from "./model-port.ts";
import type { ModelSettings } from "./vendor-address.ts";

/** What a provider says of a model; null where it says nothing. */
export interface ReportedLimits {
  contextTokens: number | null;
  images: boolean | null;
}

/** What every model of the large vendors reads at once at least; of others, what the smallest in use do. */
const cautiousTokens: Record<ModelSettings["provider"], number> = {
  none: 8_192,
  openai: 128_000,
  anthropic: 200_000,
  google: 128_000,
  "openai-compatible": 8_192,
  // Ollama's default context window, independent of the model's own.
  ollama: 4_096,
};
const leastTokens = 1_000;

/** A model's context window and whether it sees images: as configured, as reported, or a cautious guess. */
export function describeLimits(
  { provider, contextTokens, images }: Pick<ModelSettings, "provider" | "contextTokens" | "images">,
  reported: ReportedLimits,
): Pick<ModelCapabilities, "contextTokens" | "images"> {
  const known = [reported.contextTokens, contextTokens].filter((tokens) => tokens !== null);
  const isLargeVendor = provider === "openai" || provider === "anthropic" || provider === "google";
  return {
    contextTokens: Math.max(leastTokens, known.length > 0 ? Math.min(...known) : cautiousTokens[provider]),
    images: images === "auto" ? (reported.images ?? isLargeVendor) : images === "on",
  };
}
