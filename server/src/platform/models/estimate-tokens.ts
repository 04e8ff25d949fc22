import type { LanguageModelMiddleware } from "ai";

/** Fewer than a token of code or prose holds on average: an estimate sets rather too much aside than too little. */
const charactersPerToken = 3;
/** What vendors count for one large picture, about. */
const tokensPerFile = 1_600;

export function estimateTokens(characters: number): number {
  return Math.ceil(characters / charactersPerToken);
}

type StreamCallOptions = Parameters<NonNullable<LanguageModelMiddleware["wrapStream"]>>[0]["params"];

/** What a call is sent, in tokens; files are not counted by their bytes. */
export function estimatePrompt({ prompt, tools }: Pick<StreamCallOptions, "prompt" | "tools">): number {
  let files = 0;
  const withoutBytes = (_key: string, value: unknown): unknown => {
    if (typeof value !== "object" || value === null || !("type" in value) || value.type !== "file") return value;
    files += 1;
    return null;
  };
  const sent = JSON.stringify([prompt, tools ?? []], withoutBytes);
  return estimateTokens(sent.length) + files * tokensPerFile;
}
