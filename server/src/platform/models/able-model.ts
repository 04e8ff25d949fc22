import type { ModelCapabilities } from "./model-port.ts";

/** A model with every capability. */
export const ableModel: ModelCapabilities = {
  state: "ready",
  tools: true,
  json: true,
  images: true,
  contextTokens: 128_000,
  reasons: [],
};
