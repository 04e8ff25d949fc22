import type { ReactNode } from "react";

const order = [
  "Best match",
  "Ask",
  "Search Results",
  "Files",
  "Symbols",
  "External Context",
  "Tasks",
  "Search",
  "Actions",
  "Go to",
] as const;

export interface Command {
  key: string;
  group: (typeof order)[number];
  label: string;
  /** Shown after the label in a quieter colour. */
  detail?: string;
  /** Whether the detail is a path, which is truncated at its beginning. */
  isDetailPath?: boolean;
  icon: ReactNode;
  href: string;
  search?: Record<string, string>;
  hash?: string;
  /** A question to start a chat with. */
  question?: string;
  keys?: string[];
}

export interface CommandGroup {
  title: string;
  commands: Command[];
}

/** Groups commands in order, without empty groups. Only "Go to" is filtered here; the server filters the others. */
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

/** The row a key moves to; null for other keys. Arrow keys wrap around, page keys do not. */
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
