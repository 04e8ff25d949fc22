import type { Implementation } from "@cairn/contract/implementations";

import { listImplementationDocuments } from "#server/domain/implementations/documents/list-implementation-documents.ts";
import { prepareDocuments } from "#server/domain/implementations/documents/prepare-documents.ts";
import { indexRepository } from "#server/domain/indexing/index-repository.ts";
import { writePages } from "#server/domain/pages/writing/write-pages.ts";
import type { TestWorld } from "#server/testing/test-ctx.ts";

import { commitOnTop } from "./commit-on-top.ts";
import { implement, makeRunProject, type RunProject } from "./run-world.ts";

/** Small code that has something to say in most sections, and an endpoint that a list names. */
export const ferryFiles = {
  "README.md":
    "# Board\n\nBoard shows passengers which boat leaves next, from which quay, and whether it is late or cancelled today.\n",
  "package.json":
    '{\n  "name": "board",\n  "scripts": {\n    "start": "node src/server.ts"\n  },\n  "dependencies": {\n    "express": "5.0.0"\n  }\n}\n',
  "src/server.ts":
    'import express from "express";\nimport { announce } from "./delay.ts";\nimport { readTide } from "./tide.ts";\n\nconst app = express();\napp.get("/tides", (_request, response) => response.json(readTide()));\nannounce(readTide());\napp.listen(3000);\n',
  "src/delay.ts":
    "/** Announces delays from five minutes on. */\nexport function announce(minutes: number): boolean {\n  return minutes >= 5;\n}\n",
  "src/tide.ts": "/** The tide in centimetres. */\nexport function readTide(): number {\n  return 1;\n}\n",
  "src/log.txt": "Nothing here is cited.\n",
};

/** The program starts otherwise, of which one section tells. */
export const startedOtherwise = {
  "package.json": ferryFiles["package.json"].replace("node src/server.ts", "node src/server.ts --quay 3"),
};

/** A setting comes with what it is for, which no section tells of yet. */
export const withGauge = {
  "src/tide.ts":
    "/** The tide in centimetres. */\nexport function readTide(): number {\n  return Number(process.env.TIDE_GAUGE ?? 1);\n}\n",
  ".env.example": "# Metres that the gauge stands above the sea floor.\nTIDE_GAUGE=1\n",
};

/** A product with a hosted repository that is indexed and written about. */
export async function makeDocumentedProject(world: TestWorld) {
  const project = await makeRunProject(world, ferryFiles);
  const { organizationId, projectId, repositoryId, system } = project;
  const index = () => indexRepository(system, { organizationId, repositoryId }, { isLastTry: true });
  const writeAll = () => writePages(system, { organizationId, projectId });
  await index();
  await writeAll();
  return { ...project, index, writeAll };
}

export type DocumentedProject = Awaited<ReturnType<typeof makeDocumentedProject>>;

/** A finished implementation that makes these the contents of its files; null deletes one. */
export async function implementFiles(
  world: TestWorld,
  project: RunProject,
  files: Record<string, string | null>,
): Promise<Implementation> {
  const parent = await project.git("rev-parse", "main");
  const aside = "refs/heads/aside";
  await commitOnTop(project, { parent, ref: aside, files });
  const diff = await project.git("diff", "--no-color", "main", aside);
  await project.git("update-ref", "-d", aside);
  return await implement(world, project, diff);
}

export const keyOf = (project: RunProject, { implementationId, task }: Implementation) => ({
  organizationId: project.organizationId,
  projectId: project.projectId,
  taskId: task.taskId,
  implementationId,
});

/** What the review shows, after the job that it asks for has run. */
export async function prepare(project: RunProject, one: Implementation) {
  const key = keyOf(project, one);
  await listImplementationDocuments(project.ctx, key);
  await prepareDocuments(project.system, key, { isLastTry: true });
  return await listImplementationDocuments(project.ctx, key);
}
