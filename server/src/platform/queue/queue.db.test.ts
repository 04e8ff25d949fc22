import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";

import { AppError } from "@cairn/contract/errors";
import { sql } from "drizzle-orm";
import { afterEach, beforeEach, describe, expect, it } from "vitest";

import { openDatabases } from "#server/platform/db/open-databases.ts";
import { openDb, type OpenedDb } from "#server/platform/db/open-db.ts";
import { prepareRuntimeRole } from "#server/platform/db/prepare-runtime-role.ts";
import { silentLogger } from "#server/platform/log/logger.ts";
import { createTestDatabase, type TestDatabase } from "#server/testing/test-database.ts";

import { openQueue, type Queue, type QueueDefinition } from "./queue.ts";

const definition: QueueDefinition = { name: "work", concurrency: 2, retryLimit: 2 };

let database: TestDatabase;
let opened: OpenedDb;
let queue: Queue;

beforeEach(async () => {
  database = await createTestDatabase();
  opened = openDb(database.connectionString, { onError: () => {} });
  queue = await openQueue({ connectionString: database.connectionString, log: silentLogger });
  await queue.define(definition);
});

afterEach(async () => {
  await queue.stop(1000);
  await opened.close();
  await database.drop();
});

/** Resolves with what the job received when it runs. */
function nextRun(run: (data: unknown) => Promise<void> = async () => {}): Promise<unknown> {
  return new Promise((resolve, reject) => {
    queue
      .work(definition, async ({ data }) => {
        resolve(data);
        await run(data);
      })
      .catch(reject);
  });
}

describe("putting in line", () => {
  it("happens with the caller's transaction or not at all", async () => {
    const failed = opened.db.transaction(async (tx) => {
      await queue.enqueue(tx, "work", { from: "rolled back" }, "a");
      throw new Error("changed my mind");
    });
    await expect(failed).rejects.toThrow("changed my mind");
    await opened.db.transaction((tx) => queue.enqueue(tx, "work", { from: "committed" }, "b"));
    expect(await nextRun()).toEqual({ from: "committed" });
  });

  it("works for the role that the product's statements run as, also in kinds of work that come later", async () => {
    const { role } = await prepareRuntimeRole(database.connectionString);
    const databases = openDatabases(database.connectionString, { role, max: 1, onError: () => {} });
    const db = databases.scopedTo(null);
    const shown = await db.execute(sql`select current_user as role`);
    expect(shown.rows).toEqual([{ role: "cairn_runtime" }]);
    await queue.define({ ...definition, name: "later" });
    await db.transaction((tx) => queue.enqueue(tx, "later", {}, { key: "a", canWait: true }));
    await db.transaction((tx) => queue.enqueue(tx, "later", {}, "a"));
    await queue.reclaim(databases.wholeDb);
    await db.transaction((tx) => queue.enqueue(tx, "work", { from: "the role" }, "b"));
    expect(await nextRun()).toEqual({ from: "the role" });
    await databases.close();
  });

  it("serves two askers with one waiting job of the same key", async () => {
    await queue.enqueue(opened.db, "work", { n: 1 }, "same");
    await queue.enqueue(opened.db, "work", { n: 2 }, "same");
    const { rows } = await opened.db.execute(sql`select count(*)::int as n from pgboss.job where name = 'work'`);
    expect(rows).toEqual([{ n: 1 }]);
  });

  it("lets what can wait give way, until somebody asks for it who does not wait", async () => {
    for (const key of ["a", "b", "c"]) await queue.enqueue(opened.db, "work", { key }, { key, canWait: true });
    await queue.enqueue(opened.db, "work", { key: "d" }, "d");
    await queue.enqueue(opened.db, "work", { key: "b" }, "b");
    await queue.enqueue(opened.db, "work", { key: "c" }, { key: "c", canWait: true });
    const order: unknown[] = [];
    await queue.work({ ...definition, concurrency: 1 }, async ({ data }) => void order.push(data));
    await expect.poll(() => order.map((data) => (data as { key: string }).key), { timeout: 10_000 }).toHaveLength(4);
    expect(order.map((data) => (data as { key: string }).key)).toEqual(["b", "d", "a", "c"]);
  });

  it("wakes an idle worker by notification, long before it would have looked again", async () => {
    const { connectionString } = database;
    const lazy = await openQueue({ connectionString, log: silentLogger, pollSeconds: 3600 });
    let onRun = () => {};
    await lazy.work(definition, async () => onRun());
    for (const key of ["first", "second"]) {
      const ran = new Promise<void>((resolve) => {
        onRun = resolve;
      });
      await queue.enqueue(opened.db, "work", {}, key);
      await ran;
    }
    await lazy.stop(1000);
  });
});

describe("running", () => {
  it("never runs two jobs of one key at once", async () => {
    let running = 0;
    let most = 0;
    let finished = 0;
    await new Promise<void>((resolve, reject) => {
      const run = async () => {
        most = Math.max(most, (running += 1));
        if ((finished += 1) === 1) await queue.enqueue(opened.db, "work", {}, "one");
        await opened.db.execute(sql`select pg_sleep(0.2)`);
        running -= 1;
        if (finished === 2) resolve();
      };
      queue.work(definition, run).catch(reject);
      queue.enqueue(opened.db, "work", {}, "one").catch(reject);
    });
    expect(most).toBe(1);
  });

  it("tries again what may succeed later, and ends what will not", async () => {
    const tries: string[] = [];
    await new Promise<void>((resolve, reject) => {
      queue
        .work(definition, async ({ data }) => {
          const { kind } = data as { kind: "final" | "passing" };
          tries.push(kind);
          if (kind === "final") throw new AppError("invalid_input", { message: "No" });
          if (tries.filter((one) => one === "passing").length === 2) return resolve();
          throw new AppError("vendor_unavailable", { message: "Later" });
        })
        .catch(reject);
      queue.enqueue(opened.db, "work", { kind: "final" }, "f").catch(reject);
      queue.enqueue(opened.db, "work", { kind: "passing" }, "p").catch(reject);
    });
    expect(tries.sort()).toEqual(["final", "passing", "passing"]);
  });
});

/** A worker that polls this seldom starts only what it is woken for; a test in which it is not woken runs into its limit. */
const neverS = 3600;

/** Another process of the product, whose workers look for jobs only when they start and when they are woken. */
async function openLazyQueue(): Promise<Queue> {
  const lazy = await openQueue({
    connectionString: database.connectionString,
    log: silentLogger,
    pollSeconds: neverS,
  });
  await lazy.define(definition);
  return lazy;
}

/** Waits until the engine has written into its statistics that a job is active. */
async function untilEngineCountsActiveJob(): Promise<void> {
  for (;;) {
    const { rows } = await opened.db.execute(sql`select 1 from pgboss.queue where name = 'work' and active_count > 0`);
    if (rows.length > 0) return;
    await opened.db.execute(sql`select pg_sleep(0.1)`);
  }
}

describe("a job that waits for its key", () => {
  it("keeps no other key waiting, and starts as soon as the key is free", async () => {
    const lazy = await openLazyQueue();
    const firstStarted = Promise.withResolvers<void>();
    const firstMayEnd = Promise.withResolvers<void>();
    const othersRan = Promise.withResolvers<void>();
    const twinRan = Promise.withResolvers<void>();
    const otherKeys = Array.from({ length: 20 }, (_, n) => `other-${n}`);
    const waiting = new Set(otherKeys);
    await lazy.work(definition, async ({ data }) => {
      const { is } = data as { is: string };
      if (is === "first") {
        firstStarted.resolve();
        await firstMayEnd.promise;
      } else if (is === "twin") twinRan.resolve();
      else if (waiting.delete(is) && waiting.size === 0) othersRan.resolve();
    });
    await queue.enqueue(opened.db, "work", { is: "first" }, "busy");
    await firstStarted.promise;
    await queue.enqueue(opened.db, "work", { is: "twin" }, "busy");
    for (const key of otherKeys) await queue.enqueue(opened.db, "work", { is: key }, key);
    await othersRan.promise;
    firstMayEnd.resolve();
    await twinRan.promise;
    await lazy.stop(1000);
  });

  it("starts in a process that came up while the key was taken", async () => {
    const firstMayEnd = Promise.withResolvers<void>();
    await queue.enqueue(opened.db, "work", { is: "first" }, "busy");
    await nextRun(() => firstMayEnd.promise);
    await untilEngineCountsActiveJob();
    const lazy = await openLazyQueue();
    firstMayEnd.resolve();
    await queue.stop(1000);
    const ran = Promise.withResolvers<unknown>();
    await lazy.enqueue(opened.db, "work", { is: "twin" }, "busy");
    await lazy.work(definition, async ({ data }) => ran.resolve(data));
    expect(await ran.promise).toEqual({ is: "twin" });
    await lazy.stop(1000);
  });

  it("keeps no other key waiting when an older version put it in line, without a group", async () => {
    await queue.enqueue(opened.db, "work", { is: "first" }, "busy");
    await opened.db.execute(sql`update pgboss.job set state = 'active', heartbeat_on = now() where name = 'work'`);
    await queue.enqueue(opened.db, "work", { is: "twin" }, "busy");
    await queue.enqueue(opened.db, "work", { is: "other" }, "other");
    await opened.db.execute(sql`update pgboss.job set group_id = null where name = 'work'`);
    const lazy = await openLazyQueue();
    const ran = Promise.withResolvers<unknown>();
    await lazy.work({ ...definition, concurrency: 1 }, async ({ data }) => ran.resolve(data));
    expect(await ran.promise).toEqual({ is: "other" });
    await lazy.stop(1000);
  });
});

/** A worker process of its own that takes a job and never ends it. */
function startStuckWorker(connectionString: string): ChildProcess {
  const program = `
    import { openQueue } from ${JSON.stringify(new URL("./queue.ts", import.meta.url).href)};
    import { silentLogger } from ${JSON.stringify(new URL("../log/logger.ts", import.meta.url).href)};
    const queue = await openQueue({ connectionString: ${JSON.stringify(connectionString)}, log: silentLogger });
    await queue.work(${JSON.stringify(definition)}, () => new Promise(() => { process.stdout.write("took it"); }));
  `;
  return spawn(process.execPath, ["--input-type=module", "-e", program], { stdio: ["ignore", "pipe", "inherit"] });
}

describe("a worker that was killed", () => {
  it("loses its job to another within 30 s", async () => {
    await queue.enqueue(opened.db, "work", { id: "precious" }, "k");
    const worker = startStuckWorker(database.connectionString);
    if (worker.stdout) await once(worker.stdout, "data");
    worker.kill("SIGKILL");
    await once(worker, "exit");
    const startedAt = performance.now();
    expect(await nextRun()).toEqual({ id: "precious" });
    expect(performance.now() - startedAt).toBeLessThan(30_000);
  });

  it("leaves one job where another of the same key already waits for its next try", async () => {
    const toState = (state: string) =>
      opened.db
        .execute(sql`update pgboss.job set state = ${sql.raw(`'${state}'`)}, start_after = now() + interval '1 hour'
        where name = 'work' and state = 'created'`);
    await queue.enqueue(opened.db, "work", { n: 1 }, "k");
    await toState("retry");
    await queue.enqueue(opened.db, "work", { n: 2 }, "k");
    await toState("active");
    await queue.reclaim(opened.db);
    const { rows } = await opened.db.execute(
      sql`select state::text, data from pgboss.job where name = 'work' order by data->>'n'`,
    );
    expect(rows).toEqual([
      { state: "retry", data: { n: 1 } },
      { state: "cancelled", data: { n: 2 } },
    ]);
    expect(await nextRun()).toEqual({ n: 1 });
  });

  it("loses it at once where no other worker can exist", async () => {
    await queue.enqueue(opened.db, "work", { id: "precious" }, "k");
    const worker = startStuckWorker(database.connectionString);
    if (worker.stdout) await once(worker.stdout, "data");
    worker.kill("SIGKILL");
    await once(worker, "exit");
    await queue.reclaim(opened.db);
    const { rows } = await opened.db.execute(
      sql`select state::text, start_after <= now() as is_due from pgboss.job where name = 'work'`,
    );
    expect(rows).toEqual([{ state: "retry", is_due: true }]);
    expect(await nextRun()).toEqual({ id: "precious" });
  });

  it("leaves nothing behind that keeps the next start from its job", async () => {
    await queue.enqueue(opened.db, "work", { id: "precious" }, "k");
    const worker = startStuckWorker(database.connectionString);
    if (worker.stdout) await once(worker.stdout, "data");
    await untilEngineCountsActiveJob();
    worker.kill("SIGKILL");
    await once(worker, "exit");
    const lazy = await openLazyQueue();
    await lazy.reclaim(opened.db);
    const ran = Promise.withResolvers<unknown>();
    await lazy.work(definition, async ({ data }) => ran.resolve(data));
    expect(await ran.promise).toEqual({ id: "precious" });
    await lazy.stop(1000);
  });
});
