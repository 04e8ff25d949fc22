import { readMention } from "@cairn/contract/mentions";
import { ArrowSquareOutIcon } from "@phosphor-icons/react/dist/csr/ArrowSquareOut";
import { CaretDownIcon } from "@phosphor-icons/react/dist/csr/CaretDown";
import { CodeIcon } from "@phosphor-icons/react/dist/csr/Code";
import { LinkBreakIcon } from "@phosphor-icons/react/dist/csr/LinkBreak";
import { LinkSimpleIcon } from "@phosphor-icons/react/dist/csr/LinkSimple";
import { PencilSimpleIcon } from "@phosphor-icons/react/dist/csr/PencilSimple";
import { TextBIcon } from "@phosphor-icons/react/dist/csr/TextB";
import { TextItalicIcon } from "@phosphor-icons/react/dist/csr/TextItalic";
import { TextStrikethroughIcon } from "@phosphor-icons/react/dist/csr/TextStrikethrough";
import type { Editor } from "@tiptap/core";

import { Button } from "#web/ui/action/button.tsx";
import { IconButton } from "#web/ui/action/icon-button.tsx";
import { cx } from "#web/ui/cx.ts";
import { listBlockKinds, changeBlockKind } from "#web/ui/editor/blocks/block-kinds.ts";
import { BlockIcon } from "#web/ui/editor/menus/slash-entries.tsx";
import { linkTarget } from "#web/ui/markdown/link-target.ts";
import type { MentionTarget, ResolveMention } from "#web/ui/markdown/mention-target.ts";
import { Menu, MenuItem } from "#web/ui/overlay/menu.tsx";

import { focusAfterMenu } from "./table-menu.tsx";

const markButtons = [
  { mark: "bold", label: "Bold", key: "b", Icon: TextBIcon },
  { mark: "italic", label: "Italic", key: "i", Icon: TextItalicIcon },
  { mark: "strike", label: "Strikethrough", key: undefined, Icon: TextStrikethroughIcon },
  { mark: "code", label: "Code", key: "e", Icon: CodeIcon },
] as const;

/** Buttons for the marks of the selected text. Arrow keys move between them, Tab and Escape leave. */
export function MarkButtons({ editor, active, onLink }: { editor: Editor; active: string[]; onLink: () => void }) {
  return (
    <>
      {markButtons.map(({ mark, label, key, Icon }) => (
        <ToggleButton
          key={mark}
          label={label}
          keys={key}
          isOn={active.includes(mark)}
          icon={<Icon className="size-4" />}
          onClick={() => editor.chain().toggleMark(mark).run()}
        />
      ))}
      <ToggleButton
        label="Link"
        isOn={active.includes("link")}
        icon={<LinkSimpleIcon className="size-4" />}
        onClick={onLink}
      />
    </>
  );
}

interface ToggleButtonProps {
  label: string;
  keys?: string;
  isOn: boolean;
  icon: React.ReactNode;
  onClick: () => void;
}

function ToggleButton({ label, keys, isOn, icon, onClick }: ToggleButtonProps) {
  return (
    <IconButton
      label={label}
      icon={icon}
      tabIndex={-1}
      aria-pressed={isOn}
      tooltipOptions={keys ? { side: "top", keys: ["mod", keys.toUpperCase()] } : { side: "top" }}
      onClick={onClick}
      className={cx(isOn && "bg-accent-subtle text-accent-text!")}
    />
  );
}

/** Shows the kind of the current block and a menu to change it. */
export function BlockKindMenu({
  editor,
  headingLevels,
  current,
}: {
  editor: Editor;
  headingLevels: number;
  current: string;
}) {
  const kinds = listBlockKinds(headingLevels);
  return (
    <Menu
      className="max-h-96 overflow-y-auto"
      trigger={
        <Button size="sm" variant="ghost" tabIndex={-1} aria-label={`${current}, turn into`} className="px-2!">
          {current}
          <CaretDownIcon aria-hidden className="size-3 text-ink-3" />
        </Button>
      }
    >
      {kinds.map((kind) => (
        <MenuItem
          key={kind.label}
          icon={<BlockIcon icon={kind.icon} />}
          onSelect={() => {
            changeBlockKind(editor, kind);
            focusAfterMenu(editor);
          }}
        >
          {kind.label}
        </MenuItem>
      ))}
    </Menu>
  );
}

interface LinkButtonsProps {
  editor: Editor;
  href: string;
  /** Where mentions lead; absent where nobody knows. */
  resolveMention?: ResolveMention;
  onLink: () => void;
}

/** Shows the target of the link at the caret, with its actions. */
export function LinkButtons({ editor, href, resolveMention, onLink }: LinkButtonsProps) {
  const mention = readMention(href);
  const mentioned = mention && resolveMention?.(mention);
  const target = linkTarget(href, location.origin);
  const leadsTo = mentioned?.kind === "link" ? withHash(mentioned) : target.kind === "none" ? null : target.href;
  return (
    <>
      <span className="max-w-48 truncate px-2 text-sm text-ink-2">
        {href.startsWith("cairn:") ? wordsOfMention(mentioned ?? null) : href}
      </span>
      {leadsTo !== null && (
        <a
          href={leadsTo}
          target="_blank"
          rel="noopener noreferrer nofollow"
          tabIndex={-1}
          aria-label="Open link in a new tab"
          className="inline-grid size-8 place-items-center rounded-md text-ink-3 hover:bg-surface-3 hover:text-ink pointer-coarse:size-11"
        >
          <ArrowSquareOutIcon aria-hidden className="size-4" />
        </a>
      )}
      {!href.startsWith("cairn:") && (
        <IconButton label="Edit link" tabIndex={-1} icon={<PencilSimpleIcon className="size-4" />} onClick={onLink} />
      )}
      <IconButton
        label="Remove link"
        tabIndex={-1}
        icon={<LinkBreakIcon className="size-4" />}
        onClick={() => editor.chain().focus().extendMarkRange("link").unsetMark("link").run()}
      />
    </>
  );
}

function wordsOfMention(target: MentionTarget | null): string {
  if (target?.kind === "link" && target.task) return `${target.task.name} ${target.task.title}`;
  return target?.kind === "gone" ? `Mention, ${target.note}` : "Mention";
}

function withHash({ href, hash }: { href: string; hash?: string }): string {
  return hash === undefined ? href : `${href}#${hash}`;
}
