import type { FileLocation, LocationReason, TaskLocations } from "@cairn/contract/task-locations";
import { PushPinIcon } from "@phosphor-icons/react/dist/csr/PushPin";
import { XIcon } from "@phosphor-icons/react/dist/csr/X";

import type { ProjectKey } from "#web/features/projects/projects.api.ts";
import { href } from "#web/lib/navigation/paths.ts";
import { IconButton } from "#web/ui/action/icon-button.tsx";
import { Link } from "#web/ui/action/link.tsx";
import { lineHash } from "#web/ui/code/line-range.ts";

type Location = TaskLocations["locations"][number];

interface LocationRowProps {
  project: ProjectKey;
  location: Location;
  freshness: TaskLocations["freshness"];
  onPin: (file: FileLocation, kind: "pinned" | "removed" | null) => void;
}

/** One place where a task lands, with what made it likely. */
export function LocationRow({ project, location, freshness, onPin }: LocationRowProps) {
  const address = addressOf(project, location, freshness);
  const text = <span className="font-mono wrap-anywhere">{nameOf(location)}</span>;
  const why = [...new Set(location.why.map(sayReason))].slice(0, 3).join(" · ");
  return (
    <li className="flex items-start gap-2 border-b border-line py-2 text-sm last:border-b-0">
      <div className="min-w-0 flex-1">
        {address === null ? (
          text
        ) : (
          <Link {...address} className="hover:underline">
            {text}
          </Link>
        )}
        <p className="text-xs wrap-anywhere text-ink-3">
          {location.kind === "file" && location.isGone ? "No longer in the code" : why}
        </p>
      </div>
      {location.kind === "file" && (
        <>
          <IconButton
            size="sm"
            label={location.isPinned ? `Unpin ${location.path}` : `Pin ${location.path}`}
            icon={<PushPinIcon weight={location.isPinned ? "fill" : "regular"} className="size-4" />}
            onClick={() => onPin(location, location.isPinned ? null : "pinned")}
          />
          <IconButton
            size="sm"
            label={`Remove ${location.path}`}
            icon={<XIcon className="size-4" />}
            onClick={() => onPin(location, "removed")}
          />
        </>
      )}
    </li>
  );
}

function nameOf(location: Location): string {
  switch (location.kind) {
    case "file": {
      const { path, symbol, startLine, endLine } = location;
      const lines = startLine === null ? "" : startLine === endLine ? `:${startLine}` : `:${startLine}-${endLine}`;
      return `${path}${lines}${symbol === null ? "" : ` ${symbol}`}`;
    }
    case "page":
      return `${location.page?.title ?? location.path} › ${location.heading}`;
    case "commit":
      return `${location.oid.slice(0, 7)} ${location.subject}`;
  }
}

/** Null where nothing is left to open. */
function addressOf(
  project: ProjectKey,
  location: Location,
  freshness: TaskLocations["freshness"],
): { href: string; hash?: string } | null {
  if (location.kind === "page" && location.page)
    return { href: href("artifact", { ...project, artifactId: location.page.artifactId }) };
  const repository = freshness.find(({ repositoryId }) => repositoryId === location.repositoryId);
  if (location.kind === "commit" || !repository || (location.kind === "file" && location.isGone)) return null;
  const { repositorySlug, branch } = repository;
  const { path, startLine: start, endLine: end } = location;
  const address = { href: href("repositoryFile", { ...project, repositorySlug, branchName: branch, _splat: path }) };
  return start === null || end === null ? address : { ...address, hash: lineHash({ start, end }) };
}

const reasonTexts = {
  named: "Named in the task",
  endpoint: "Serves",
  setting: "Reads",
  table: "Table",
  string: "Shows",
  words: "Speaks of",
  history: "Changed in",
  imports: "Used by",
  cited: "Rests on",
} as const satisfies Record<LocationReason["kind"], string>;

/** Subjects of commits are sentences: one is enough to know the sort of change. */
function sayReason({ kind, words }: LocationReason): string {
  const said = kind === "history" || kind === "string" ? words.slice(0, 1).map((one) => `“${one}”`) : words.slice(0, 4);
  return `${reasonTexts[kind]} ${said.join(", ")}`.trim();
}
