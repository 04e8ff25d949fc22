import { CheckSquareIcon } from "@phosphor-icons/react/dist/csr/CheckSquare";
import { CodeIcon } from "@phosphor-icons/react/dist/csr/Code";
import { FlowArrowIcon } from "@phosphor-icons/react/dist/csr/FlowArrow";
import { ListBulletsIcon } from "@phosphor-icons/react/dist/csr/ListBullets";
import { ListNumbersIcon } from "@phosphor-icons/react/dist/csr/ListNumbers";
import { MinusIcon } from "@phosphor-icons/react/dist/csr/Minus";
import { QuotesIcon } from "@phosphor-icons/react/dist/csr/Quotes";
import { SparkleIcon } from "@phosphor-icons/react/dist/csr/Sparkle";
import { TableIcon } from "@phosphor-icons/react/dist/csr/Table";
import { TextHIcon } from "@phosphor-icons/react/dist/csr/TextH";
import { TextTIcon } from "@phosphor-icons/react/dist/csr/TextT";
import type { Editor } from "@tiptap/core";

import { listBlockKinds, changeBlockKind } from "#web/ui/editor/blocks/block-kinds.ts";
import type { BlockKind } from "#web/ui/editor/blocks/block-kinds.ts";

import { clearTrigger } from "./menu-entry.ts";
import type { MenuEntry } from "./menu-entry.ts";

const iconClass = "size-4 shrink-0 text-ink-3";

const icons: Record<BlockKind["icon"], typeof TextTIcon> = {
  text: TextTIcon,
  heading: TextHIcon,
  bullets: ListBulletsIcon,
  numbers: ListNumbersIcon,
  tasks: CheckSquareIcon,
  quote: QuotesIcon,
  code: CodeIcon,
};

/** The icon of a block kind. */
export function BlockIcon({ icon }: { icon: BlockKind["icon"] }) {
  const Icon = icons[icon];
  return <Icon aria-hidden className={iconClass} />;
}

const firstDiagram = "flowchart LR\n  A[Start] --> B[End]";

interface Insertion extends MenuEntry {
  keywords: string;
}

function listInsertions(onAskAi: (() => void) | undefined): Insertion[] {
  const entry = (label: string, words: string, icon: typeof TextTIcon, insert: (editor: Editor) => void): Insertion => {
    const Icon = icon;
    return {
      key: label,
      group: null,
      icon: <Icon aria-hidden className={iconClass} />,
      label,
      keywords: words,
      run: (editor, trigger) => {
        clearTrigger(editor, trigger).run();
        insert(editor);
      },
    };
  };
  const diagram = {
    type: "codeBlock",
    attrs: { language: "mermaid" },
    content: [{ type: "text", text: firstDiagram }],
  };
  const made = [
    entry("Table", "grid rows columns", TableIcon, (editor) =>
      editor.commands.insertTable({ rows: 3, cols: 3, withHeaderRow: true }),
    ),
    entry("Diagram", "mermaid flowchart chart", FlowArrowIcon, (editor) => editor.commands.insertContent(diagram)),
    entry("Divider", "rule line separator hr", MinusIcon, (editor) =>
      editor.commands.insertContent([{ type: "horizontalRule" }, { type: "paragraph" }]),
    ),
  ];
  if (!onAskAi) return made;
  const ai = entry("Write with AI", "ask generate assistant", SparkleIcon, onAskAi);
  return [...made, { ...ai, icon: <SparkleIcon aria-hidden className="size-4 shrink-0 text-ai-text" /> }];
}

export interface SlashOptions {
  headingLevels: number;
  /** Opens the AI prompt at the caret; when absent, there is no such entry. */
  onAskAi?: () => void;
}

/** The entries for `/`: those with a word that begins with the query. */
export function listSlashEntries(query: string, { headingLevels, onAskAi }: SlashOptions): MenuEntry[] {
  const blocks = listBlockKinds(headingLevels).map((kind): Insertion => {
    const run: MenuEntry["run"] = (editor, trigger) => {
      clearTrigger(editor, trigger).run();
      changeBlockKind(editor, kind);
    };
    return {
      key: kind.label,
      group: null,
      icon: <BlockIcon icon={kind.icon} />,
      label: kind.label,
      keywords: kind.keywords,
      run,
    };
  });
  const wanted = query.toLowerCase();
  return [...blocks, ...listInsertions(onAskAi)].filter(
    ({ label, keywords: words }) =>
      `${label} ${words}`
        .toLowerCase()
        .split(" ")
        .some((word) => word.startsWith(wanted)) || label.toLowerCase().replaceAll(" ", "").startsWith(wanted),
  );
}
