import { expect, it } from "vitest";

import { openScope } from "#server/engine/facts/scope/open-scope.ts";
import { indexFiles } from "#server/engine/pages/testing/index-files.ts";

import { findEntryPoints } from "./find-entry-points.ts";
import { findTypicalRequest } from "./follow-request.ts";

const lines = (...all: string[]) => `${all.join("\n")}\n`;

it("ends a request at no file that declares rows, and takes no calls of which only one is made for steps", async () => {
  const repository = await indexFiles("choices", [
    {
      message: "Begin",
      files: {
        "package.json": '{ "dependencies": { "express": "5", "typeorm": "1" } }\n',
        "src/server.ts": lines(
          'import express from "express";',
          'import { placeOrder } from "./place.ts";',
          "const app = express();",
          'app.post("/orders", placeOrder);',
          "app.listen(80);",
        ),
        "src/place.ts": lines(
          'import { Order, keep, refuse, postpone, tell, log } from "./order.ts";',
          "export function placeOrder(request) {",
          "  log(request);",
          "  switch (request.kind) {",
          '    case "now":',
          "      keep(request);",
          "      break;",
          "    default:",
          "      refuse(request);",
          "  }",
          "  if (request.late) {",
          "    tell(request);",
          "  } else {",
          "    postpone(request);",
          "  }",
          "  return new Order(request);",
          "}",
        ),
        "src/order.ts": lines(
          'import { Column, Entity, PrimaryGeneratedColumn } from "typeorm";',
          "@Entity()",
          "export class Order {",
          "  @PrimaryGeneratedColumn()",
          "  id: number;",
          "  @Column()",
          "  city: string;",
          "}",
          ...["keep", "refuse", "postpone", "tell", "log"].map(
            (name) => `export function ${name}(a) {\n  return a;\n}`,
          ),
        ),
      },
    },
  ]);
  const scope = openScope(repository, "/");
  const flow = await findTypicalRequest(scope);
  const starts = findEntryPoints(scope).map(({ path, role, evidence }) => `${path}:${evidence[0]?.startLine} ${role}`);
  await repository.remove();
  expect(flow?.calls.map(({ symbol }) => symbol.name)).toEqual(["log", "tell", "Order"]);
  expect(flow?.end).toBeNull();
  expect(starts).toEqual(["src/server.ts:5 where the program begins"]);
});
