import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { chmod, cp, mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";

import { Client } from "pg";
import { afterAll, afterEach, beforeEach, expect, it } from "vitest";

import { silentLogger } from "#server/platform/log/logger.ts";
import { parseSettings } from "#server/platform/settings/parse-settings.ts";

import { openDatabase } from "./connect-database.ts";
import { type EmbeddedPostgres, startEmbeddedPostgres } from "./start-embedded-postgres.ts";

let parent: string;
let dataDirectory: string;
const running: EmbeddedPostgres[] = [];
const owners: ChildProcess[] = [];

beforeEach(async () => {
  // Only its owner can enter it: as root, the server's account cannot walk to the data below.
  parent = await mkdtemp(path.join(tmpdir(), "cairn-pg-"));
  dataDirectory = path.join(parent, "data");
});

afterEach(async () => {
  await Promise.all(running.splice(0).map((postgres) => postgres.stop()));
  for (const owner of owners.splice(0)) owner.kill("SIGKILL");
  await rm(parent, { recursive: true });
});

let made: string | undefined;
afterAll(async () => {
  if (made) await rm(made, { recursive: true });
});

/** Puts a cluster here as a first start leaves it: making one anew takes long. */
async function placeCluster(): Promise<void> {
  if (!made) {
    made = await mkdtemp(path.join(tmpdir(), "cairn-pg-made-"));
    await (await startEmbeddedPostgres({ dataDirectory: made, log: silentLogger })).stop();
  }
  await cp(path.join(made, "postgres"), path.join(dataDirectory, "postgres"), { recursive: true });
}

async function start(): Promise<EmbeddedPostgres> {
  const postgres = await startEmbeddedPostgres({ dataDirectory, log: silentLogger });
  running.push(postgres);
  return postgres;
}

async function query(connectionString: string, text: string): Promise<unknown[]> {
  const client = new Client({ connectionString });
  // The server may be killed under us; the query's own rejection tells.
  client.on("error", () => {});
  await client.connect();
  try {
    return (await client.query<unknown[]>({ text, rowMode: "array" })).rows.flat();
  } finally {
    await client.end();
  }
}

const fill = "create table kept as select generate_series(1, 100) as n";
const count = "select count(*)::int from kept";

/** A process of its own that starts the server and holds it until it is killed. */
async function startOwner(): Promise<{ owner: ChildProcess; connectionString: string }> {
  const code = `
    import { startEmbeddedPostgres } from ${JSON.stringify(new URL("start-embedded-postgres.ts", import.meta.url).href)};
    import { silentLogger } from ${JSON.stringify(new URL("../log/logger.ts", import.meta.url).href)};
    const dataDirectory = ${JSON.stringify(dataDirectory)};
    const postgres = await startEmbeddedPostgres({ dataDirectory, log: silentLogger });
    process.stdout.write(postgres.connectionString);
  `;
  const parameters = ["--input-type=module-typescript", "-e", code];
  const owner = spawn(process.execPath, parameters, { stdio: ["ignore", "pipe", "inherit"] });
  owners.push(owner);
  const [connectionString] = (await once(owner.stdout, "data")) as [Buffer];
  return { owner, connectionString: connectionString.toString() };
}

async function kill(child: ChildProcess): Promise<void> {
  child.kill("SIGKILL");
  await once(child, "exit");
}

async function readPostmasterPid(): Promise<number> {
  const text = await readFile(path.join(dataDirectory, "postgres", "postmaster.pid"), "utf8");
  return Number.parseInt(text, 10);
}

it("makes a UTF-8 database on first use and keeps it", async () => {
  const begunAt = performance.now();
  const first = await start();
  const firstMs = performance.now() - begunAt;
  expect(await query(first.connectionString, "select current_database(), current_setting('data_checksums')")).toEqual([
    "cairn",
    "on",
  ]);
  expect(
    await query(
      first.connectionString,
      "select lower('ÄÖ'), 'a' < 'B' from pg_database where datname = 'cairn' and encoding = 6",
    ),
  ).toEqual(["äö", false]);
  await query(first.connectionString, fill);
  await query(first.connectionString, "create extension pg_trgm");
  expect(
    await query(first.connectionString, "select similarity('Überblick', 'überblick'), similarity('Обзор', 'обзор')"),
  ).toEqual([1, 1]);
  await first.stop();
  expect(await readdir(dataDirectory)).toEqual(["lock", "postgres"]);

  const startedAt = performance.now();
  const second = await start();
  expect(performance.now() - startedAt).toBeLessThan(Math.max(2_000, firstMs));
  expect(second.connectionString).toBe(first.connectionString);
  expect(await query(second.connectionString, count)).toEqual([100]);
});

it("runs as an ordinary account behind a socket that only the account can reach", async () => {
  const { connectionString } = await start();
  const owner = (await stat(path.join(dataDirectory, "postgres"))).uid;
  expect(owner).not.toBe(0);
  const socketDirectory = new URL(connectionString).searchParams.get("host") ?? "";
  const found = await stat(socketDirectory);
  expect([found.mode & 0o777, found.uid]).toEqual([0o700, owner]);
  expect(await query(connectionString, "select setting from pg_settings where name = 'listen_addresses'")).toEqual([
    "",
  ]);
  await Promise.all(running.splice(0).map((postgres) => postgres.stop()));
  await expect(stat(socketDirectory)).rejects.toThrow("ENOENT");
});

it("refuses a second start while the first lives, whichever process asks", async () => {
  await placeCluster();
  const { owner } = await startOwner();
  await expect(start()).rejects.toMatchObject({
    code: "conflict",
    message: `Another Cairn (process ${owner.pid}) is using this data directory.`,
  });
  await kill(owner);
  await start();
  await expect(start()).rejects.toThrow(`Another Cairn (process ${process.pid}) is using this data directory.`);
});

it("takes over after its owner was killed", async () => {
  await placeCluster();
  const { owner, connectionString } = await startOwner();
  await query(connectionString, fill);
  const orphan = await readPostmasterPid();
  await kill(owner);
  expect(() => process.kill(orphan, 0)).not.toThrow();

  const postgres = await start();
  expect(await readPostmasterPid()).not.toBe(orphan);
  expect(await query(postgres.connectionString, count)).toEqual([100]);
});

it("recovers when owner and server were killed together", async () => {
  await placeCluster();
  const { owner, connectionString } = await startOwner();
  await query(connectionString, fill);
  process.kill(await readPostmasterPid(), "SIGKILL");
  await kill(owner);
  expect(await query((await start()).connectionString, count)).toEqual([100]);
});

it("starts the server again when it dies, also twice, and stops for good when told to", async () => {
  await placeCluster();
  const postgres = await start();
  await query(postgres.connectionString, fill);
  for (const signal of ["SIGKILL", "SIGQUIT"] as const) {
    const exit = new Promise<boolean>((resolve) => postgres.onUnexpectedExit(({ restarted }) => resolve(restarted)));
    process.kill(await readPostmasterPid(), signal);
    expect(await exit).toBe(true);
    expect(await query(postgres.connectionString, count)).toEqual([100]);
  }
  const last = await readPostmasterPid();
  await postgres.stop();
  expect(() => process.kill(last, 0)).toThrow("ESRCH");
});

it("is not hindered by what a broken-off start and a reused process number leave behind", async () => {
  const unfinished = path.join(dataDirectory, "postgres.new");
  await mkdir(unfinished, { recursive: true });
  await writeFile(path.join(unfinished, "PG_VERSION"), "1");
  await chmod(unfinished, 0o500);
  await (await start()).stop();
  expect(await readdir(dataDirectory)).toEqual(["lock", "postgres"]);

  const { uid, gid } = await stat(path.join(dataDirectory, "postgres"));
  const stranger = spawn("sleep", ["60"], { uid, gid });
  owners.push(stranger);
  await writeFile(path.join(dataDirectory, "postgres", "postmaster.pid"), `${stranger.pid}\n/elsewhere\n`);
  await start();
  expect(stranger.signalCode).toBeNull();
});

it("says why the server does not start, and leaves nothing running or locked", async () => {
  await placeCluster();
  const version = path.join(dataDirectory, "postgres", "PG_VERSION");
  await writeFile(version, "17\n");
  await expect(start()).rejects.toMatchObject({
    code: "unavailable",
    message: expect.stringContaining("another major version of PostgreSQL") as string,
  });
  await writeFile(version, "18\n");
  await start();
});

it("accepts a data directory with a long path", async () => {
  dataDirectory = path.join(parent, "a folder with spaces ".repeat(8).trim(), "data");
  await placeCluster();
  expect(await query((await start()).connectionString, "select 1")).toEqual([1]);
});

it("starts nothing when DATABASE_URL is set", async () => {
  const url = "postgresql://someone:secret@db.example.com/cairn";
  const database = await openDatabase(parseSettings({ DATABASE_URL: url, DATA_DIR: dataDirectory }), silentLogger);
  expect(database).toMatchObject({ connectionString: url, isEmbedded: false });
  await database.stop();
  expect(await readdir(parent)).toEqual([]);
});
