import { expect, it } from "vitest";

import { asOneLine } from "./run-line.ts";

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
