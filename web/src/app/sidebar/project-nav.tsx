import type { Organization } from "@cairn/contract/organizations";
import type { Project } from "@cairn/contract/projects";
import { can } from "@cairn/contract/roles";
import type { Service } from "@cairn/contract/services";
import { BooksIcon } from "@phosphor-icons/react/dist/csr/Books";
import { ChatCircleTextIcon } from "@phosphor-icons/react/dist/csr/ChatCircleText";
import { CubeIcon } from "@phosphor-icons/react/dist/csr/Cube";
import { FilePlusIcon } from "@phosphor-icons/react/dist/csr/FilePlus";
import { FilesIcon } from "@phosphor-icons/react/dist/csr/Files";
import { GavelIcon } from "@phosphor-icons/react/dist/csr/Gavel";
import { GearSixIcon } from "@phosphor-icons/react/dist/csr/GearSix";
import { GitBranchIcon } from "@phosphor-icons/react/dist/csr/GitBranch";
import { GitPullRequestIcon } from "@phosphor-icons/react/dist/csr/GitPullRequest";
import { KanbanIcon } from "@phosphor-icons/react/dist/csr/Kanban";
import { MagnifyingGlassIcon } from "@phosphor-icons/react/dist/csr/MagnifyingGlass";
import { NotePencilIcon } from "@phosphor-icons/react/dist/csr/NotePencil";
import { PathIcon } from "@phosphor-icons/react/dist/csr/Path";
import { PlugsConnectedIcon } from "@phosphor-icons/react/dist/csr/PlugsConnected";
import { SquaresFourIcon } from "@phosphor-icons/react/dist/csr/SquaresFour";
import { StackIcon } from "@phosphor-icons/react/dist/csr/Stack";
import { TreeStructureIcon } from "@phosphor-icons/react/dist/csr/TreeStructure";
import { UserPlusIcon } from "@phosphor-icons/react/dist/csr/UserPlus";
import { useQuery } from "@tanstack/react-query";

import { useIsAnyChatAnswering } from "#web/features/chat/session/chat.api.ts";
import { subtreeIds } from "#web/features/pages/tree/page-tree.ts";
import type { PageNode } from "#web/features/pages/tree/page-tree.ts";
import { usePageGroups } from "#web/features/pages/tree/use-page-groups.ts";
import type { PageGroup } from "#web/features/pages/tree/use-page-groups.ts";
import type { ProjectKey } from "#web/features/projects/projects.api.ts";
import { taskSummaryQuery } from "#web/features/tasks/summary/task-summary.api.ts";
import { href } from "#web/lib/navigation/paths.ts";
import { useRouteParams } from "#web/lib/navigation/route-params.ts";
import { Spinner } from "#web/ui/feedback/spinner.tsx";

import { NavCollapsible } from "./nav-collapsible.tsx";
import { NavGroup, NavItem } from "./nav-item.tsx";
import { NavPage } from "./nav-page.tsx";

interface ProjectNavProps {
  organizationId: string;
  projectId: string;
  /** Undefined while loading; only items that do not depend on it are shown then. */
  organization: Organization | undefined;
  project: Project | undefined;
}

/** Navigation inside a product; before its setup is complete only the overview. */
export function ProjectNav({ organizationId, projectId, organization, project }: ProjectNavProps) {
  const params = { organizationId, projectId };
  const isAnswering = useIsAnyChatAnswering();
  const isDescribing = useIsAnyChatAnswering("project-metadata-assistant");
  // Items that load later must not move the others.
  const { groups, isPending: areDocsPending, error } = usePageGroups(organizationId, project);
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
            href={href("create", params)}
            icon={<FilePlusIcon className="size-4" />}
            label="Create"
            active={{ name: "create" }}
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
          {/* Where the pages could not be loaded, nobody knows which service has none. */}
          <LiveDocs {...params} groups={groups} services={error === null ? project.services : []} />
          <NavGroup title="Work">
            <NavItem
              href={href("tasks", params)}
              icon={<KanbanIcon className="size-4" />}
              label="Tasks"
              active={{ name: "tasks" }}
            />
            <ReviewItem {...params} />
            <NavItem
              href={href("plans", params)}
              icon={<PathIcon className="size-4" />}
              label="Plan"
              active={{ name: "plans" }}
            />
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
            <NavItem
              href={href("description", params)}
              icon={isDescribing ? <Spinner className="text-ai-text" /> : <NotePencilIcon className="size-4" />}
              label="Product Description"
              active={{ name: "description" }}
              isStreaming={isDescribing}
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

/** Leads to the reviews, and says how much of them and of runs waits for the person. */
function ReviewItem(project: ProjectKey) {
  const needYou = useQuery(taskSummaryQuery(project)).data?.needYou ?? 0;
  return (
    <NavItem
      href={href("reviews", { ...project })}
      icon={<GitPullRequestIcon className="size-4" />}
      label="Review"
      count={needYou > 0 ? { value: needYou, words: `${needYou} ${needYou === 1 ? "needs" : "need"} you` } : null}
      active={{ name: "reviews" }}
    />
  );
}

interface LiveDocsProps {
  organizationId: string;
  projectId: string;
  /** With pages. */
  groups: readonly PageGroup[];
  /** All of the product. */
  services: readonly Pick<Service, "serviceId" | "name">[];
}

/** Top-level pages shown per group; the others are under "All documents". */
const maxShownPages = 50;

function holds(node: PageNode, artifactId: string | undefined): boolean {
  return artifactId !== undefined && subtreeIds(node).includes(artifactId);
}

/** Up to this many services start expanded. */
const maxOpenServices = 3;

/** Pages of the organization and the product as trees, then each service with its own, also one that has none yet. */
function LiveDocs({ organizationId, projectId, groups, services }: LiveDocsProps) {
  const { artifactId } = useRouteParams();
  const documented = groups.filter(({ kind }) => kind === "service");
  const listPages = ({ tree }: PageGroup, level: number) =>
    tree
      .filter((node, at) => at < maxShownPages || holds(node, artifactId))
      .map((node) => (
        <NavPage
          key={node.page.artifactId}
          organizationId={organizationId}
          projectId={projectId}
          node={node}
          level={level}
          currentId={artifactId}
        />
      ));
  return (
    <NavGroup title="Live Docs">
      <NavItem
        href={href("setupArchitecture", { organizationId, projectId })}
        icon={<TreeStructureIcon className="size-4" />}
        label="Architecture"
        active={{ name: "setupArchitecture", isExact: true }}
      />
      {groups.filter(({ kind }) => kind !== "service").map((group) => listPages(group, 0))}
      {services.map(({ serviceId, name }) => {
        const group = documented.find(({ key }) => key === serviceId);
        return group ? (
          <NavCollapsible
            key={serviceId}
            icon={<CubeIcon className="size-4" />}
            label={name}
            isInitiallyOpen={documented.length <= maxOpenServices}
            hasCurrent={group.tree.some((node) => holds(node, artifactId))}
          >
            {listPages(group, 1)}
          </NavCollapsible>
        ) : (
          <NavItem
            key={serviceId}
            href={href("service", { organizationId, projectId, serviceId })}
            icon={<CubeIcon className="size-4" />}
            label={name}
            note="No page yet"
          />
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
