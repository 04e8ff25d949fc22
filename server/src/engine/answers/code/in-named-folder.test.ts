import { expect, it } from "vitest";

import { inNamedFolder } from "./in-named-folder.ts";

const all = ["account-service/src/accounts.ts", "statistics-service/src/accounts.ts", "apps/web/main.ts"].map(
  (path) => ({
    path,
  }),
);

it.each([
  ["Which endpoints does account-service have?", [0]],
  ["Which settings does apps/web read?", [2]],
  ["Which endpoints of Statistics-Service are there?", [1]],
  ["Which endpoints does account have?", [0, 1, 2]],
  ["Which endpoints does account-service-old have?", [0, 1, 2]],
  ["What answers GET /apps/web?", [0, 1, 2]],
])("of %s", (question, wanted) => {
  expect(inNamedFolder(all, question)).toEqual(wanted.map((at) => all[at]));
});
