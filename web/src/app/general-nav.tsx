import type { Organization } from "@cairn/contract/organizations";
import type { Project } from "@cairn/contract/projects";
import { BuildingsIcon } from "@phosphor-icons/react/dist/csr/Buildings";
import { CubeIcon } from "@phosphor-icons/react/dist/csr/Cube";
import { GearSixIcon } from "@phosphor-icons/react/dist/csr/GearSix";
import { HouseIcon } from "@phosphor-icons/react/dist/csr/House";
import { KeyIcon } from "@phosphor-icons/react/dist/csr/Key";
import { SquaresFourIcon } from "@phosphor-icons/react/dist/csr/SquaresFour";
import { useQueries, useQuery } from "@tanstack/react-query";

import { organizationsQuery } from "#web/features/organizations/organizations.api.ts";
import { projectsQuery } from "#web/features/projects/projects.api.ts";
import { href } from "#web/lib/paths.ts";

import { NavGroup, NavItem } from "./nav-item.tsx";

/** Navigation of the user's home: every organization with its products. */
export function HomeNav() {
  const organizations = useQuery(organizationsQuery()).data?.content ?? [];
  const products = useQueries({ queries: organizations.map(({ slug }) => projectsQuery(slug)) });
  // Lists that arrive one by one would push each other down.
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
        organizations.map((organization, index) => (
          <OrganizationProducts
            key={organization.organizationId}
            organization={organization}
            projects={products[index]?.data?.content ?? []}
          />
        ))}
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
        href={href("apiKeys")}
        icon={<KeyIcon className="size-4" />}
        label="API Keys"
        active={{ name: "apiKeys" }}
      />
    </NavGroup>
  );
}
