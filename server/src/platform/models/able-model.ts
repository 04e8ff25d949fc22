import type { ModelCapabilities } from "./model-port.ts";

/** A model that can do all that is asked of one. */
export const ableModel: ModelCapabilities = {
  state: "ready",
  tools: true,
  json: true,
  images: true,
  contextTokens: 128_000,
  reasons: [],
};
