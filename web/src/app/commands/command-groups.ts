import type { ReactNode } from "react";

const order = ["Ask", "Search Results", "Files", "Symbols", "External Context", "Search", "Go to"] as const;

export interface Command {
  key: string;
  group: (typeof order)[number];
  label: string;
  /** After the label, quieter. */
  detail?: string;
  /** The end of the detail says more than its beginning, as with paths: it is cut at its beginning. */
  isDetailPath?: boolean;
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

/** Which row a key leads to; null where it is no key of the list. The list goes round by arrows, not by pages. */
export function moveHighlight(key: string, { index, count }: { index: number; count: number }): number | null {
  if (count === 0) return null;
  switch (key) {
    case "ArrowDown":
      return (index + 1) % count;
    case "ArrowUp":
      return (index - 1 + count) % count;
    case "PageDown":
      return Math.min(index + pageRows, count - 1);
    case "PageUp":
      return Math.max(index - pageRows, 0);
    case "Home":
      return 0;
    case "End":
      return count - 1;
    default:
      return null;
  }
}

const pageRows = 8;
