import type { Organization } from "@cairn/contract/organizations";
import type { Project } from "@cairn/contract/projects";
import { BuildingsIcon } from "@phosphor-icons/react/dist/csr/Buildings";
import { CubeIcon } from "@phosphor-icons/react/dist/csr/Cube";
import { GearSixIcon } from "@phosphor-icons/react/dist/csr/GearSix";
import { HouseIcon } from "@phosphor-icons/react/dist/csr/House";
import { KanbanIcon } from "@phosphor-icons/react/dist/csr/Kanban";
import { KeyIcon } from "@phosphor-icons/react/dist/csr/Key";
import { LayoutIcon } from "@phosphor-icons/react/dist/csr/Layout";
import { LockIcon } from "@phosphor-icons/react/dist/csr/Lock";
import { PlugsConnectedIcon } from "@phosphor-icons/react/dist/csr/PlugsConnected";
import { SquaresFourIcon } from "@phosphor-icons/react/dist/csr/SquaresFour";
import { TerminalWindowIcon } from "@phosphor-icons/react/dist/csr/TerminalWindow";
import { UsersIcon } from "@phosphor-icons/react/dist/csr/Users";
import { useQueries, useQuery } from "@tanstack/react-query";

import { organizationsQuery } from "#web/features/organizations/organizations.api.ts";
import { projectsQuery } from "#web/features/projects/projects.api.ts";
import { arrangeOrganizations } from "#web/features/users/arrange-organizations.ts";
import { useUser } from "#web/features/users/users.api.ts";
import { loadLastProject } from "#web/lib/browser/storage.ts";
import { href } from "#web/lib/navigation/paths.ts";

import { NavGroup, NavItem } from "./nav-item.tsx";

/** Navigation of the user's home: some organizations with their products, more of them as rows. */
export function HomeNav() {
  const user = useUser();
  const organizations = useQuery(organizationsQuery()).data?.content ?? [];
  const lastUsed = user && loadLastProject(user.userId)?.organization;
  const { open, listed } = arrangeOrganizations(organizations, lastUsed);
  const products = useQueries({ queries: open.map((one) => projectsQuery(one.slug || one.organizationId)) });
  // Waits for all lists, so that they do not shift each other.
  const isReady = products.every((query) => !query.isPending);
  return (
    <>
      <NavGroup>
        <NavItem
          href={href("home")}
          icon={<HouseIcon className="size-4" />}
          label="Home"
          active={{ name: "home", isExact: true }}
        />
        <NavItem
          href={href("organizations")}
          icon={<BuildingsIcon className="size-4" />}
          label="My Organizations"
          active={{ name: "organizations" }}
        />
      </NavGroup>
      {isReady &&
        open.map((organization, index) => (
          <OrganizationProducts
            key={organization.organizationId}
            organization={organization}
            projects={products[index]?.data?.content ?? []}
          />
        ))}
      {isReady && listed.length > 0 && (
        <NavGroup title="Other organizations">
          {listed.map((organization) => (
            <NavItem
              key={organization.organizationId}
              href={href("projects", { organizationId: organization })}
              icon={<BuildingsIcon className="size-4" />}
              label={organization.name}
            />
          ))}
        </NavGroup>
      )}
    </>
  );
}

function OrganizationProducts({
  organization,
  projects,
}: {
  organization: Organization;
  projects: readonly Project[];
}) {
  return (
    <NavGroup title={organization.name}>
      {projects.map((project) => (
        <NavItem
          key={project.projectId}
          href={href("project", { organizationId: organization, projectId: project })}
          icon={<CubeIcon className="size-4" />}
          label={project.name}
        />
      ))}
      {projects.length === 0 && (
        <NavItem
          href={href("projects", { organizationId: organization })}
          icon={<SquaresFourIcon className="size-4" />}
          label="Products"
        />
      )}
    </NavGroup>
  );
}

/** Navigation of an organization. */
export function OrganizationNav({ organizationId }: { organizationId: string }) {
  const params = { organizationId };
  return (
    <>
      <NavGroup>
        <NavItem
          href={href("projects", params)}
          icon={<SquaresFourIcon className="size-4" />}
          label="Products"
          active={{ name: "projects" }}
        />
        <NavItem
          href={href("organizationTasks", params)}
          icon={<KanbanIcon className="size-4" />}
          label="Tasks"
          active={{ name: "organizationTasks" }}
        />
        <NavItem
          href={href("members", params)}
          icon={<UsersIcon className="size-4" />}
          label="Members"
          active={{ name: "members" }}
        />
        <NavItem
          href={href("templates", params)}
          icon={<LayoutIcon className="size-4" />}
          label="Templates"
          active={{ name: "templates" }}
        />
        <NavItem
          href={href("integrations", params)}
          icon={<PlugsConnectedIcon className="size-4" />}
          label="Integrations"
          active={{ name: "integrations" }}
        />
        <NavItem
          href={href("organizationSettings", params)}
          icon={<GearSixIcon className="size-4" />}
          label="Settings"
          active={{ name: "organizationSettings" }}
        />
      </NavGroup>
      <NavGroup>
        <NavItem href={href("organizations")} icon={<BuildingsIcon className="size-4" />} label="All Organizations" />
      </NavGroup>
    </>
  );
}

/** Navigation of the user's own settings. */
export function UserSettingsNav() {
  return (
    <NavGroup title="Your account">
      <NavItem
        href={href("userSettings")}
        icon={<GearSixIcon className="size-4" />}
        label="General"
        active={{ name: "userSettings", isExact: true }}
      />
      <NavItem
        href={href("organizations")}
        icon={<BuildingsIcon className="size-4" />}
        label="My Organizations"
        active={{ name: "organizations" }}
      />
      <NavItem
        href={href("authentication")}
        icon={<LockIcon className="size-4" />}
        label="Authentication"
        active={{ name: "authentication" }}
      />
      <NavItem
        href={href("sshKeys")}
        icon={<TerminalWindowIcon className="size-4" />}
        label="SSH Keys"
        active={{ name: "sshKeys" }}
      />
      <NavItem
        href={href("apiKeys")}
        icon={<KeyIcon className="size-4" />}
        label="API Keys"
        active={{ name: "apiKeys" }}
      />
    </NavGroup>
  );
}
