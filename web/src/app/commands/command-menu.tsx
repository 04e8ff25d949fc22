import { Dialog as BaseDialog } from "@base-ui/react/dialog";
import { maxQueryText } from "@cairn/contract/search";
import { ChatCircleTextIcon } from "@phosphor-icons/react/dist/csr/ChatCircleText";
import { MagnifyingGlassIcon } from "@phosphor-icons/react/dist/csr/MagnifyingGlass";
import { useNavigate } from "@tanstack/react-router";
import { useId, useState } from "react";
import type { KeyboardEvent } from "react";

import type { CurrentScope } from "#web/app/location/current-scope.ts";
import { startChat } from "#web/features/chat/session/chat.api.ts";
import { useMenuSearch } from "#web/features/search/use-menu-search.ts";
import type { MenuSearch } from "#web/features/search/use-menu-search.ts";
import { href } from "#web/lib/navigation/paths.ts";
import { Announcement } from "#web/ui/feedback/announcement.tsx";
import { Skeleton } from "#web/ui/feedback/skeleton.tsx";
import { KeyHint } from "#web/ui/keyboard/key-hint.tsx";
import { Listbox, ListboxGroup, ListboxOption } from "#web/ui/list/listbox.tsx";
import { useOverlayContainer } from "#web/ui/overlay/overlay-container.tsx";

import { groupCommands, moveHighlight } from "./command-groups.ts";
import type { Command } from "./command-groups.ts";
import { listDestinations } from "./destinations.tsx";
import { useNamedCommands } from "./named-commands.tsx";
import { searchCommands, searchPageCommand } from "./search-commands.tsx";
import { useTaskCommands } from "./use-task-commands.tsx";

const maxPlaceholderRows = 3;

/** Groups that are there whatever is typed. */
const alwaysThere = ["Ask", "Search", "Actions"];

/** The command menu: search, ask and navigate. */
export function CommandMenu({ scope, onClose }: { scope: CurrentScope; onClose: () => void }) {
  const container = useOverlayContainer();
  const navigate = useNavigate();
  const id = useId();
  const [text, setText] = useState("");
  const [markedKey, setMarkedKey] = useState<string | null>(null);
  const search = useMenuSearch({ organizationId: scope.organizationId, projectId: scope.project?.projectId, text });
  const named = useNamedCommands(scope);
  const tasks = useTaskCommands(scope, text);
  const commands = [...listCommands(scope, text, search), ...tasks, ...(text.trim() === "" ? [] : named)];
  const groups = groupCommands({ text, commands });
  const flat = groups.flatMap((group) => group.commands);
  // The highlight is kept by key and not by index, because a group that loads late must not move it to another row.
  const index = Math.max(
    0,
    flat.findIndex(({ key }) => key === markedKey),
  );
  const active = flat[index];
  const hasFound = groups.some(({ title }) => !alwaysThere.includes(title));
  const isPending = Object.values(search).some((found) => found.isPending);
  const failed = listFailedKinds(search);

  const run = (command: Command) => {
    onClose();
    void navigate({ to: command.href, search: searchParamsFor(command, scope), hash: command.hash });
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const next = event.shiftKey ? null : moveHighlight(event.key, { index, count: flat.length });
    if (next !== null) {
      setMarkedKey(flat[next]?.key ?? null);
      document.getElementById(`${id}-${flat[next]?.key}`)?.scrollIntoView({ block: "nearest" });
    } else if (event.key === "Enter" && active) run(active);
    else return;
    event.preventDefault();
  };

  return (
    <BaseDialog.Root open onOpenChange={onClose}>
      <BaseDialog.Portal container={container}>
        <BaseDialog.Backdrop className="scrim-motion fixed inset-0 z-60 bg-scrim" />
        <BaseDialog.Popup
          className={
            "dialog-motion fixed inset-x-0 top-[max(1rem,12dvh)] z-60 mx-auto flex max-h-[min(28rem,76dvh)] " +
            "w-150 max-w-[calc(100vw-2rem)] flex-col overflow-hidden rounded-xl bg-surface-2 shadow-dialog " +
            "outline-none"
          }
        >
          <BaseDialog.Title className="sr-only">Search or Ask</BaseDialog.Title>
          <div className="flex h-12 shrink-0 items-center gap-2.5 border-b border-line px-4">
            <MagnifyingGlassIcon aria-hidden className="size-4 shrink-0 text-ink-3" />
            <input
              role="combobox"
              aria-label="Search or Ask"
              aria-expanded={flat.length > 0}
              aria-controls={`${id}-list`}
              aria-activedescendant={active && `${id}-${active.key}`}
              aria-autocomplete="list"
              autoComplete="off"
              spellCheck={false}
              placeholder="Search or Ask..."
              maxLength={maxQueryText}
              value={text}
              onChange={(event) => {
                setText(event.target.value);
                setMarkedKey(null);
              }}
              onKeyDown={onKeyDown}
              className="h-full min-w-0 flex-1 bg-transparent text-base outline-none"
            />
            <KeyHint keys={["Esc"]} />
          </div>
          <div className="min-h-0 flex-1 overflow-y-auto p-1.5">
            {flat.length > 0 && (
              <Listbox id={`${id}-list`} label="Results">
                {groups.map((group) => (
                  <ListboxGroup key={group.title} title={group.title}>
                    {group.commands.map((command) => (
                      <ListboxOption
                        key={command.key}
                        id={`${id}-${command.key}`}
                        isActive={command === active}
                        onMark={() => setMarkedKey(command.key)}
                        onOpen={() => run(command)}
                      >
                        <CommandRow command={command} />
                      </ListboxOption>
                    ))}
                  </ListboxGroup>
                ))}
              </Listbox>
            )}
            {isPending && !hasServerRows(search) && (
              <div aria-hidden="true" className="flex flex-col gap-1 p-1">
                {Array.from({ length: maxPlaceholderRows }, (_unused, row) => (
                  <Skeleton key={row} className="h-8" />
                ))}
              </div>
            )}
            {failed.length > 0 && (
              <p role="alert" className="px-2.5 py-1.5 text-xs text-ink-3">
                Could not search {failed.join(", ")}.
              </p>
            )}
            {!isPending && failed.length === 0 && text.trim() !== "" && !hasFound && (
              <p className="px-3 py-4 text-center text-sm text-ink-3">No results found.</p>
            )}
          </div>
          <Announcement>{text && !isPending && `${flat.length} results`}</Announcement>
        </BaseDialog.Popup>
      </BaseDialog.Portal>
    </BaseDialog.Root>
  );
}

function hasServerRows(search: MenuSearch): boolean {
  return Object.values(search).some(({ rows }) => rows.length > 0);
}

/** Labels of the kinds whose search failed; the results of the others are still shown. */
function listFailedKinds({ pages, files, symbols, topics }: MenuSearch): string[] {
  const kinds = { pages, files, symbols, "external context": topics };
  return Object.entries(kinds).flatMap(([name, { hasFailed }]) => (hasFailed ? [name] : []));
}

/** The query parameters of a command. A question starts its chat at once, and the address names the session. */
function searchParamsFor(
  { question, search }: Command,
  { organizationId, project }: CurrentScope,
): Record<string, string> | undefined {
  if (!question || !organizationId || !project) return search;
  const context = { projectId: project.projectId, lens: "technical" as const };
  return { session: startChat({ organizationId, question, context }) };
}

function listCommands(scope: CurrentScope, text: string, found: MenuSearch): Command[] {
  const { organizationId, projectId, project } = scope;
  const commands: Command[] = [];
  if (project?.setupComplete) {
    const question = text.trim();
    commands.push({
      key: "ask",
      group: "Ask",
      label: question ? `Ask “${question}”` : "Ask ...",
      icon: <ChatCircleTextIcon className="size-4" />,
      href: href("chat", { organizationId, projectId }),
      question,
    });
    const { pages, files, symbols, topics } = found;
    const rows = { pages: pages.rows, files: files.rows, symbols: symbols.rows, topics: topics.rows };
    commands.push(...searchCommands({ organizationId, projectId, ...rows }));
    const toSearchPage = searchPageCommand({ organizationId, projectId }, text);
    if (toSearchPage) commands.push(toSearchPage);
  }
  for (const destination of listDestinations(scope)) {
    if (destination.label === "Ask") continue;
    commands.push({
      key: `go-${destination.href}`,
      group: "Go to",
      label: destination.label,
      icon: destination.icon,
      href: destination.href,
      keys: destination.key ? ["G", destination.key.toUpperCase()] : undefined,
    });
  }
  return commands;
}

/** The content of a command menu row. */
function CommandRow({ command }: { command: Command }) {
  const { icon, label, detail, isDetailPath, keys } = command;
  return (
    <>
      <span className="shrink-0 text-ink-3">{icon}</span>
      <span className="max-w-[70%] shrink-0 truncate">{label}</span>
      {detail && (
        <span dir={isDetailPath ? "rtl" : undefined} title={detail} className="min-w-0 truncate text-left text-ink-3">
          {isDetailPath ? <bdi dir="ltr">{detail}</bdi> : detail}
        </span>
      )}
      {keys && (
        <span className="ml-auto">
          <KeyHint keys={keys} />
        </span>
      )}
    </>
  );
}
