import { BooksIcon } from "@phosphor-icons/react/dist/csr/Books";
import { BuildingsIcon } from "@phosphor-icons/react/dist/csr/Buildings";
import { ChatCircleTextIcon } from "@phosphor-icons/react/dist/csr/ChatCircleText";
import { GavelIcon } from "@phosphor-icons/react/dist/csr/Gavel";
import { GearSixIcon } from "@phosphor-icons/react/dist/csr/GearSix";
import { GitBranchIcon } from "@phosphor-icons/react/dist/csr/GitBranch";
import { HouseIcon } from "@phosphor-icons/react/dist/csr/House";
import { KeyIcon } from "@phosphor-icons/react/dist/csr/Key";
import { LayoutIcon } from "@phosphor-icons/react/dist/csr/Layout";
import { LockKeyIcon } from "@phosphor-icons/react/dist/csr/LockKey";
import { MagnifyingGlassIcon } from "@phosphor-icons/react/dist/csr/MagnifyingGlass";
import { NotePencilIcon } from "@phosphor-icons/react/dist/csr/NotePencil";
import { PlugsConnectedIcon } from "@phosphor-icons/react/dist/csr/PlugsConnected";
import { SquaresFourIcon } from "@phosphor-icons/react/dist/csr/SquaresFour";
import { StackIcon } from "@phosphor-icons/react/dist/csr/Stack";
import { TerminalIcon } from "@phosphor-icons/react/dist/csr/Terminal";
import { UsersIcon } from "@phosphor-icons/react/dist/csr/Users";
import type { ReactNode } from "react";

import { href } from "#web/lib/paths.ts";

import type { Place } from "./place.ts";

/** A screen one can go to from here. */
export interface Destination {
  label: string;
  href: string;
  icon: ReactNode;
  /** Pressed after G. */
  key?: string;
}

const iconLook = "size-4";

/** Where the command menu and the G keys lead from a place. */
export function destinations({ organizationId, projectId, project }: Place): Destination[] {
  const product = { organizationId, projectId };
  const list: Destination[] = [];
  if (organizationId && projectId) {
    list.push({
      label: "Overview",
      href: href("project", product),
      icon: <SquaresFourIcon className={iconLook} />,
      key: "o",
    });
    if (project?.setupComplete) {
      list.push(
        { label: "Ask", href: href("chat", product), icon: <ChatCircleTextIcon className={iconLook} />, key: "a" },
        {
          label: "Search",
          href: href("search", product),
          icon: <MagnifyingGlassIcon className={iconLook} />,
          key: "f",
        },
        {
          label: "Repositories",
          href: href("repositories", product),
          icon: <GitBranchIcon className={iconLook} />,
          key: "r",
        },
        { label: "Services", href: href("services", product), icon: <StackIcon className={iconLook} /> },
        { label: "Rules", href: href("rules", product), icon: <GavelIcon className={iconLook} />, key: "u" },
        { label: "External Context", href: href("externalContext", product), icon: <BooksIcon className={iconLook} /> },
        {
          label: "MCP Server",
          href: href("mcp", product),
          icon: <PlugsConnectedIcon className={iconLook} />,
          key: "m",
        },
        {
          label: "Product Settings",
          href: href("projectSettings", product),
          icon: <GearSixIcon className={iconLook} />,
          key: "s",
        },
        {
          label: "Product Description",
          href: href("description", product),
          icon: <NotePencilIcon className={iconLook} />,
        },
      );
    }
  }
  if (organizationId) {
    list.push(
      { label: "Products", href: href("projects", product), icon: <SquaresFourIcon className={iconLook} /> },
      { label: "Members", href: href("members", product), icon: <UsersIcon className={iconLook} /> },
      { label: "Templates", href: href("templates", product), icon: <LayoutIcon className={iconLook} /> },
      {
        label: "Integrations",
        href: href("integrations", product),
        icon: <PlugsConnectedIcon className={iconLook} />,
      },
      {
        label: "Organization Settings",
        href: href("organizationSettings", product),
        icon: <BuildingsIcon className={iconLook} />,
      },
    );
  }
  list.push(
    { label: "Home", href: href("home"), icon: <HouseIcon className={iconLook} />, key: "h" },
    { label: "My Organizations", href: href("organizations"), icon: <BuildingsIcon className={iconLook} /> },
    { label: "Account", href: href("userSettings"), icon: <GearSixIcon className={iconLook} /> },
    { label: "Authentication", href: href("authentication"), icon: <LockKeyIcon className={iconLook} /> },
    { label: "SSH Keys", href: href("sshKeys"), icon: <TerminalIcon className={iconLook} /> },
    { label: "API Keys", href: href("apiKeys"), icon: <KeyIcon className={iconLook} /> },
  );
  return list;
}
