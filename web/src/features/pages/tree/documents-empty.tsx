import { ClipboardTextIcon } from "@phosphor-icons/react/dist/csr/ClipboardText";
import { PlugsIcon } from "@phosphor-icons/react/dist/csr/Plugs";
import { TreeStructureIcon } from "@phosphor-icons/react/dist/csr/TreeStructure";
import type { ReactNode } from "react";

import type { ProjectKey } from "#web/features/projects/projects.api.ts";
import { href } from "#web/lib/navigation/paths.ts";
import { ButtonLink } from "#web/ui/action/button.tsx";
import { Link } from "#web/ui/action/link.tsx";

const starterPages: readonly { title: string; text: string; icon: ReactNode }[] = [
  {
    title: "System overview",
    text: "What it does, its parts, and how data flows between them.",
    icon: <TreeStructureIcon className="size-5" />,
  },
  {
    title: "API reference",
    text: "Every endpoint with its parameters, answers and errors.",
    icon: <PlugsIcon className="size-5" />,
  },
  {
    title: "Runbook",
    text: "How to run it, what may break, and what to do then.",
    icon: <ClipboardTextIcon className="size-5" />,
  },
];

/** Shown while a product has no pages: suggestions for a first one. */
export function DocumentsEmpty({ project }: { project: ProjectKey }) {
  const create = href("create", { ...project });
  return (
    <div className="flex flex-col items-center rounded-lg border border-dashed border-line px-4 py-10 text-center md:px-6">
      <h2 className="text-base font-semibold">No documents yet</h2>
      <p className="mt-1 max-w-100 text-base text-ink-3">
        They are written from your code as soon as it is indexed. Or begin with one of these.
      </p>
      <ul className="mt-6 grid w-full max-w-190 gap-3 text-left sm:grid-cols-3">
        {starterPages.map(({ title, text, icon }) => (
          <li key={title}>
            <Link
              href={create}
              search={{ template: title }}
              className="flex h-full flex-col gap-2 rounded-lg border border-line bg-surface-2 p-4 hover:bg-surface-3"
            >
              <span aria-hidden="true" className="text-ink-3">
                {icon}
              </span>
              <span className="text-base font-medium text-ink">{title}</span>
              <span className="text-sm text-ink-3">{text}</span>
            </Link>
          </li>
        ))}
      </ul>
      <ButtonLink href={create} variant="primary" className="mt-6">
        Create
      </ButtonLink>
    </div>
  );
}
