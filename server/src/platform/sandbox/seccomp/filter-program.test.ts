import { describe, expect, it } from "vitest";

import { createFilterProgram } from "./filter-program.ts";
import {
  auditArchitectures,
  judgedCalls,
  type Machine,
  missingCalls,
  newestCall,
  refusedCalls,
} from "./system-calls.ts";

const allow = "allow";
const eperm = "errno 1";
const enosys = "errno 38";

/** What the kernel would do with a call: runs the filter as it does. */
function ask(machine: Machine, call: { number: number; machine?: number; args?: bigint[] }): string {
  const program = createFilterProgram(machine);
  const data = Buffer.alloc(64);
  data.writeUInt32LE(call.number, 0);
  data.writeUInt32LE(call.machine ?? auditArchitectures[machine], 4);
  for (const [at, argument] of (call.args ?? []).entries()) data.writeBigUInt64LE(argument, 16 + 8 * at);
  let loaded = 0;
  for (let at = 0; at < program.length; at += 8) {
    const [code, ifTrue, ifFalse] = [program.readUInt16LE(at), program.readUInt8(at + 2), program.readUInt8(at + 3)];
    const value = program.readUInt32LE(at + 4);
    if (code === 0x06) return told(value);
    if (code === 0x20) {
      loaded = data.readUInt32LE(value);
      continue;
    }
    const holds = { 0x15: loaded === value, 0x35: loaded >= value, 0x45: (loaded & value) !== 0 }[code];
    if (holds === undefined) throw new Error(`An instruction that the kernel would refuse: ${code}`);
    at += 8 * (holds ? ifTrue : ifFalse);
  }
  throw new Error("The program has no end");
}

function told(value: number): string {
  if (value === 0x7fff0000) return allow;
  return value === 0x80000000 ? "kill" : `errno ${value & 0xffff}`;
}

describe.each(["x64", "arm64"] as const)("on %s", (machine) => {
  const column = machine === "x64" ? 0 : 1;
  const numbersOf = (calls: typeof refusedCalls) => Object.values(calls).flatMap((numbers) => numbers[column] ?? []);
  const judge = (name: keyof typeof judgedCalls, ...args: (number | bigint)[]) =>
    ask(machine, { number: judgedCalls[name][column], args: args.map(BigInt) });

  it("lets a build read, write, fork, run and talk", () => {
    const usual = { x64: [0, 1, 9, 56, 57, 59, 61, 202, 257, 262], arm64: [63, 64, 222, 220, 221, 260, 98, 56] }[
      machine
    ];
    for (const number of usual) expect([number, ask(machine, { number })]).toEqual([number, allow]);
    // Of musl and glibc: a thread, a process.
    expect(judge("clone", 0x7d0f00)).toBe(allow);
    expect(judge("clone", 0x01200011)).toBe(allow);
  });

  it("refuses each call of the table, each number once", () => {
    for (const number of numbersOf(refusedCalls)) expect([number, ask(machine, { number })]).toEqual([number, eperm]);
    for (const number of numbersOf(missingCalls)) expect([number, ask(machine, { number })]).toEqual([number, enosys]);
    const all = [...numbersOf(refusedCalls), ...numbersOf(missingCalls), ...numbersOf(judgedCalls)];
    expect(all.length).toBe(new Set(all).size);
  });

  it("knows no call that is newer than the table, and none of another machine", () => {
    expect(ask(machine, { number: newestCall })).toBe(allow);
    for (const number of [newestCall + 1, 0x40000000, 0xffffffff]) expect(ask(machine, { number })).toBe(enosys);
    const other = auditArchitectures[machine === "x64" ? "arm64" : "x64"];
    for (const wrong of [other, 0x40000003]) expect(ask(machine, { number: 0, machine: wrong })).toBe("kill");
  });

  it.each([0x20000, 0x02000000, 0x04000000, 0x08000000, 0x10000000, 0x20000000, 0x40000000])(
    "begins no namespace: %d",
    (flag) => expect(judge("clone", flag | 0x11)).toBe(eperm),
  );

  it("judges the others by their arguments, all eight bytes of them", () => {
    expect([1, 2, 10, 16].map((family) => judge("socket", family))).toEqual([allow, allow, allow, allow]);
    expect([0, 3, 17, 31, 38, 40].map((family) => judge("socket", family))).toEqual(Array(6).fill("errno 97"));
    expect(judge("ioctl", 0, 0x5401)).toBe(allow);
    expect([0x5412, 0x541c, 0x1_0000_5412].map((call) => judge("ioctl", 0, call))).toEqual([eperm, eperm, eperm]);
    expect([0, 0xffffffff, 8].map((kind) => judge("personality", kind))).toEqual([allow, allow, allow]);
    expect(judge("personality", 0x0040000)).toBe(eperm);
    expect(judge("shmget", 0, 65_536)).toBe(allow);
    expect([65_537n, 0x1_0000_0000n].map((size) => judge("shmget", 0, size))).toEqual(["errno 22", "errno 22"]);
  });
});
