import { expect, it } from "vitest";
import { z } from "zod";

import { blocksBeside, createEngineProfile } from "./engine-profile.ts";
import { judgedCalls, missingCalls, refusedCalls } from "./system-calls.ts";

const test = z.object({ index: z.number(), op: z.string(), value: z.number(), valueTwo: z.number().optional() });
const profile = z
  .object({
    defaultAction: z.literal("SCMP_ACT_ERRNO"),
    syscalls: z.array(
      z.object({
        names: z.array(z.string()),
        action: z.string(),
        errnoRet: z.number().optional(),
        args: z.array(test).optional(),
      }),
    ),
  })
  .parse(JSON.parse(createEngineProfile()));

/** All that rules say of a call; an engine refuses a profile in which two of them disagree. */
function ask(name: string, ...args: bigint[]): string[] {
  const holds = ({ index, op, value, valueTwo }: z.infer<typeof test>) => {
    const argument = args[index] ?? 0n;
    if (op === "SCMP_CMP_LE") return argument <= BigInt(value);
    if (op === "SCMP_CMP_GT") return argument > BigInt(value);
    return (argument & BigInt(value)) === BigInt(valueTwo ?? 0);
  };
  const told = profile.syscalls
    .filter((rule) => rule.names.includes(name) && (rule.args ?? []).every(holds))
    .map(({ action, errnoRet }) => (action === "SCMP_ACT_ALLOW" ? "allow" : `errno ${errnoRet}`));
  return told.length === 0 ? ["errno 1"] : [...new Set(told)];
}

it("allows what builds need, and answers the rest as the filter of bubblewrap does", () => {
  for (const name of ["read", "execve", "clone", "futex", "openat2", "futex_waitv"])
    expect([name, ask(name)]).toEqual([name, ["allow"]]);
  for (const name of Object.keys(refusedCalls)) expect([name, ask(name)]).toEqual([name, ["errno 1"]]);
  for (const name of Object.keys(missingCalls)) expect([name, ask(name)]).toEqual([name, ["errno 38"]]);
});

it("judges the same calls by the same arguments", () => {
  expect(Object.keys(judgedCalls).toSorted()).toEqual(["clone", "ioctl", "personality", "shmget", "socket"]);
  expect([0x7d0f00n, 0x01200011n].map((flags) => ask("clone", flags))).toEqual([["allow"], ["allow"]]);
  for (const flag of [0x20000n, 0x02000000n, 0x10000000n, 0x40000000n])
    expect(ask("clone", flag | 0x11n)).toEqual(["errno 1"]);
  expect([1n, 2n, 10n, 16n].map((family) => ask("socket", family)[0])).toEqual(Array(4).fill("allow"));
  expect([0n, 3n, 17n, 38n, 40n, 0xffffffffn].map((family) => ask("socket", family))).toEqual(
    Array.from({ length: 6 }, () => ["errno 97"]),
  );
  expect([0x5401n, 0x5411n, 0x5413n, 0x541bn, 0x541dn].map((call) => ask("ioctl", 0n, call)[0])).toEqual(
    Array(5).fill("allow"),
  );
  // The kernel reads four bytes of it.
  expect([0x5412n, 0x541cn, 0x100005412n].map((call) => ask("ioctl", 0n, call))).toEqual(
    Array.from({ length: 3 }, () => ["errno 1"]),
  );
  expect([0n, 8n, 0xffffffffn].map((kind) => ask("personality", kind)[0])).toEqual(Array(3).fill("allow"));
  expect(ask("personality", 0x0040000n)).toEqual(["errno 1"]);
  expect([65_536n, 65_537n, 0x100000000n].map((size) => ask("shmget", 0n, size)[0])).toEqual([
    "allow",
    "errno 22",
    "errno 22",
  ]);
});

it("says all words but some by their first bits", () => {
  const blocks = blocksBeside([1, 2, 0xffffffff]);
  const isIn = (word: number) => blocks.some(({ mask, value }) => (word & mask) >>> 0 === value);
  expect([0, 3, 4, 5, 1000, 0x80000000, 0xfffffffe].map(isIn)).toEqual(Array(7).fill(true));
  expect([1, 2, 0xffffffff].map(isIn)).toEqual([false, false, false]);
});
