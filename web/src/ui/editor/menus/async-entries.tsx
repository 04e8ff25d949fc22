import { CubeIcon } from "@phosphor-icons/react/dist/csr/Cube";
import { FileCodeIcon } from "@phosphor-icons/react/dist/csr/FileCode";
import { FileTextIcon } from "@phosphor-icons/react/dist/csr/FileText";
import { KanbanIcon } from "@phosphor-icons/react/dist/csr/Kanban";
import { UserIcon } from "@phosphor-icons/react/dist/csr/User";

import { findEmoji, loadEmoji, loadRecentEmoji, saveRecentEmoji } from "./emoji.ts";
import { clearTrigger } from "./menu-entry.ts";
import type { MenuEntry } from "./menu-entry.ts";
import { mentionKinds } from "./text-sources.ts";
import type { Mention, MentionKind, MentionSource } from "./text-sources.ts";

const groups: Record<MentionKind, { title: string; Icon: typeof UserIcon }> = {
  person: { title: "People", Icon: UserIcon },
  task: { title: "Tasks", Icon: KanbanIcon },
  page: { title: "Pages", Icon: FileTextIcon },
  file: { title: "Files", Icon: FileCodeIcon },
  symbol: { title: "Symbols", Icon: CubeIcon },
};

/** The entries for `@`. */
export async function loadMentionEntries(
  source: MentionSource,
  query: string,
  signal: AbortSignal,
): Promise<MenuEntry[]> {
  const found = await source.search(query, signal);
  return mentionKinds.flatMap((kind) => {
    const { title, Icon } = groups[kind];
    return found
      .filter((mention) => mention.kind === kind)
      .map((mention) => ({
        key: `${kind}-${mention.href}`,
        group: title,
        icon: <Icon aria-hidden className="size-4 shrink-0 text-ink-3" />,
        label: mention.label,
        detail: mention.detail ?? undefined,
        run: (editor, trigger) => {
          const link = { type: "link", attrs: { href: mention.href } };
          const text = { type: "text", text: textOf(mention), marks: [link] };
          clearTrigger(editor, trigger)
            .insertContent([text, { type: "text", text: " " }])
            .run();
        },
      }));
  });
}

function textOf({ kind, label }: Mention): string {
  return kind === "person" ? `@${label}` : label;
}

/** The entries for `:`. */
export async function loadEmojiEntries(query: string): Promise<MenuEntry[]> {
  const all = await loadEmoji();
  return findEmoji(all, query, loadRecentEmoji()).map(({ character, label, names }) => ({
    key: character,
    group: null,
    icon: <span className="w-5 shrink-0 text-center text-base">{character}</span>,
    label,
    detail: names[0] && `:${names[0]}:`,
    run: (editor, trigger) => {
      saveRecentEmoji(character);
      clearTrigger(editor, trigger).insertContent(character).run();
    },
  }));
}
