import type { SetupProgress } from "@cairn/contract/projects";
import { isProvisional } from "@cairn/contract/services";
import type { Service } from "@cairn/contract/services";
import { CheckCircleIcon } from "@phosphor-icons/react/dist/csr/CheckCircle";
import { CircleDashedIcon } from "@phosphor-icons/react/dist/csr/CircleDashed";
import { useQuery } from "@tanstack/react-query";

import type { ProjectKey } from "#web/features/projects/projects.api.ts";
import { repositoriesQuery, repositoryName } from "#web/features/repositories/repositories.api.ts";
import { href } from "#web/lib/navigation/paths.ts";
import { stripMarkdown } from "#web/lib/text/strip-markdown.ts";
import { Link } from "#web/ui/action/link.tsx";
import { cx } from "#web/ui/cx.ts";
import { Card } from "#web/ui/layout/card.tsx";

interface SetupChecksProps {
  project: ProjectKey;
  setup: SetupProgress;
  description: string | null;
  /** Those that the product has already. */
  services: readonly Service[];
}

/** The three things that a product which is set up has, and its services. */
export function SetupChecks({ project, setup, description, services }: SetupChecksProps) {
  const repositories = useQuery(repositoriesQuery(project)).data?.content ?? [];
  const names = repositories.map(repositoryName).join(", ");
  const added = services.filter((service) => !isProvisional(service.description)).map(({ name }) => name);
  const checks = [
    {
      title: "Repository",
      isLong: false,
      isDone: setup.hasRepository,
      text: setup.hasRepository ? (setup.label ?? (names === "" ? "Connected" : names)) : "None is connected yet.",
      link: { href: href("setupImport", { ...project }), label: setup.hasRepository ? "Change" : "Connect" },
    },
    {
      title: "Description",
      isLong: true,
      isDone: setup.hasDescription,
      text: description === null ? "Nobody has written one yet." : stripMarkdown(description),
      link: { href: href("setupDescription", { ...project }), label: setup.hasDescription ? "Change" : "Write" },
    },
    ...(added.length > 0
      ? [
          {
            title: added.length === 1 ? "1 service" : `${added.length} services`,
            isLong: false,
            isDone: true,
            text: added.toSorted((one, other) => one.localeCompare(other)).join(", "),
            link: { href: href("setupArchitecture", { ...project }), label: "Change" },
          },
        ]
      : []),
    {
      title: "Set-up finished",
      isLong: false,
      isDone: setup.setupComplete,
      text: setup.setupComplete
        ? "Documents, answers and search are open to your team."
        : "You finish it here. Documents, answers and search then open to your team.",
      link: null,
    },
  ];
  return (
    <Card>
      <h2 className="border-b border-line-subtle p-4 text-base font-semibold md:px-5">What is there</h2>
      <ul className="divide-y divide-line-subtle">
        {checks.map(({ title, isDone, text, link, isLong }) => {
          const Icon = isDone ? CheckCircleIcon : CircleDashedIcon;
          return (
            <li key={title} className="flex items-start gap-3 p-4 md:px-5">
              <Icon
                aria-label={isDone ? "There" : "Missing"}
                weight={isDone ? "fill" : "regular"}
                className={cx("mt-0.5 size-5 shrink-0", isDone ? "text-success-text" : "text-ink-3")}
              />
              <div className="min-w-0 flex-1">
                <p className="text-base font-medium">{title}</p>
                <p className={cx("mt-0.5 text-sm wrap-anywhere text-ink-3", isLong && "line-clamp-3")}>{text}</p>
              </div>
              {link && (
                <Link
                  href={link.href}
                  aria-label={`${link.label} ${title.toLowerCase()}`}
                  className="rounded-sm text-sm font-medium text-accent-text hover:underline pointer-coarse:py-3"
                >
                  {link.label}
                </Link>
              )}
            </li>
          );
        })}
      </ul>
    </Card>
  );
}
