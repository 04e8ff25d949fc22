import path from "node:path";

import { type SectionInput } from "@cairn/contract/page-sections";
import { createArtifact, getArtifact, updateArtifact } from "@cairn/contract/pages";
import type { Source } from "@cairn/contract/sources";
import { chromium, type Page } from "@playwright/test";

import { hashLines, toLines } from "../../server/src/engine/evidence/evidence.ts";
import { hostedDirectory } from "../../server/src/platform/storage/data-folders.ts";
import { buildWebIfChanged, webDirectory } from "../build-web.ts";
import { findChromium } from "../find-chromium.ts";
import { atMost, type Figure } from "./figure.ts";
import { git } from "./git.ts";
import { startHostedProduct, untilWritten, type HostedProduct } from "./hosted-product.ts";
import { makePackageRepository } from "./package-repository.ts";
import { signIn } from "./sign-in.ts";

const publishedSections = 30;
const publishRounds = 9;
const openedSections = 100;
const openRounds = 7;
const sourcesOfSection = 5;

/** Publishing pages, and opening a long one in a real browser. */
export async function benchLiveDocs(folder: string, repositoryPath: string | null): Promise<Figure[]> {
  await buildWebIfChanged();
  const source = repositoryPath ?? (await makePackageRepository(path.join(folder, "packages.git")));
  const dataDirectory = path.join(folder, "data");
  const { running, ...product } = await startHostedProduct({ dataDirectory, source, webDirectory });
  const browser = await chromium.launch({
    executablePath: await findChromium(),
    args: ["--no-sandbox", "--disable-gpu"],
  });
  try {
    await untilWritten(product);
    const lines = await readSources(hostedDirectory(dataDirectory, product.params.repositoryId), product);
    const published = await benchPublish(product, lines);
    const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
    await signIn(page, running.address);
    return [published, await benchOpen(page, running.address, product, lines)];
  } finally {
    await browser.close();
    await running.stop();
  }
}

/** Ranges of real lines, one a file, that sections can rest on. */
async function readSources(directory: string, { params }: Pick<HostedProduct, "params">): Promise<Source[]> {
  const commit = (await git(["--git-dir", directory, "rev-parse", "main"])).trim();
  const listing = await git(["--git-dir", directory, "ls-tree", "-r", "--name-only", "main"]);
  const paths = listing.split("\n").filter((name) => /^[\w./@-]+\.(?:ts|js)$/.test(name));
  const wanted = paths.slice(0, openedSections * sourcesOfSection);
  const sources: Source[] = [];
  for (const name of wanted) {
    const lines = toLines(await git(["--git-dir", directory, "show", `main:${name}`]));
    const endLine = Math.min(lines.length, 12);
    if (endLine === 0) continue;
    const hash = hashLines(lines.slice(0, endLine));
    sources.push({ repositoryId: params.repositoryId, path: name, startLine: 1, endLine, commit, hash });
  }
  return sources;
}

function makeSections(count: number, round: number, lines: readonly Source[]): SectionInput[] {
  return Array.from({ length: count }, (_, at) => ({
    title: `Berth ${at + 1}`,
    instructions: null,
    content: Array.from(
      { length: 6 },
      (_one, line) =>
        `In round ${round} ship ${line} of berth ${at} is unloaded by crane ${line % 3} [${(line % sourcesOfSection) + 1}].`,
    ).join("\n\n"),
    sources: Array.from(
      { length: sourcesOfSection },
      (_one, n) => lines[(at * sourcesOfSection + n) % lines.length],
    ).filter((one) => one !== undefined),
  }));
}

/** A page whose sections all changed, each with five sources that are looked up. */
async function benchPublish(product: Omit<HostedProduct, "running">, lines: readonly Source[]): Promise<Figure> {
  const { client, params } = product;
  const { organizationId, projectId } = params;
  const made = await client.call(createArtifact, {
    params: { organizationId },
    body: { projectId, title: "Thirty berths", sections: makeSections(publishedSections, 0, lines) },
  });
  const times: number[] = [];
  let { sections, revision } = made;
  for (let round = 1; round <= publishRounds; round += 1) {
    const changed = makeSections(publishedSections, round, lines).map((section, at) => ({
      ...section,
      sectionId: sections[at]?.sectionId,
    }));
    const startedAt = performance.now();
    const saved = await client.call(updateArtifact, {
      params: { organizationId, artifactId: made.artifactId },
      body: { revision, sections: changed },
    });
    times.push(performance.now() - startedAt);
    ({ sections, revision } = saved);
  }
  const name = `publishing a page of ${publishedSections} changed sections (median of ${publishRounds})`;
  return atMost(name, median(times), 200, "ms");
}

/** From the click on its name to the painted first section. */
async function benchOpen(
  page: Page,
  address: string,
  product: Omit<HostedProduct, "running">,
  lines: readonly Source[],
): Promise<Figure> {
  const { client, params } = product;
  const { organizationId, projectId } = params;
  const { artifactId } = await client.call(createArtifact, {
    params: { organizationId },
    body: { projectId, title: "A hundred berths", sections: makeSections(openedSections, 0, lines) },
  });
  await client.call(getArtifact, { params: { organizationId, artifactId } });
  const times: number[] = [];
  for (let round = 0; round < openRounds; round += 1) {
    await page.goto(`${address}/o/northquay/p/packages/context`);
    const link = page.getByRole("main").getByRole("link", { name: "A hundred berths" }).first();
    const opened = await link.evaluate(async (element) => {
      const nextFrame = () => new Promise((resolve) => requestAnimationFrame(resolve));
      const startedAt = performance.now();
      (element as HTMLElement).click();
      while (!document.querySelector("main")?.textContent.includes("is unloaded by crane")) await nextFrame();
      await nextFrame();
      return performance.now() - startedAt;
    });
    times.push(opened);
  }
  return atMost(`opening a page of ${openedSections} sections (median of ${openRounds})`, median(times), 500, "ms");
}

function median(times: readonly number[]): number {
  return times.toSorted((a, b) => a - b)[times.length >> 1] ?? 0;
}
