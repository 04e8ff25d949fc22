import type { ImplementationEngine } from "@cairn/contract/implementations";
import { and, eq } from "drizzle-orm";

import type { Db } from "#server/platform/db/open-db.ts";
import type { ProjectKey } from "#server/platform/db/row-keys.ts";
import { projects } from "#server/platform/db/tables/projects.ts";

/** An engine, and which coding agent where it is that. */
export interface ChosenEngine {
  engine: ImplementationEngine;
  agent: string | null;
}

const isProject = (key: ProjectKey) =>
  and(eq(projects.organizationId, key.organizationId), eq(projects.projectId, key.projectId));

/** What implements tasks of the product where nobody says otherwise; null where nothing was chosen. */
export async function loadDefaultEngine(db: Db, key: ProjectKey): Promise<ChosenEngine | null> {
  const [row] = await db
    .select({ engine: projects.defaultEngine, agent: projects.defaultAgent })
    .from(projects)
    .where(isProject(key));
  return row === undefined || row.engine === null ? null : { engine: row.engine, agent: row.agent };
}

export async function updateDefaultEngine(db: Db, key: ProjectKey, chosen: ChosenEngine | null): Promise<void> {
  await db
    .update(projects)
    .set({ defaultEngine: chosen?.engine ?? null, defaultAgent: chosen?.agent ?? null })
    .where(isProject(key));
}
