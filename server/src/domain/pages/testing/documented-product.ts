import { sql } from "drizzle-orm";

import type { Ctx } from "#server/ctx.ts";
import { indexRepository } from "#server/domain/indexing/index-repository.ts";
import { getArtifact } from "#server/domain/pages/catalog/get-artifact.ts";
import { listArtifacts } from "#server/domain/pages/catalog/list-artifacts.ts";
import { writePages } from "#server/domain/pages/writing/write-pages.ts";
import { createTestRepository } from "#server/testing/git-repository.ts";
import {
  type makeOrganization,
  makeProject,
  makeRepository,
  makeService,
  type TestWorld,
} from "#server/testing/test-ctx.ts";

/** A small product with something to say in most sections. */
export const boardFiles = {
  "README.md":
    "# Board\n\nBoard shows passengers which boat leaves next, from which quay, and whether it is late or cancelled today.\n",
  "package.json": '{\n  "name": "board",\n  "scripts": {\n    "start": "node src/server.ts"\n  }\n}\n',
  "src/server.ts":
    'import { announce } from "./delay.ts";\nimport { readTide } from "./tide.ts";\nannounce(readTide());\n',
  "src/delay.ts":
    "/** Announces delays from five minutes on. */\nexport function announce(minutes: number): boolean {\n  return minutes >= 5;\n}\n",
  "src/tide.ts": "/** The tide in centimetres. */\nexport function readTide(): number {\n  return 1;\n}\n",
  "src/log.txt": "Nothing here is cited.\n",
};

/** A product with a repository of its own, indexed and written about. */
export async function documentProduct(
  world: TestWorld,
  {
    files = boardFiles,
    organization,
  }: { files?: Record<string, string>; organization?: Awaited<ReturnType<typeof makeOrganization>> } = {},
) {
  const repository = await createTestRepository();
  await repository.commit("Begin", files);
  const project = await makeProject(world, organization);
  const { organizationId, projectId, ctx, system } = project;
  const key = { organizationId, projectId };
  const { repositoryId } = await makeRepository(world, key, { path: repository.path });
  const { serviceId } = await makeService(world, key, { repositoryId });
  const index = () => indexRepository(system, { organizationId, repositoryId }, { isLastTry: true });
  await index();
  await writePages(system, key);
  return {
    ...project,
    key,
    repository,
    repositoryId,
    serviceId,
    index,
    /** Commits and brings the index to it, as a push does; nothing is written. */
    push: async (message: string, changed: Record<string, string>): Promise<void> => {
      await repository.commit(message, changed);
      await index();
    },
    readPage: (title: string) => readPageByTitle(ctx, organizationId, title),
  };
}

async function readPageByTitle(ctx: Ctx, organizationId: string, title: string) {
  const pages = (await listArtifacts(ctx, { organizationId, page: 1, limit: 100 })).content;
  const page = pages.find((one) => one.title === title);
  return await getArtifact(ctx, { organizationId, artifactId: page?.artifactId ?? "" });
}

/** Every row that people see pages from, with the transaction that wrote it last: equal exactly if nothing was written. */
export async function readPageRows(world: TestWorld, organizationId: string): Promise<string[]> {
  const rows: string[] = [];
  for (const table of ["artifacts", "sections", "section_versions", "artifact_revisions"]) {
    const found = await world.ctx.wholeDb.execute<{ row: string }>(
      sql`select ${table} || ' ' || t.xmin::text || ' ' || t::text as row from ${sql.identifier(table)} t
        where organization_id = ${organizationId} order by 1`,
    );
    rows.push(...found.rows.map(({ row }) => row));
  }
  return rows;
}
