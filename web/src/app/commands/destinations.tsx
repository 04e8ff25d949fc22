import { BooksIcon } from "@phosphor-icons/react/dist/csr/Books";
import { BuildingsIcon } from "@phosphor-icons/react/dist/csr/Buildings";
import { ChatCircleTextIcon } from "@phosphor-icons/react/dist/csr/ChatCircleText";
import { GavelIcon } from "@phosphor-icons/react/dist/csr/Gavel";
import { GearSixIcon } from "@phosphor-icons/react/dist/csr/GearSix";
import { GitBranchIcon } from "@phosphor-icons/react/dist/csr/GitBranch";
import { GitPullRequestIcon } from "@phosphor-icons/react/dist/csr/GitPullRequest";
import { HouseIcon } from "@phosphor-icons/react/dist/csr/House";
import { KanbanIcon } from "@phosphor-icons/react/dist/csr/Kanban";
import { KeyIcon } from "@phosphor-icons/react/dist/csr/Key";
import { LayoutIcon } from "@phosphor-icons/react/dist/csr/Layout";
import { LockKeyIcon } from "@phosphor-icons/react/dist/csr/LockKey";
import { MagnifyingGlassIcon } from "@phosphor-icons/react/dist/csr/MagnifyingGlass";
import { NotePencilIcon } from "@phosphor-icons/react/dist/csr/NotePencil";
import { PathIcon } from "@phosphor-icons/react/dist/csr/Path";
import { PlugsConnectedIcon } from "@phosphor-icons/react/dist/csr/PlugsConnected";
import { SquaresFourIcon } from "@phosphor-icons/react/dist/csr/SquaresFour";
import { StackIcon } from "@phosphor-icons/react/dist/csr/Stack";
import { TerminalIcon } from "@phosphor-icons/react/dist/csr/Terminal";
import { TreeStructureIcon } from "@phosphor-icons/react/dist/csr/TreeStructure";
import { UsersIcon } from "@phosphor-icons/react/dist/csr/Users";
import type { ReactNode } from "react";

import type { CurrentScope } from "#web/app/location/current-scope.ts";
import { href } from "#web/lib/navigation/paths.ts";

/** A navigation target. */
export interface Destination {
  label: string;
  href: string;
  icon: ReactNode;
  /** Pressed after G. */
  key?: string;
}

const iconClass = "size-4";

/** Lists the navigation targets of the command menu and the G keys. */
export function listDestinations({ organizationId, projectId, project }: CurrentScope): Destination[] {
  const product = { organizationId, projectId };
  const list: Destination[] = [];
  if (organizationId && projectId) {
    list.push({
      label: "Overview",
      href: href("project", product),
      icon: <SquaresFourIcon className={iconClass} />,
      key: "o",
    });
    if (project?.setupComplete) {
      list.push(
        { label: "Ask", href: href("chat", product), icon: <ChatCircleTextIcon className={iconClass} />, key: "a" },
        {
          label: "Search",
          href: href("search", product),
          icon: <MagnifyingGlassIcon className={iconClass} />,
          key: "f",
        },
        {
          label: "Architecture",
          href: href("setupArchitecture", product),
          icon: <TreeStructureIcon className={iconClass} />,
          key: "d",
        },
        { label: "Tasks", href: href("tasks", product), icon: <KanbanIcon className={iconClass} />, key: "t" },
        {
          label: "Review",
          href: href("reviews", product),
          icon: <GitPullRequestIcon className={iconClass} />,
          key: "v",
        },
        { label: "Plan", href: href("plans", product), icon: <PathIcon className={iconClass} />, key: "p" },
        {
          label: "Repositories",
          href: href("repositories", product),
          icon: <GitBranchIcon className={iconClass} />,
          key: "r",
        },
        { label: "Services", href: href("services", product), icon: <StackIcon className={iconClass} /> },
        { label: "Rules", href: href("rules", product), icon: <GavelIcon className={iconClass} />, key: "u" },
        {
          label: "External Context",
          href: href("externalContext", product),
          icon: <BooksIcon className={iconClass} />,
        },
        {
          label: "MCP Server",
          href: href("mcp", product),
          icon: <PlugsConnectedIcon className={iconClass} />,
          key: "m",
        },
        {
          label: "Product Settings",
          href: href("projectSettings", product),
          icon: <GearSixIcon className={iconClass} />,
          key: "s",
        },
        {
          label: "Product Description",
          href: href("description", product),
          icon: <NotePencilIcon className={iconClass} />,
        },
      );
    }
  }
  if (organizationId) {
    list.push(
      { label: "Products", href: href("projects", product), icon: <SquaresFourIcon className={iconClass} /> },
      { label: "Members", href: href("members", product), icon: <UsersIcon className={iconClass} /> },
      { label: "Templates", href: href("templates", product), icon: <LayoutIcon className={iconClass} /> },
      {
        label: "Integrations",
        href: href("integrations", product),
        icon: <PlugsConnectedIcon className={iconClass} />,
      },
      {
        label: "Organization Settings",
        href: href("organizationSettings", product),
        icon: <BuildingsIcon className={iconClass} />,
      },
    );
  }
  list.push(
    { label: "Home", href: href("home"), icon: <HouseIcon className={iconClass} />, key: "h" },
    { label: "My Organizations", href: href("organizations"), icon: <BuildingsIcon className={iconClass} /> },
    { label: "Account", href: href("userSettings"), icon: <GearSixIcon className={iconClass} /> },
    { label: "Authentication", href: href("authentication"), icon: <LockKeyIcon className={iconClass} /> },
    { label: "SSH Keys", href: href("sshKeys"), icon: <TerminalIcon className={iconClass} /> },
    { label: "API Keys", href: href("apiKeys"), icon: <KeyIcon className={iconClass} /> },
  );
  return list;
}
