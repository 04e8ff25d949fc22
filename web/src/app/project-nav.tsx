import type { ArtifactSummary } from "@cairn/contract/artifacts";
import type { Organization } from "@cairn/contract/organizations";
import type { Project } from "@cairn/contract/projects";
import { can } from "@cairn/contract/roles";
import { BooksIcon } from "@phosphor-icons/react/dist/csr/Books";
import { ChatCircleTextIcon } from "@phosphor-icons/react/dist/csr/ChatCircleText";
import { CubeIcon } from "@phosphor-icons/react/dist/csr/Cube";
import { FilesIcon } from "@phosphor-icons/react/dist/csr/Files";
import { FileTextIcon } from "@phosphor-icons/react/dist/csr/FileText";
import { GavelIcon } from "@phosphor-icons/react/dist/csr/Gavel";
import { GearSixIcon } from "@phosphor-icons/react/dist/csr/GearSix";
import { GitBranchIcon } from "@phosphor-icons/react/dist/csr/GitBranch";
import { MagnifyingGlassIcon } from "@phosphor-icons/react/dist/csr/MagnifyingGlass";
import { PlugsConnectedIcon } from "@phosphor-icons/react/dist/csr/PlugsConnected";
import { SquaresFourIcon } from "@phosphor-icons/react/dist/csr/SquaresFour";
import { StackIcon } from "@phosphor-icons/react/dist/csr/Stack";
import { UserPlusIcon } from "@phosphor-icons/react/dist/csr/UserPlus";
import { useQuery } from "@tanstack/react-query";

import { artifactsQuery } from "#web/features/artifacts/artifacts.api.ts";
import { useIsAnyChatAnswering } from "#web/features/chat/chat.api.ts";
import { href } from "#web/lib/paths.ts";
import { useRouteParams } from "#web/lib/route-params.ts";
import { Spinner } from "#web/ui/spinner.tsx";

import { NavFold } from "./nav-fold.tsx";
import { NavGroup, NavItem } from "./nav-item.tsx";

interface ProjectNavProps {
  organizationId: string;
  projectId: string;
  /** Undefined while they load; then only what needs no knowledge of them is shown. */
  organization: Organization | undefined;
  project: Project | undefined;
}

/** Navigation inside a product; before its setup is complete only the overview. */
export function ProjectNav({ organizationId, projectId, organization, project }: ProjectNavProps) {
  const params = { organizationId, projectId };
  const isAnswering = useIsAnyChatAnswering();
  const organizationPages = useQuery(artifactsQuery(organizationId));
  const productId = project?.projectId;
  const productPages = useQuery({
    ...artifactsQuery(organizationId, { projectId: productId }),
    enabled: productId !== undefined,
  });
  // What comes later must not push down what is there already.
  const areDocsPending = organizationPages.isPending || productPages.isPending;
  const pages = distinct([...(organizationPages.data?.content ?? []), ...(productPages.data?.content ?? [])]);
  return (
    <>
      <NavGroup>
        <NavItem
          href={href("project", params)}
          icon={<SquaresFourIcon className="size-4" />}
          label="Overview"
          active={{ name: "project", isExact: true }}
        />
        {project?.setupComplete && (
          <NavItem
            href={href("chat", params)}
            icon={isAnswering ? <Spinner className="text-ai-text" /> : <ChatCircleTextIcon className="size-4" />}
            label="Ask"
            active={{ name: "chat" }}
            isStreaming={isAnswering}
          />
        )}
        {project?.setupComplete && (
          <NavItem
            href={href("search", params)}
            icon={<MagnifyingGlassIcon className="size-4" />}
            label="Search"
            active={{ name: "search" }}
          />
        )}
      </NavGroup>
      {project?.setupComplete && !areDocsPending && (
        <>
          <LiveDocs organizationId={organizationId} projectId={projectId} project={project} pages={pages} />
          <NavGroup title="Work">
            <NavItem
              href={href("repositories", params)}
              icon={<GitBranchIcon className="size-4" />}
              label="Repositories"
              active={{ name: "repositories" }}
            />
            <NavItem
              href={href("services", params)}
              icon={<StackIcon className="size-4" />}
              label="Services"
              active={{ name: "services" }}
            />
            <NavItem
              href={href("rules", params)}
              icon={<GavelIcon className="size-4" />}
              label="Rules"
              active={{ name: "rules" }}
            />
            <NavItem
              href={href("externalContext", params)}
              icon={<BooksIcon className="size-4" />}
              label="External Context"
              active={{ name: "externalContext" }}
            />
          </NavGroup>
          <NavGroup title="Product">
            <NavItem
              href={href("mcp", params)}
              icon={<PlugsConnectedIcon className="size-4" />}
              label="MCP Server"
              active={{ name: "mcp" }}
            />
            <NavItem
              href={href("projectSettings", params)}
              icon={<GearSixIcon className="size-4" />}
              label="Product Settings"
              active={{ name: "projectSettings" }}
            />
            {organization && can(organization.role, "member.manage") && (
              <NavItem href={href("invite", params)} icon={<UserPlusIcon className="size-4" />} label="Invite Team" />
            )}
          </NavGroup>
        </>
      )}
    </>
  );
}

interface LiveDocsProps {
  organizationId: string;
  projectId: string;
  project: Project;
  /** Of the organization and its products. */
  pages: readonly ArtifactSummary[];
}

/** Pages of the organization and the product, then each service with its own. */
function LiveDocs({ organizationId, projectId, project, pages: all }: LiveDocsProps) {
  const { artifactId } = useRouteParams();
  const pages = all.filter((page) => page.projectId === null || page.projectId === project.projectId);
  const general = pages.filter((page) => page.serviceId === null);
  const services = project.services.filter((service) => pages.some((page) => page.serviceId === service.serviceId));
  if (pages.length === 0) return null;

  const item = (page: ArtifactSummary, level: 0 | 1) => (
    <NavItem
      key={page.artifactId}
      href={href("artifact", { organizationId, projectId, artifactId: page.artifactId })}
      icon={page.isUpdating ? <Spinner className="text-ai-text" /> : <FileTextIcon className="size-4" />}
      label={page.title}
      active={{ name: "artifact", params: { artifactId: page.artifactId } }}
      level={level}
    />
  );
  return (
    <NavGroup title="Live Docs">
      {general.map((page) => item(page, 0))}
      {services.map((service) => {
        const own = pages.filter((page) => page.serviceId === service.serviceId);
        return (
          <NavFold
            key={service.serviceId}
            icon={<CubeIcon className="size-4" />}
            label={service.name}
            isInitiallyOpen={own.some((page) => page.artifactId === artifactId) || services.length <= 3}
          >
            {own.map((page) => item(page, 1))}
          </NavFold>
        );
      })}
      <NavItem
        href={href("context", { organizationId, projectId })}
        icon={<FilesIcon className="size-4" />}
        label="All documents"
        active={{ name: "context" }}
      />
    </NavGroup>
  );
}

function distinct(pages: readonly ArtifactSummary[]): ArtifactSummary[] {
  return [...new Map(pages.map((page) => [page.artifactId, page])).values()];
}
