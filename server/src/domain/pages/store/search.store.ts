import { mentionAddress } from "@cairn/contract/mentions";
import { and, desc, eq, inArray, isNull, like, or, sql } from "drizzle-orm";

import { containing } from "#server/platform/db/like-pattern.ts";
import type { Db } from "#server/platform/db/open-db.ts";
import type { ProjectKey } from "#server/platform/db/row-keys.ts";
import { artifacts, sections } from "#server/platform/db/tables/artifacts.ts";

interface PageHit {
  artifactId: string;
  /** Null when the page's own title matched and none of its sections did. */
  sectionTitle: string | null;
  /** The words around the match, as stored; the page's title where only that matched. */
  excerpt: string;
}

/**
 * Sections and page titles with all (or any) of the words, best first. `expression` is in the syntax
 * of `to_tsquery`. A page that matches by its title alone is one hit.
 */
export async function searchPages(
  db: Db,
  filter: { organizationId: string; projectId: string | undefined },
  expression: string,
  page: { limit: number; offset: number },
): Promise<{ hits: PageHit[]; total: number }> {
  const words = sql`to_tsvector('english', ${sections.title} || ' ' || ${sections.content})`;
  const titleWords = sql`to_tsvector('english', ${artifacts.title})`;
  const query = sql`to_tsquery('english', ${expression})`;
  const inProject =
    filter.projectId === undefined ? sql`true` : sql`${artifacts.projectId} = ${filter.projectId}::uuid`;
  const own = sql`${artifacts.organizationId} = ${filter.organizationId}::uuid and ${inProject}`;
  const marks = "StartSel='', StopSel='', MaxWords=32, MinWords=12, MaxFragments=1";
  const found = await db.execute<{
    artifact_id: string;
    section_title: string | null;
    excerpt: string;
    total: string;
  }>(sql`
    with section_hits as (
      select ${sections.artifactId} as artifact_id, ${sections.title} as section_title, ${sections.content} as content,
        ${sections.output} as output,
        ts_rank(${words}, ${query}) + ts_rank(to_tsvector('english', ${sections.title}), ${query}) * 2
          + ts_rank(${titleWords}, ${query}) as rank
      from ${sections} join ${artifacts} on ${artifacts.artifactId} = ${sections.artifactId}
      where ${own} and ${sections.organizationId} = ${filter.organizationId}::uuid and ${words} @@ ${query}
    ), hits as (
      select * from section_hits
      union all
      select ${artifacts.artifactId}, null, ${artifacts.title}, 'plain-text', ts_rank(${titleWords}, ${query}) * 3
      from ${artifacts}
      where ${own} and ${titleWords} @@ ${query}
        and not exists (select 1 from section_hits where section_hits.artifact_id = ${artifacts.artifactId})
    ), paged as (
      select *, count(*) over () as total from hits
      order by rank desc, artifact_id, section_title limit ${page.limit} offset ${page.offset}
    )
    select artifact_id, section_title, total,
      case when output = 'mermaid' then section_title else ts_headline('english', content, ${query}, ${marks}) end as excerpt
    from paged order by rank desc, artifact_id, section_title`);
  const hits = found.rows.map((row) => ({
    artifactId: row.artifact_id,
    sectionTitle: row.section_title,
    excerpt: row.excerpt,
  }));
  return { hits, total: Number(found.rows[0]?.total ?? 0) };
}

/** As the index of the few sections that mention any task has it, word for word: else PostgreSQL would not use it. */
const mentionsTasks = sql`${sections.content} like '%cairn:task/%'`;

/** Pages of a product and of its organization that mention a task, the last changed first. */
export async function searchPagesMentioning(
  db: Db,
  { organizationId, projectId }: ProjectKey,
  { taskId, limit }: { taskId: string; limit: number },
): Promise<{ content: { artifactId: string; title: string }[]; total: number }> {
  const mentioning = db
    .select({ artifactId: sections.artifactId })
    .from(sections)
    .where(
      and(
        eq(sections.organizationId, organizationId),
        mentionsTasks,
        like(sections.content, containing(mentionAddress({ kind: "task", taskId }))),
      ),
    );
  const found = await db
    .select({
      artifactId: artifacts.artifactId,
      title: artifacts.title,
      total: sql<string>`count(*) over ()`,
    })
    .from(artifacts)
    .where(
      and(
        eq(artifacts.organizationId, organizationId),
        or(eq(artifacts.projectId, projectId), isNull(artifacts.projectId)),
        inArray(artifacts.artifactId, mentioning),
      ),
    )
    .orderBy(desc(artifacts.updatedAt), desc(artifacts.artifactId))
    .limit(limit);
  return {
    content: found.map(({ artifactId, title }) => ({ artifactId, title })),
    total: Number(found[0]?.total ?? 0),
  };
}
