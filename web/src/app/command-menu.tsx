import { Dialog as BaseDialog } from "@base-ui/react/dialog";
import { ChatCircleTextIcon } from "@phosphor-icons/react/dist/csr/ChatCircleText";
import { FileTextIcon } from "@phosphor-icons/react/dist/csr/FileText";
import { MagnifyingGlassIcon } from "@phosphor-icons/react/dist/csr/MagnifyingGlass";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useEffect, useId, useState } from "react";
import type { KeyboardEvent } from "react";

import { searchContextQuery } from "#web/features/artifacts/artifacts.api.ts";
import { errorMessage } from "#web/lib/query-client.ts";
import { href } from "#web/lib/paths.ts";
import { cx } from "#web/ui/cx.ts";
import { KeyHint } from "#web/ui/key-hint.tsx";
import { useOverlayContainer } from "#web/ui/overlays.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";

import { groupCommands } from "./command-groups.ts";
import type { Command } from "./command-groups.ts";
import { destinations } from "./destinations.tsx";
import type { Place } from "./place.ts";

const debounceMs = 300;
const maxPlaceholderRows = 3;

/** One box to search, to ask and to go somewhere. */
export function CommandMenu({ place, onClose }: { place: Place; onClose: () => void }) {
  const container = useOverlayContainer();
  const navigate = useNavigate();
  const id = useId();
  const [text, setText] = useState("");
  const [marked, setMarked] = useState(0);
  const search = usePageSearch(place, text);
  const groups = groupCommands({ text, commands: useCommands(place, text, search.pages) });
  const flat = groups.flatMap((group) => group.commands);
  const active = flat[Math.min(marked, flat.length - 1)];

  const run = (command: Command) => {
    onClose();
    void navigate({ to: command.href, search: command.search });
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === "ArrowDown") setMarked((marked + 1) % Math.max(1, flat.length));
    else if (event.key === "ArrowUp") setMarked((marked - 1 + flat.length) % Math.max(1, flat.length));
    else if (event.key === "Enter" && active) run(active);
    else return;
    event.preventDefault();
  };

  return (
    <BaseDialog.Root open onOpenChange={onClose}>
      <BaseDialog.Portal container={container}>
        <BaseDialog.Backdrop className="scrim-motion fixed inset-0 z-60 bg-scrim" />
        <BaseDialog.Popup className="dialog-motion fixed inset-x-0 top-[max(1rem,12dvh)] z-60 mx-auto flex max-h-[min(28rem,76dvh)] w-150 max-w-[calc(100vw-2rem)] flex-col overflow-hidden rounded-xl bg-surface-2 shadow-dialog outline-none">
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
              value={text}
              onChange={(event) => {
                setText(event.target.value);
                setMarked(0);
              }}
              onKeyDown={onKeyDown}
              className="h-full min-w-0 flex-1 bg-transparent text-base outline-none"
            />
            <KeyHint keys={["Esc"]} />
          </div>
          <div className="min-h-0 flex-1 overflow-y-auto p-1.5">
            {flat.length > 0 && (
              <div role="listbox" id={`${id}-list`} aria-label="Results">
                {groups.map((group) => (
                  <div key={group.title} role="group" aria-label={group.title} className="mb-1.5 last:mb-0">
                    <p aria-hidden="true" className="px-2.5 pt-1.5 pb-1 text-xs font-medium text-ink-3">
                      {group.title}
                    </p>
                    {group.commands.map((command) => (
                      <CommandRow
                        key={command.key}
                        id={`${id}-${command.key}`}
                        command={command}
                        isActive={command === active}
                        onMark={() => setMarked(flat.indexOf(command))}
                        onRun={() => run(command)}
                      />
                    ))}
                  </div>
                ))}
              </div>
            )}
            {search.isPending && (
              <div aria-hidden="true" className="flex flex-col gap-1 p-1">
                {Array.from({ length: maxPlaceholderRows }, (_unused, row) => (
                  <Skeleton key={row} className="h-8" />
                ))}
              </div>
            )}
            {search.error && (
              <p role="alert" className="px-3 py-4 text-center text-sm text-danger-text">
                {errorMessage(search.error)}
              </p>
            )}
            {!search.isPending && !search.error && text.trim() !== "" && search.pages.length === 0 && (
              <p className="px-3 py-4 text-center text-sm text-ink-3">No results found.</p>
            )}
          </div>
          <p role="status" className="sr-only">
            {text && !search.isPending && `${flat.length} results`}
          </p>
        </BaseDialog.Popup>
      </BaseDialog.Portal>
    </BaseDialog.Root>
  );
}

interface CommandRowProps {
  id: string;
  command: Command;
  isActive: boolean;
  onMark: () => void;
  onRun: () => void;
}

function CommandRow({ id, command, isActive, onMark, onRun }: CommandRowProps) {
  return (
    // The field keeps the focus and handles the keys.
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events
    <div
      id={id}
      role="option"
      aria-selected={isActive}
      tabIndex={-1}
      ref={(row) => {
        if (isActive) row?.scrollIntoView({ block: "nearest" });
      }}
      onPointerMove={() => !isActive && onMark()}
      onClick={onRun}
      className={cx(
        "flex h-9 cursor-default items-center gap-2.5 rounded-md px-2.5 text-sm select-none pointer-coarse:h-11",
        isActive ? "bg-surface-4 text-ink" : "text-ink-2",
      )}
    >
      <span className="shrink-0 text-ink-3">{command.icon}</span>
      <span className="truncate">{command.label}</span>
      {command.detail && <span className="min-w-0 truncate text-ink-3">{command.detail}</span>}
      {command.keys && (
        <span className="ml-auto">
          <KeyHint keys={command.keys} />
        </span>
      )}
    </div>
  );
}

/** Pages that match, 300 ms after the last key; the old rows stay until the new ones arrive. */
function usePageSearch(place: Place, text: string) {
  const [query, setQuery] = useState("");
  useEffect(() => {
    const timer = setTimeout(() => setQuery(text.trim()), debounceMs);
    return () => clearTimeout(timer);
  }, [text]);

  const isOn = query !== "" && place.organizationId !== undefined;
  const result = useQuery({
    ...searchContextQuery(place.organizationId ?? "", query, place.project?.projectId),
    enabled: isOn,
    placeholderData: keepPreviousData,
  });
  const isPending = place.organizationId !== undefined && text.trim() !== "" && (query !== text.trim() || result.isLoading);
  return {
    pages: isOn ? (result.data?.content ?? []) : [],
    isPending: isPending && !result.data?.content.length,
    error: result.error,
  };
}

function useCommands(place: Place, text: string, hits: ReturnType<typeof usePageSearch>["pages"]): Command[] {
  const { organizationId, projectId, project } = place;
  const commands: Command[] = [];
  if (project?.setupComplete) {
    const question = text.trim();
    commands.push({
      key: "ask",
      group: "Ask",
      label: question ? `Ask “${question}”` : "Ask ...",
      icon: <ChatCircleTextIcon className="size-4" />,
      href: href("chat", { organizationId, projectId }),
      search: question ? { ask: question } : undefined,
    });
    for (const { artifact, sectionTitle } of hits) {
      commands.push({
        key: `page-${artifact.artifactId}-${sectionTitle}`,
        group: "Search Results",
        label: artifact.title,
        detail: sectionTitle ?? undefined,
        icon: <FileTextIcon className="size-4" />,
        href: href("artifact", { organizationId, projectId, artifactId: artifact.artifactId }),
      });
    }
  }
  for (const destination of destinations(place)) {
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
