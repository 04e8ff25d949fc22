import * as contract from "@cairn/contract/external-context";
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";

import { createCrawler } from "#server/platform/crawl/create-crawler.ts";
import { startWebSite, type WebSite } from "#server/platform/crawl/testing/web-site.ts";
import { auditEvents } from "#server/platform/db/tables/organizations.ts";
import { topics } from "#server/platform/db/tables/topics.ts";
import { createTestWorld, makeMember, makeProject, makeUser, type TestWorld } from "#server/testing/test-ctx.ts";

import { crawlTopics } from "./crawl-topics.ts";
import { createTopic } from "./create-topic.ts";
import { deleteTopic } from "./delete-topic.ts";
import { getTopic } from "./get-topic.ts";
import { listTopics } from "./list-topics.ts";
import { refreshTopic } from "./refresh-topic.ts";
import { resumeContext } from "./resume-context.ts";
import { updateTopic } from "./update-topic.ts";

let world: TestWorld;
let site: WebSite;

beforeAll(async () => {
  world = await createTestWorld();
  site = await startWebSite();
  Object.assign(world.ctx, { egress: site.egress, crawler: createCrawler({ egress: site.egress }) });
});
afterAll(async () => {
  await world.close();
  await site.close();
});
beforeEach(() => {
  site.pages = { "/tides": "<main><h1>Tides</h1><p>High water comes twice.</p></main>" };
  site.asked.length = 0;
  world.enqueued.length = 0;
});

const manual = {
  mode: "manual" as const,
  title: "Quay rules",
  content: "# Rules\n\nNo boat waits longer than ten minutes.\n",
};
const page = { page: 1, limit: 100 };

async function makeTeam() {
  const project = await makeProject(world);
  const { organizationId, projectId } = project;
  return { ...project, key: { organizationId, projectId } };
}

async function makePage(team: Awaited<ReturnType<typeof makeTeam>>, path = "/tides", title = "Tides") {
  const url = `${site.origin}${path}`;
  const { topicId } = await createTopic(team.ctx, { ...team.key, mode: "url", title, crawl: { url } });
  return { ...team.key, topicId };
}

const crawl = (team: Awaited<ReturnType<typeof makeTeam>>) => crawlTopics(team.system, team.key);

async function codesOf(calls: Promise<unknown>[]): Promise<Set<string>> {
  const ends = await Promise.allSettled(calls);
  return new Set(ends.map((end) => (end.status === "rejected" ? (end.reason as { code: string }).code : "done")));
}

/** A page that is answered only when the test says so. */
function holdPage(path: string) {
  const requested = Promise.withResolvers<void>();
  const released = Promise.withResolvers<void>();
  site.pages[path] = (_request, response) => {
    requested.resolve();
    const answer = () => response.writeHead(200, { "content-type": "text/html" }).end("<main><p>Held back.</p></main>");
    void released.promise.then(answer);
  };
  return { asked: requested.promise, release: released.resolve };
}

describe("topics", () => {
  it("are kept as they were given, listed newest first, changed and deleted", async () => {
    const { ctx, key, organizationId, owner } = await makeTeam();
    const start = world.ctx.now();
    const created = contract.createTopic.response.parse(await createTopic(ctx, { ...key, ...manual }));
    expect(created).toMatchObject({ ...manual, crawl: null, isIndexed: false, creator: { userId: owner.userId } });
    expect(world.enqueued).toEqual([{ job: "index-topics", data: key, key: key.projectId }]);
    world.setNow(new Date(start.getTime() + 60_000));
    const second = await createTopic(ctx, { ...key, ...manual, title: "Second" });
    const listed = contract.listTopics.response.parse(await listTopics(ctx, { ...key, ...page }));
    expect(listed.content.map((topic) => topic.title)).toEqual(["Second", "Quay rules"]);
    expect(listed.total).toBe(2);
    expect(JSON.stringify(await listTopics(ctx, { ...key, ...page }))).not.toContain("No boat");

    const { topicId } = created;
    const changed = await updateTopic(ctx, { ...key, topicId, title: "Rules of the quay", content: "# New\n" });
    expect(changed).toMatchObject({ title: "Rules of the quay", content: "# New\n", isIndexed: false });
    world.enqueued.length = 0;
    await updateTopic(ctx, { ...key, topicId, title: "Rules of the quay" });
    expect(world.enqueued).toEqual([]);

    await deleteTopic(ctx, { ...key, topicId: second.topicId });
    expect(world.enqueued).toEqual([{ job: "index-topics", data: key, key: key.projectId }]);
    await expect(getTopic(ctx, { ...key, topicId: second.topicId })).rejects.toMatchObject({ code: "not_found" });
    const events = await world.ctx.db.select().from(auditEvents).where(eq(auditEvents.organizationId, organizationId));
    expect(events.map(({ action, target }) => [action, target])).toEqual([
      ["external-context.created", "Quay rules"],
      ["external-context.created", "Second"],
      ["external-context.deleted", "Second"],
    ]);
  });

  it("are for every member, for agents to read, and for nobody else: foreign and missing look the same", async () => {
    const team = await makeTeam();
    const [editor, stranger] = [await makeUser(world), await makeUser(world)];
    await makeMember(world, team.organizationId, editor.userId, "editor");
    const agent = world.as({ kind: "agent", userId: editor.userId });
    const { topicId } = await createTopic(editor.ctx, { ...team.key, ...manual });
    const target = { ...team.key, topicId };
    expect((await getTopic(agent, target)).content).toBe(manual.content);
    expect((await listTopics(agent, { ...team.key, ...page })).total).toBe(1);
    const writes = (ctx: typeof agent, at: typeof target) => [
      createTopic(ctx, { ...at, ...manual }),
      updateTopic(ctx, { ...at, title: "Mine" }),
      refreshTopic(ctx, at),
      deleteTopic(ctx, at),
    ];
    expect(await codesOf(writes(agent, target))).toEqual(new Set(["forbidden"]));

    const other = await makeTeam();
    const missing = { ...team.key, topicId: world.ctx.newId() };
    const refused = codesOf([
      ...writes(stranger.ctx, target),
      getTopic(stranger.ctx, target),
      listTopics(stranger.ctx, { ...team.key, ...page }),
      // A right in one organization does not reach a topic of another.
      ...[getTopic, refreshTopic, deleteTopic].map((operation) => operation(other.ctx, { ...other.key, topicId })),
      ...[getTopic, refreshTopic, deleteTopic].map((operation) => operation(team.ctx, missing)),
    ]);
    expect(await refused).toEqual(new Set(["not_found"]));
    expect((await getTopic(team.ctx, target)).title).toBe(manual.title);
  });

  it("are at most 500 a product, also when many are added at once, and 20 MB", async () => {
    const { ctx, key } = await makeTeam();
    const row = { ...key, title: "Filler", content: "x", createdAt: world.ctx.now(), updatedAt: world.ctx.now() };
    const fillers = Array.from({ length: 498 }, () => ({ ...row, topicId: world.ctx.newId() }));
    await world.ctx.db.insert(topics).values(fillers);
    const outcomes = await Promise.allSettled(Array.from({ length: 5 }, () => createTopic(ctx, { ...key, ...manual })));
    expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(2);
    await expect(createTopic(ctx, { ...key, ...manual })).rejects.toMatchObject({ code: "unprocessable" });

    const full = await makeTeam();
    const long = "x".repeat(contract.maxTopicText);
    const big = Array.from({ length: 41 }, () => ({ ...row, ...full.key, topicId: world.ctx.newId(), content: long }));
    await world.ctx.db.insert(topics).values(big);
    const { topicId } = await createTopic(full.ctx, { ...full.key, ...manual });
    const grown = updateTopic(full.ctx, { ...full.key, topicId, content: long });
    await expect(grown).rejects.toThrow("at most 20 MB");
  });

  it("of one kind cannot be changed like those of the other", async () => {
    const team = await makeTeam();
    const byHand = await createTopic(team.ctx, { ...team.key, ...manual });
    const fetched = await makePage(team);
    const crawlOf = { crawl: { url: `${site.origin}/tides` } };
    const refused = codesOf([
      updateTopic(team.ctx, { ...team.key, topicId: byHand.topicId, ...crawlOf }),
      updateTopic(team.ctx, { ...fetched, content: "Mine now" }),
      refreshTopic(team.ctx, { ...team.key, topicId: byHand.topicId }),
    ]);
    expect(await refused).toEqual(new Set(["invalid_input"]));
  });
});

describe("a crawl", () => {
  it("turns a page into Markdown; when it fails later, the reason is told and the content stays", async () => {
    const team = await makeTeam();
    const target = await makePage(team);
    expect((await getTopic(team.ctx, target)).crawl).toMatchObject({ status: "waiting", fetchedAt: null, error: null });
    expect(world.enqueued.map(({ job, key }) => [job, key])).toEqual([["crawl-topics", team.organizationId]]);
    await crawl(team);
    const ready = contract.getTopic.response.parse(await getTopic(team.ctx, target));
    expect(ready.content).toBe("## Tides\n\nHigh water comes twice.");
    expect(ready.crawl).toMatchObject({ status: "ready", fetchedAt: world.ctx.now().toISOString(), error: null });
    expect(world.enqueued.at(-1)).toMatchObject({ job: "index-topics", key: team.projectId });

    delete site.pages["/tides"];
    await refreshTopic(team.ctx, target);
    await crawl(team);
    const failed = await getTopic(team.ctx, target);
    expect(failed.content).toBe(ready.content);
    expect(failed.crawl).toMatchObject({
      status: "failed",
      fetchedAt: ready.crawl?.fetchedAt,
      error: "There is no page at this address (status 404).",
    });

    site.pages["/tides"] = "<main><p>Once only.</p></main>";
    await refreshTopic(team.ctx, target);
    await crawl(team);
    expect(await getTopic(team.ctx, target)).toMatchObject({
      content: "Once only.",
      crawl: { status: "ready", error: null },
    });
  });

  it("of an address this server does not go to is refused at once, and again when the name moves", async () => {
    const team = await makeTeam();
    const wanted = (url: string) =>
      createTopic(team.ctx, { ...team.key, mode: "url", title: "Inside", crawl: { url } });
    await expect(wanted("http://127.0.0.1:1/")).rejects.toThrow("private address");
    await expect(wanted("http://169.254.169.254/latest")).rejects.toThrow("private address");
    const target = await makePage(team);
    const moved = updateTopic(team.ctx, { ...target, crawl: { url: "https://10.0.0.1/" } });
    await expect(moved).rejects.toThrow("private address");
    await world.ctx.db.update(topics).set({ url: "http://127.0.0.1:1/" }).where(eq(topics.topicId, target.topicId));
    await crawl(team);
    expect((await getTopic(team.ctx, target)).crawl?.error).toContain("private address");
    expect(site.asked).toEqual([]);
  });

  it("of a page that is too long for a topic says so", async () => {
    const team = await makeTeam();
    site.pages["/tides"] = `<main><p>${"word ".repeat(110_000)}</p></main>`;
    const target = await makePage(team);
    await crawl(team);
    expect((await getTopic(team.ctx, target)).crawl?.error).toContain("longer than 500,000 characters");
  });

  it("is asked for once by many who refresh at once", async () => {
    const team = await makeTeam();
    const target = await makePage(team);
    await crawl(team);
    site.asked.length = 0;
    world.enqueued.length = 0;
    await Promise.all(Array.from({ length: 8 }, () => refreshTopic(team.ctx, target)));
    expect(new Set(world.enqueued.map(({ job, key }) => `${job} ${key}`)).size).toBe(1);
    // Jobs of one organization never run at once; the second finds nothing left to read.
    await crawl(team);
    await crawl(team);
    expect(site.asked.filter((path) => path === "/tides")).toHaveLength(1);
  });

  it("of a topic that is deleted meanwhile leaves nothing", async () => {
    const team = await makeTeam();
    const held = holdPage("/slow");
    const target = await makePage(team, "/slow");
    const run = crawl(team);
    await held.asked;
    await deleteTopic(team.ctx, target);
    held.release();
    await run;
    expect(await world.ctx.db.select().from(topics).where(eq(topics.topicId, target.topicId))).toEqual([]);
  });

  it("of a topic that is put on another address meanwhile writes nothing; the new address is read", async () => {
    const team = await makeTeam();
    const held = holdPage("/slow");
    const target = await makePage(team, "/slow");
    const run = crawl(team);
    await held.asked;
    world.enqueued.length = 0;
    await updateTopic(team.ctx, { ...target, crawl: { url: `${site.origin}/tides` } });
    expect(world.enqueued.map(({ job }) => job)).toEqual(["crawl-topics"]);
    held.release();
    await run;
    await crawl(team);
    expect(await getTopic(team.ctx, target)).toMatchObject({
      content: "## Tides\n\nHigh water comes twice.",
      crawl: { url: `${site.origin}/tides`, status: "ready" },
    });
  });

  it("that the server's stop cut off is found and done again", async () => {
    const team = await makeTeam();
    const held = holdPage("/slow");
    const target = await makePage(team, "/slow");
    const stop = new AbortController();
    const run = crawlTopics({ ...team.system, signal: stop.signal }, team.key);
    await held.asked;
    stop.abort();
    await expect(run).rejects.toMatchObject({ code: "cancelled" });
    expect((await getTopic(team.ctx, target)).crawl?.status).toBe("running");
    world.enqueued.length = 0;
    await resumeContext(world.ctx);
    const { organizationId } = team;
    expect(world.enqueued).toContainEqual({ job: "crawl-topics", data: { organizationId }, key: organizationId });
    held.release();
    await crawl(team);
    expect(await getTopic(team.ctx, target)).toMatchObject({ content: "Held back.", crawl: { status: "ready" } });
  });

  it("runs beside one other of its organization only, and after twenty others have their turn", async () => {
    const team = await makeTeam();
    let running = 0;
    let most = 0;
    for (let n = 0; n < 21; n += 1) {
      site.pages[`/text${n}`] = (_request, response) => {
        most = Math.max(most, (running += 1));
        setImmediate(() => {
          running -= 1;
          response.writeHead(200, { "content-type": "text/plain" }).end(`Text ${n}`);
        });
      };
      await makePage(team, `/text${n}`, `Text ${n}`);
    }
    world.enqueued.length = 0;
    await crawl(team);
    expect(most).toBeLessThanOrEqual(2);
    expect(world.enqueued.filter(({ job }) => job === "crawl-topics")).toHaveLength(1);
    const states = async () =>
      (await listTopics(team.ctx, { ...team.key, ...page })).content.map((topic) => topic.crawl?.status);
    expect((await states()).filter((status) => status === "waiting")).toHaveLength(1);
    await crawl(team);
    expect(new Set(await states())).toEqual(new Set(["ready"]));
  });
});
