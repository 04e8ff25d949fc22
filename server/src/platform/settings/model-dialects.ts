/**
 * The ways in which programs speak to models. `chat`: OpenAI's chat completions; `responses`: OpenAI's responses; `messages`:
 * Anthropic's; `gemini`: Google's.
 */
export const modelDialects = ["chat", "responses", "messages", "gemini"] as const;
export type ModelDialect = (typeof modelDialects)[number];

export const dialectNames: Record<ModelDialect, string> = {
  chat: "OpenAI's chat completions",
  responses: "OpenAI's responses",
  messages: "Anthropic's messages",
  gemini: "Google's Gemini API",
};

const usualDialects = {
  none: [],
  openai: ["chat", "responses"],
  anthropic: ["messages"],
  google: ["gemini"],
  "openai-compatible": ["chat"],
  ollama: ["chat"],
} as const satisfies Record<string, readonly ModelDialect[]>;

/** What the configured model understands: as the operator says, or as its provider usually does. */
export function listDialects({
  provider,
  dialects,
}: {
  provider: keyof typeof usualDialects;
  /** As the operator says; null where nothing was said. */
  dialects: readonly ModelDialect[] | null;
}): readonly ModelDialect[] {
  return provider === "none" ? [] : (dialects ?? usualDialects[provider]);
}
