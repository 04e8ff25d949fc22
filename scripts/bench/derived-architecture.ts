import { randomUUID } from "node:crypto";
import { mkdir, writeFile } from "node:fs/promises";
import path from "node:path";

import { analyseArchitecture } from "../../server/src/domain/architecture/analyse-architecture.ts";
import { getArchitecture } from "../../server/src/domain/architecture/get-architecture.ts";
import { listArchitectureChanges } from "../../server/src/domain/architecture/list-architecture-changes.ts";
import { watchArchitecture } from "../../server/src/domain/architecture/watch-architecture.ts";
import { indexRepository } from "../../server/src/domain/indexing/index-repository.ts";
import {
  asMember,
  openScratchProduct,
  type ScratchProduct,
} from "../../server/src/main/evaluations/scratch-product.ts";
import { services as serviceTable } from "../../server/src/platform/db/tables/projects.ts";
import { atLeast, atMost, type Figure } from "./figure.ts";
import { at } from "./frames.ts";
import { git } from "./git.ts";

const programCount = 300;
const analysisRounds = 5;
const pushRounds = 9;

/**
 * Three hundred programs of one repository, each with an import of the next and a call of the one after: how long the analysis
 * takes when nothing is known yet, and what a push that moves one connection costs beyond its index.
 */
export async function benchDerivedArchitecture(folder: string): Promise<Figure[]> {
  const tree = path.join(folder, "tree");
  await writePrograms(tree);
  const commit = await headOf(tree);
  const scratch = path.join(folder, "scratch");
  await mkdir(scratch);
  const location = { directory: path.join(tree, ".git"), commit, name: "programs" };
  const product = await openScratchProduct(scratch, location, { model: null });
  try {
    await bringIndex(product);
    const project = await addServices(product);
    const member = await asMember(product);
    const { edges } = await getArchitecture(member, project);
    await watchArchitecture(product.ctx, project);
    const analysed: number[] = [];
    const watched: number[] = [];
    for (let round = 0; round < Math.max(analysisRounds, pushRounds); round += 1) {
      await pushChange(product, tree, round);
      if (round < pushRounds) watched.push(await timed(() => watchArchitecture(product.ctx, project)));
      // With one service more all is worked out anew.
      await addService(product, programCount + round);
      if (round < analysisRounds) analysed.push(await timed(() => analyseArchitecture(member, project)));
      await watchArchitecture(product.ctx, project);
    }
    const { total } = await listArchitectureChanges(member, { ...project, page: 1, limit: 1 });
    const what = `${programCount} services and ${edges.length} derived connections`;
    return [
      atLeast("derived connections of the seeded system", edges.length, programCount * 2, "edges"),
      atMost(
        `analysis of ${what}, nothing known yet (slowest of ${analysisRounds})`,
        Math.max(...analysed),
        2_000,
        "ms",
      ),
      atMost(
        `a push changes derived connections, beyond its index (p95 of ${pushRounds})`,
        at(watched, 0.95),
        300,
        "ms",
      ),
      atLeast("connections that these pushes were told of", total, pushRounds, "changes"),
    ];
  } finally {
    await product.close();
  }
}

const bringIndex = (product: ScratchProduct) => indexRepository(product.ctx, product, { isLastTry: true });
const headOf = async (tree: string) => (await git(["rev-parse", "HEAD"], tree)).trim();
const nameOf = (number: number) => `part-${number % programCount}`;

async function writePrograms(tree: string): Promise<void> {
  await mkdir(tree, { recursive: true });
  for (let number = 0; number < programCount; number += 1) {
    const [name, imported, called] = [nameOf(number), nameOf(number + 1), nameOf(number + 2)];
    const folder = path.join(tree, "services", name, "src");
    await mkdir(folder, { recursive: true });
    await writeFile(
      path.join(folder, "..", "package.json"),
      `{"name":"@bench/${name}","dependencies":{"express":"5"}}\n`,
    );
    await writeFile(path.join(folder, "rules.ts"), `export const rules = { limit: ${number} };\n`);
    await writeFile(
      path.join(folder, "server.ts"),
      `import express from "express";
import { rules } from "../../${imported}/src/rules.ts";
const app = express();
app.get("/${name}/items/:id", (_request, response) => response.json(rules));
export const load = (id: string) => fetch(\`http://${called}:3000/${called}/items/\${id}\`);
app.listen(3000);
`,
    );
  }
  await git(["init", "--quiet", "--initial-branch=main"], tree);
  await commitAll(tree, "Programs");
}

async function commitAll(tree: string, message: string): Promise<void> {
  await git(["add", "--all"], tree);
  await git(["commit", "--quiet", "-m", message], tree);
}

/** One program imports another one that it did not import before. */
async function pushChange(product: ScratchProduct, tree: string, round: number): Promise<void> {
  const target = nameOf(round + 150);
  const file = path.join(tree, "services", nameOf(round), "src", `more-${round}.ts`);
  await writeFile(file, `import { rules } from "../../${target}/src/rules.ts";\nexport const more = rules;\n`);
  await commitAll(tree, `Round ${round}`);
  await product.push(await headOf(tree));
  await bringIndex(product);
}

async function addServices(product: ScratchProduct): Promise<{ organizationId: string; projectId: string }> {
  for (let number = 0; number < programCount; number += 1) await addService(product, number);
  const { organizationId, projectId } = product;
  return { organizationId, projectId };
}

async function addService({ ctx, ...product }: ScratchProduct, number: number): Promise<void> {
  const { organizationId, projectId, repositoryId } = product;
  const name = number < programCount ? nameOf(number) : `more-${number}`;
  await ctx.wholeDb.insert(serviceTable).values({
    serviceId: randomUUID(),
    organizationId,
    projectId,
    projectServiceId: number + 2,
    name,
    description: "One of the many programs of this product",
    type: "api",
    repositoryId,
    workingPath: `/services/${name}`,
    createdAt: ctx.now(),
  });
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now();
  await work();
  return performance.now() - startedAt;
}
