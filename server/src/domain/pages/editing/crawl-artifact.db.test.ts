import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";

import { deleteArtifact } from "#server/domain/pages/catalog/delete-artifact.ts";
import { getArtifact } from "#server/domain/pages/catalog/get-artifact.ts";
import { regenerateArtifact } from "#server/domain/pages/writing/regenerate-artifact.ts";
import { resumePages } from "#server/domain/pages/writing/resume-pages.ts";
import { stopRegeneration } from "#server/domain/pages/writing/stop-regeneration.ts";
import { createCrawler } from "#server/platform/crawl/create-crawler.ts";
import { startWebSite, type WebSite } from "#server/platform/crawl/testing/web-site.ts";
import { createTestWorld, makeOrganization, type TestWorld } from "#server/testing/test-ctx.ts";

import { crawlArtifact } from "./crawl-artifact.ts";
import { createArtifact } from "./create-artifact.ts";
import { updateArtifact } from "./update-artifact.ts";

let world: TestWorld;
let site: WebSite;
let organization: Awaited<ReturnType<typeof makeOrganization>>;

beforeAll(async () => {
  world = await createTestWorld();
  organization = await makeOrganization(world);
});
beforeEach(async () => {
  site = await startWebSite();
});
afterEach(() => site.close());
afterAll(() => world.close());

const tides = "<main><h1>Tides</h1><p>High water at the north quay comes twice a day.</p></main>";

async function makePage(address: string, title = "Tides of the north quay") {
  const { ctx, organizationId } = organization;
  const { artifactId } = await createArtifact(ctx, {
    organizationId,
    type: "page",
    mode: "url",
    title,
    crawl: { url: address },
  });
  return { organizationId, artifactId };
}

type PageKey = Awaited<ReturnType<typeof makePage>>;

/** The job, reaching the site of the test alone. */
const crawl = (key: PageKey) =>
  crawlArtifact({ ...organization.system, crawler: createCrawler({ egress: site.egress }) }, key);
const read = (key: PageKey) => getArtifact(organization.ctx, key);

describe("a page from an address", () => {
  it("gets a static section of its text, and keeps its title", async () => {
    site.pages["/tides"] = tides;
    const key = await makePage(`${site.origin}/tides`);
    expect(world.enqueued.at(-1)).toEqual({ job: "crawl-artifact", data: key, key: key.artifactId });
    expect(await read(key)).toMatchObject({ isUpdating: true, crawl: { status: "waiting", fetchedAt: null } });
    await crawl(key);
    const page = await read(key);
    expect(page).toMatchObject({ title: "Tides of the north quay", isUpdating: false });
    expect(page.crawl).toMatchObject({ status: "ready", error: null, fetchedAt: world.ctx.now().toISOString() });
    expect(page.sections).toHaveLength(1);
    expect(page.sections[0]).toMatchObject({ kind: "static", status: "fresh", sources: [] });
    expect(page.sections[0]?.content).toContain("High water at the north quay");
  });

  it("is fetched again as a new revision; sections that people added stay", async () => {
    const long = "Boats wait for the tide at the quay. ".repeat(100);
    const part = (name: string, text: string) => `<h2>${name}</h2><p>${text}</p>`;
    site.pages["/long"] = `<main>${part("Springs", long)}${part("Neaps", long)}${part("Locks", long)}</main>`;
    const key = await makePage(`${site.origin}/long`);
    await crawl(key);
    const first = await read(key);
    expect(first.sections.map(({ title }) => title)).toEqual(["Springs", "Neaps", "Locks"]);
    await updateArtifact(organization.ctx, {
      ...key,
      sections: [
        ...first.sections.map(({ sectionId, title, content }) => ({ sectionId, title, content })),
        { title: "Our notes", content: "Ask the harbour master." },
      ],
    });
    site.pages["/long"] =
      `<main>${part("Springs", long)}${part("Neaps", `${long} They are low.`)}${part("Gates", long)}</main>`;
    const requested = await regenerateArtifact(organization.ctx, key);
    expect(requested.crawl?.status).toBe("waiting");
    await crawl(key);
    const second = await read(key);
    expect(second.sections.map(({ title }) => title)).toEqual(["Springs", "Neaps", "Gates", "Our notes"]);
    expect(second.sections.slice(0, 2).map(({ sectionId }) => sectionId)).toEqual(
      first.sections.slice(0, 2).map(({ sectionId }) => sectionId),
    );
    expect(second.sections[1]?.content).toContain("They are low.");
    expect(second.revision).toBe(first.revision + 2);
    await regenerateArtifact(organization.ctx, key);
    await crawl(key);
    expect((await read(key)).revision).toBe(second.revision);
  });

  it("says why there is no text, and keeps the one there was", async () => {
    site.pages["/tides"] = tides;
    const key = await makePage(`${site.origin}/tides`);
    await crawl(key);
    delete site.pages["/tides"];
    await regenerateArtifact(organization.ctx, key);
    await crawl(key);
    const page = await read(key);
    expect(page.crawl).toMatchObject({ status: "failed", error: "There is no page at this address (status 404)." });
    expect(page.sections[0]?.content).toContain("High water");
    expect(page.isUpdating).toBe(false);
  });

  it.each(["http://127.0.0.1/", "http://169.254.169.254/latest/meta-data", "http://[::1]/"])(
    "is not read from the private address %s",
    async (address) => {
      const key = await makePage(address);
      await crawl(key);
      const { crawl: state, sections } = await read(key);
      expect(state?.status).toBe("failed");
      expect(state?.error).toContain("private address");
      expect(sections).toEqual([]);
    },
  );

  it("whose server never answers is given up", async () => {
    site.pages["/hang"] = () => {};
    const key = await makePage(`${site.origin}/hang`);
    const crawler = createCrawler({ egress: site.egress, limits: { idleTimeoutMs: 100 } });
    await crawlArtifact({ ...organization.system, crawler }, key);
    expect((await read(key)).crawl).toMatchObject({
      status: "failed",
      error: "The page's server took too long to answer.",
    });
  });
});

describe("while an address is read", () => {
  /** Reads the page, but `happen` comes between its text and its keeping. */
  async function crawlAround(key: PageKey, happen: () => Promise<unknown>): Promise<void> {
    const inner = createCrawler({ egress: site.egress });
    const readPage: typeof inner.readPage = async (...call) => {
      const text = await inner.readPage(...call);
      await happen();
      return text;
    };
    await crawlArtifact({ ...organization.system, crawler: { readPage } }, key);
  }

  it("a page that is deleted does not come back", async () => {
    site.pages["/tides"] = tides;
    const key = await makePage(`${site.origin}/tides`);
    await crawlAround(key, () => deleteArtifact(organization.ctx, key));
    await expect(read(key)).rejects.toMatchObject({ code: "not_found" });
    await expect(crawl(key)).resolves.toBeUndefined();
  });

  it("who stops it gets nothing of it", async () => {
    site.pages["/tides"] = tides;
    const key = await makePage(`${site.origin}/tides`);
    await crawlAround(key, () => stopRegeneration(organization.ctx, key));
    const page = await read(key);
    expect(page).toMatchObject({ sections: [], isUpdating: false });
    expect(page.crawl).toMatchObject({ status: "failed", error: "Reading the page was stopped." });
  });

  it("a killed process leaves it to be taken up again", async () => {
    const stop = new AbortController();
    site.pages["/tides"] = () => stop.abort(new Error("the process stops"));
    const key = await makePage(`${site.origin}/tides`);
    const crawler = createCrawler({ egress: site.egress });
    const crawling = crawlArtifact({ ...organization.system, crawler, signal: stop.signal }, key);
    await expect(crawling).rejects.toThrow("the process stops");
    expect((await read(key)).crawl?.status).toBe("running");
    await resumePages(world.ctx);
    expect(world.enqueued).toContainEqual({ job: "crawl-artifact", data: key, key: key.artifactId });
    site.pages["/tides"] = tides;
    await crawl(key);
    expect((await read(key)).crawl?.status).toBe("ready");
  });
});
