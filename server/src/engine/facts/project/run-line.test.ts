import { expect, it } from "vitest";

import { asOneLine, stepsOf } from "./run-line.ts";

it.each([
  ["vite", "vite"],
  ["go test ./...\ngo tool cover -html=coverage.out", "go test ./... && go tool cover -html=coverage.out"],
  ["go test ./...\n\n", "go test ./..."],
  ["for one in boats; do\n  sail $one\ndone", null],
  ["cat <<EOF > boats\nEOF", null],
  ["sail \\\n  --fast", null],
  ["", ""],
])("shows a recipe of several steps as what could be typed, and no loop torn apart: %j", (command, line) => {
  expect(asOneLine(command)).toBe(line);
});

it.each([
  [
    "@docker compose up -d redis\nNODE_ENV=test yarn sequelize db:drop\nyarn test:watch",
    ["docker compose up -d redis", "NODE_ENV=test yarn sequelize db:drop", "yarn test:watch"],
  ],
  ['nodemon --exec "yarn build && yarn dev"', ['nodemon --exec "yarn build && yarn dev"']],
  ["echo sailing; sail $(cat boats; true) && moor", ["sail $(cat boats; true)", "moor"]],
  ["for one in boats; do\n  sail $one\ndone", []],
])("takes a command apart into its steps, in order: %j", (command, steps) => {
  expect(stepsOf(command)).toEqual(steps);
});
