import { expect, it } from "vitest";

import { checkFiles } from "./check-files.ts";

const maxFileBytes = 20_000_000;
const png = { name: "board.png", type: "image/png", size: 10 };

it("accepts allowed types and files of unknown type", () => {
  const unknown = { ...png, type: "" };
  expect(checkFiles([png, unknown], { attachedCount: 0, maxFileBytes })).toEqual({
    accepted: [png, unknown],
    refusals: [],
  });
});

it("says of each refused file why", () => {
  const files = [
    { name: "notes.txt", type: "text/plain", size: 10 },
    { name: "empty.pdf", type: "application/pdf", size: 0 },
    { name: "huge.pdf", type: "application/pdf", size: maxFileBytes + 1 },
  ];
  const { accepted, refusals } = checkFiles([...files, png], { attachedCount: 0, maxFileBytes });
  expect(accepted).toEqual([png]);
  expect(refusals).toEqual([
    "notes.txt is no JPEG, PNG, WebP, GIF or PDF.",
    "empty.pdf is empty.",
    "huge.pdf is larger than 20 MB.",
  ]);
});

it("counts the files that are already attached", () => {
  const { accepted, refusals } = checkFiles(
    Array.from({ length: 4 }, () => png),
    { attachedCount: 8, maxFileBytes },
  );
  expect(accepted).toHaveLength(2);
  expect(refusals).toEqual(["A message can hold up to 10 files; 2 were left out."]);
});
