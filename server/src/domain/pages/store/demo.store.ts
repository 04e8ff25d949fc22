import { and, asc, eq, isNotNull, isNull } from "drizzle-orm";

import type { Db } from "#server/platform/db/open-db.ts";
import { artifacts, sections, sectionSources } from "#server/platform/db/tables/artifacts.ts";
import { organizations } from "#server/platform/db/tables/organizations.ts";
import { projects } from "#server/platform/db/tables/projects.ts";

/** The purpose of the demo's first product as an engine wrote it, with the lines it cites; null where there is none. */
export async function findDemoSection(db: Db) {
  const [section] = await db
    .select({
      sectionId: sections.sectionId,
      productName: projects.name,
      pageTitle: artifacts.title,
      writtenBy: artifacts.writtenBy,
      content: sections.content,
    })
    .from(organizations)
    .innerJoin(projects, eq(projects.organizationId, organizations.organizationId))
    .innerJoin(artifacts, eq(artifacts.projectId, projects.projectId))
    .innerJoin(sections, eq(sections.artifactId, artifacts.artifactId))
    .where(
      and(
        eq(organizations.isDemo, true),
        eq(artifacts.plan, "overview"),
        // A page that a person has begun is theirs to show.
        isNull(artifacts.createdBy),
        eq(sections.templateKey, "purpose"),
        isNotNull(sections.writtenBy),
        eq(sections.status, "fresh"),
      ),
    )
    .orderBy(asc(projects.createdAt))
    .limit(1);
  if (!section) return null;
  const sources = await db
    .select({ number: sectionSources.number, path: sectionSources.path, startLine: sectionSources.startLine })
    .from(sectionSources)
    .where(and(eq(sectionSources.sectionId, section.sectionId), isNull(sectionSources.changedAt)));
  return { ...section, sources };
}
