import type { ReactNode } from "react";

export interface Command {
  key: string;
  group: "Ask" | "Search Results" | "Go to";
  label: string;
  /** After the label, quieter. */
  detail?: string;
  icon: ReactNode;
  href: string;
  search?: Record<string, string>;
  hash?: string;
  /** A question to begin a chat with instead of just going there. */
  question?: string;
  keys?: string[];
}

export interface CommandGroup {
  title: string;
  commands: Command[];
}

const order = ["Ask", "Search Results", "Go to"] as const;

/** The groups in their order, empty ones left out. Only "Go to" is filtered here: the server did the rest. */
export function groupCommands({ text, commands }: { text: string; commands: readonly Command[] }): CommandGroup[] {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  return order
    .map((title) => ({
      title,
      commands: commands.filter(
        (command) =>
          command.group === title &&
          (title !== "Go to" || words.every((word) => command.label.toLowerCase().includes(word))),
      ),
    }))
    .filter((group) => group.commands.length > 0);
}
