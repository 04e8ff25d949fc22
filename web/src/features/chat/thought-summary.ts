import type { ChatMessage } from "@cairn/contract/chat";

type Thoughts = ChatMessage["thoughts"];

/** "Thought for 8 s · 5 steps": the time its look-ups took, as far as they are over. */
export function thoughtSummary(thoughts: Thoughts): string {
  const calls = thoughts.flatMap((thought) => thought.functionCalls);
  const milliseconds = calls.reduce((sum, call) => sum + (call.durationMs ?? 0), 0);
  const steps = calls.length === 1 ? " · 1 step" : calls.length > 1 ? ` · ${calls.length} steps` : "";
  return `Thought for ${Math.max(1, Math.round(milliseconds / 1000))} s${steps}`;
}

/** "read_file" as "Read file". */
export function callVerb(name: string): string {
  const words = name.replaceAll(/[_-]+/g, " ").trim();
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** "320 ms", "1.4 s". */
export function callDuration(milliseconds: number): string {
  return milliseconds < 1000 ? `${Math.round(milliseconds)} ms` : `${(milliseconds / 1000).toFixed(1)} s`;
}
