import { and, asc, eq, exists, isNotNull, isNull, notExists, notInArray } from "drizzle-orm";

import type { Db } from "#server/platform/db/open-db.ts";
import { artifactRevisions, artifacts, sections, sectionSources } from "#server/platform/db/tables/artifacts.ts";
import { demoCopies, organizations } from "#server/platform/db/tables/organizations.ts";
import { projects } from "#server/platform/db/tables/projects.ts";
import { users } from "#server/platform/db/tables/users.ts";

/**
 * The purpose of a product of the demo as `writtenBy` wrote it from these commits alone, with the lines it cites; null
 * where there is none. A page that a person has begun or changed is theirs to show.
 */
export async function findDemoSection(
  db: Db,
  { commits, writtenBy }: { commits: readonly string[]; writtenBy: string },
) {
  const sources = db.select().from(sectionSources);
  const isItsSource = eq(sectionSources.sectionId, sections.sectionId);
  const revisions = db.select().from(artifactRevisions);
  const isPersons = and(eq(artifactRevisions.artifactId, artifacts.artifactId), isNotNull(artifactRevisions.createdBy));
  const [section] = await db
    .select({ sectionId: sections.sectionId, content: sections.content })
    .from(organizations)
    .innerJoin(projects, eq(projects.organizationId, organizations.organizationId))
    .innerJoin(artifacts, eq(artifacts.projectId, projects.projectId))
    .innerJoin(sections, eq(sections.artifactId, artifacts.artifactId))
    .where(
      and(
        eq(organizations.isDemo, true),
        notExists(db.select().from(demoCopies).where(eq(demoCopies.organizationId, organizations.organizationId))),
        eq(artifacts.plan, "overview"),
        isNull(artifacts.createdBy),
        notExists(revisions.where(isPersons)),
        eq(sections.templateKey, "purpose"),
        eq(sections.writtenBy, writtenBy),
        eq(sections.status, "fresh"),
        exists(sources.where(isItsSource)),
        notExists(
          db
            .select()
            .from(sectionSources)
            .where(and(isItsSource, notInArray(sectionSources.commit, [...commits]))),
        ),
      ),
    )
    .orderBy(asc(projects.createdAt))
    .limit(1);
  if (!section) return null;
  const standing = await db
    .select({ number: sectionSources.number, path: sectionSources.path, startLine: sectionSources.startLine })
    .from(sectionSources)
    .where(and(eq(sectionSources.sectionId, section.sectionId), isNull(sectionSources.changedAt)));
  return { content: section.content, sources: standing };
}

/** Whether the demo is there and its first pages are still to be written. */
export async function isDemoBeingWritten(db: Db): Promise<boolean> {
  const copies = db.select().from(demoCopies).where(eq(demoCopies.organizationId, organizations.organizationId));
  const written = db
    .select()
    .from(projects)
    .where(and(eq(projects.organizationId, organizations.organizationId), isNotNull(projects.pagesWrittenAt)));
  const [found] = await db
    .select({ organizationId: organizations.organizationId })
    .from(organizations)
    .where(and(eq(organizations.isDemo, true), notExists(copies), notExists(written)))
    .limit(1);
  return found !== undefined;
}

export async function hasAnyUser(db: Db): Promise<boolean> {
  const [found] = await db.select({ userId: users.userId }).from(users).limit(1);
  return found !== undefined;
}
