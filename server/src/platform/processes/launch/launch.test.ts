import { once } from "node:events";
import { text } from "node:stream/consumers";

import { beforeAll, describe, expect, it, vi } from "vitest";

import { launch } from "./launch.ts";
import { LaunchedProcess, type RunningProcess } from "./launched-process.ts";
import { Launcher } from "./launcher.ts";

const env = { PATH: process.env["PATH"] ?? "", GREETING: "Ahoy" };
const options = { cwd: "/", env };
let launcher: Launcher;

beforeAll(async () => {
  launcher = await startLauncher();
});

async function startLauncher(): Promise<Launcher> {
  const started = new Launcher();
  await vi.waitUntil(() => started.isReady, { timeout: 60_000 });
  return started;
}

const shell = (script: string, from = launcher) => from.launch("/bin/sh", ["-c", script], options);

async function readAll(child: RunningProcess, input = ""): Promise<{ stdout: string; stderr: string; end: unknown[] }> {
  const end = once(child, "close");
  // One that ends without reading closes its input.
  child.stdin.on("error", () => undefined).end(input);
  const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr)]);
  return { stdout, stderr, end: await end };
}

describe("a program that the launcher starts", () => {
  it("gets the input to its end, the folder and its variables alone, and gives both outputs and how it ended", async () => {
    const input = "water".repeat(100_000);
    const script = "cat; pwd >&2; echo $GREETING >&2; env | wc -l >&2; exit 3";
    const { stdout, stderr, end } = await readAll(shell(script), input);
    expect(stdout).toBe(input);
    // A shell adds PWD, and some add two more.
    expect(stderr).toMatch(/^\/\nAhoy\n\s*[2-6]\n$/);
    expect(end).toEqual([3, null]);
  });

  it("is read from no other, however many start at once", async () => {
    const numbers = Array.from({ length: 40 }, (_, number) => String(number));
    const outputs = await Promise.all(numbers.map(async (one) => (await readAll(shell("cat"), one)).stdout));
    expect(outputs).toEqual(numbers);
  });

  it("ends at a signal that came before it had a number", async () => {
    const child = shell("exec sleep 600");
    expect(child.pid).toBeUndefined();
    child.kill("SIGKILL");
    expect(await once(child, "close")).toEqual([null, "SIGKILL"]);
  });

  it("leads a group of its own", async () => {
    const { stdout } = await readAll(shell("ps -o pgid= -p $$; echo $$"));
    const [group, number] = stdout.split("\n").map((line) => line.trim());
    expect(group).toBe(number);
  });

  it("is reported where there is none, and where it cannot be started so", async () => {
    const missing = launcher.launch("no-such-program", [], options);
    const [error] = await once(missing, "error");
    expect(error).toMatchObject({ code: "ENOENT" });
    const impossible = launcher.launch("/bin/echo", ["a\0b"], options);
    expect(await once(impossible, "error")).toEqual([expect.objectContaining({ code: "ERR_INVALID_ARG_VALUE" })]);
    expect((await readAll(shell("echo still there"))).stdout).toBe("still there\n");
  });
});

it("what is running fails where the launcher is gone, nothing is left of it, and programs start as before", async () => {
  const doomed = await startLauncher();
  const { stdout } = await readAll(shell("echo $PPID", doomed));
  // It would not notice by itself that nobody listens.
  const running = shell("exec sleep 600", doomed);
  await once(running, "spawn");
  const exited = new Promise((resolve) => running.once("exit", resolve));
  const closed = new Promise((resolve) => running.once("close", resolve));
  const failed = once(running, "error");
  process.kill(Number(stdout), "SIGKILL");
  await failed;
  await exited;
  await closed;
  const isThere = () => {
    try {
      return process.kill(running.pid ?? 0, 0);
    } catch {
      return false;
    }
  };
  await expect.poll(isThere).toBe(false);
  expect(doomed.isLost).toBe(true);
  expect(doomed.isReady).toBe(false);
});

it("starts programs itself until the launcher is ready, and by it from then on", async () => {
  await expect
    .poll(async () => {
      const child = launch("/bin/echo", ["here"], options);
      expect((await readAll(child)).stdout).toBe("here\n");
      return child instanceof LaunchedProcess;
    })
    .toBe(true);
});

it("starts programs itself where the launcher has no folder", async () => {
  vi.stubEnv("TMPDIR", "/no-such-folder");
  vi.resetModules();
  const { launch: launchAnew } = await import("./launch.ts");
  for (const word of ["one", "two"]) {
    expect((await readAll(launchAnew("/bin/echo", [word], options))).stdout).toBe(`${word}\n`);
  }
});
