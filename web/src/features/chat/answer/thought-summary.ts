import type { ChatMessage } from "@cairn/contract/chat";

type Thoughts = ChatMessage["thoughts"];

/**
 * "Thought for 8 s · 5 steps". The calls of one thought run in parallel, so the longest counts; thoughts run one after
 * another.
 */
export function summarizeThoughts(thoughts: Thoughts): string {
  const calls = thoughts.flatMap((thought) => thought.functionCalls);
  const milliseconds = thoughts.reduce((sum, thought) => sum + longestCallMs(thought.functionCalls), 0);
  const steps = calls.length === 1 ? " · 1 step" : calls.length > 1 ? ` · ${calls.length} steps` : "";
  return `Thought for ${Math.max(1, Math.round(milliseconds / 1000))} s${steps}`;
}

function longestCallMs(calls: Thoughts[number]["functionCalls"]): number {
  return Math.max(0, ...calls.map((call) => call.durationMs ?? 0));
}

/** "read_file" as "Read file". */
export function formatCallName(name: string): string {
  const words = name.replaceAll(/[_-]+/g, " ").trim();
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** "320 ms", "1.4 s". */
export function formatCallDuration(milliseconds: number): string {
  return milliseconds < 1000 ? `${Math.round(milliseconds)} ms` : `${(milliseconds / 1000).toFixed(1)} s`;
}
