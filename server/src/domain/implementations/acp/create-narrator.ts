import type { RunLogEntry } from "@cairn/contract/implementations";

import type { AgentEvent } from "#server/platform/agent-protocol/agent-event.ts";

interface NarratorOutput {
  /** An entry for the log. */
  add: (kind: RunLogEntry["kind"], text: string) => void;
  /** A piece of what people watch. */
  show: (text: string) => void;
}

interface Narrator {
  take(event: AgentEvent): void;
  /** What it says at the moment is whole. */
  endSaying(): void;
  /** What it said last; empty before it said anything. */
  lastSaid(): string;
  /** The tool that it used last; empty before it used any. */
  tool(): string;
}

const maxSaidCharacters = 6_000;
const keptTools = 500;

/** Makes sentences of what an agent tells in pieces: what it says as a whole, each tool once it has ended, a plan where it is new. */
export function createNarrator(name: string, { add, show }: NarratorOutput): Narrator {
  const titles = new Map<string, string>();
  let saying = "";
  let said = "";
  let plan = "";
  let tool = "";
  const endSaying = () => {
    const text = saying.trim();
    saying = "";
    if (text === "") return;
    said = text;
    add("note", `${name}: ${text}`);
  };
  const takeTool = ({ id, title: newest, state }: Extract<AgentEvent, { type: "tool" }>) => {
    const title = newest || titles.get(id) || "a tool";
    titles.delete(id);
    if (state !== "running") {
      add(state === "done" ? "note" : "problem", state === "done" ? `Used: ${title}` : `Did not work: ${title}`);
      return;
    }
    titles.set(id, title);
    if (titles.size > keptTools) titles.delete([...titles.keys()][0] ?? "");
    if (tool !== title) show(`\n› ${title}\n`);
    tool = title;
  };
  const takePlan = ({ entries }: Extract<AgentEvent, { type: "plan" }>) => {
    const text = entries.map((entry) => entry.text).join("\n- ");
    if (text !== plan && text !== "") add("note", `Plan:\n- ${text}`);
    plan = text;
  };
  return {
    take(event) {
      if (event.type === "said") {
        saying = `${saying}${event.text}`.slice(0, maxSaidCharacters);
        show(event.text);
        return;
      }
      // Thoughts come between the words of one sentence, and other news at any time.
      if (event.type === "other" || event.type === "thought") return;
      endSaying();
      if (event.type === "tool") takeTool(event);
      else takePlan(event);
    },
    endSaying,
    lastSaid: () => saying.trim() || said,
    tool: () => tool,
  };
}
