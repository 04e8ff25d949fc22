import { expect, it } from "vitest";

import { startCpuClock } from "#server/testing/cpu-clock.ts";

import { salvo } from "./salvo.ts";

it("looks once for what serves, however often a file names the framework", () => {
  expect(salvo.serves?.test("use salvo::prelude::*;\nServer::new(acceptor).serve(router).await;\n")).toBe(true);
  expect(salvo.serves?.test("Server::new(acceptor);\n")).toBe(false);
  const workedMs = startCpuClock();
  expect(salvo.serves?.test("// salvo\n".repeat(100_000))).toBe(false);
  expect(workedMs()).toBeLessThan(500);
});
