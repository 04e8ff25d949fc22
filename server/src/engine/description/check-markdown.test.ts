import { expect, it } from "vitest";

import { refuseText } from "./check-markdown.ts";

const text =
  "It shows which boat leaves next and tells everybody on the quay when it is late, in time to take another one.";

it.each([
  ["an image", "![x](https://evil.example/x.png)", "it holds an image"],
  ["an image by reference", "![x][y]", "it holds an image"],
  ["an image behind what looks like an open fence", "``` ![x](x.png)", "it holds an image"],
  ["an image between two code spans over two lines", "a ` b\nc ` ![x](y) ` d", "it holds an image"],
  ["an element", "<b>x</b>", "it holds HTML"],
  ["an element over two lines", "<a\nhref=x>", "it holds HTML"],
  ["an element between escaped backticks", "\\` <form> \\`", "it holds HTML"],
  ["an element behind a lone backtick", "` <form> and `code`", "it holds HTML"],
  ["a comment", "<!-- hidden", "it holds HTML"],
  ["a link", "[x](https://evil.example/a)", "it leads to https://evil.example/a, which was not there before"],
  ["a link without a scheme", "[x](//evil.example)", "it leads to //evil.example, which was not there before"],
  ["a script", "[x](javascript:alert)", "it leads to javascript:alert, which was not there before"],
  ["an address in capitals", "HTTPS://EVIL.example.", "it leads to HTTPS://EVIL.example, which was not there before"],
  ["a mail address", "mailto:a@evil.example", "it leads to mailto:a@evil.example, which was not there before"],
  ["an address in angle brackets", "<ftp://evil.example>", "it leads to ftp://evil.example, which was not there before"],
  ["a definition of a link", "[a][b]\n\n[b]: //evil.example/x", "it leads to //evil.example/x, which was not there before"],
  ["a definition in a quote", "[b]\n\n> [b]: evil.example", "it leads to evil.example, which was not there before"],
  ["an address in code", "`https://evil.example`", "it leads to https://evil.example`, which was not there before"],
])("refuses %s", (_, added, why) => {
  expect(refuseText(`${text} ${added}`, text)).toBe(why);
}); // prettier-ignore

it.each([
  ["generic types in code", "`List<string>` and ``Map<a`b>`` are kept."],
  ["comparisons", "5 < 6 and a > b, so a<5."],
  ["references to nothing", "See [1] and items[0]."],
  ["emphasis and lists", "**Bold** *words*\n\n- a\n- b"],
])("lets %s pass", (_, added) => {
  expect(refuseText(`${text} ${added}`, text)).toBeNull();
});

it("lets a text keep what stood in it before, and no more", () => {
  const before = `${text} ![x](x.png) <br> [site](https://board.example).`;
  expect(refuseText(`${before} More.`, before)).toBeNull();
  expect(refuseText(before.replace("board.example", "board.example.evil"), before)).toContain("board.example.evil");
});

it.each([
  [`${"x".repeat(99)}  `, "it would have 99 characters and needs at least 100"],
  ["x".repeat(5_001), "it would have 5001 characters and may have at most 5000"],
])("refuses a text out of its limits", (given, why) => {
  expect(refuseText(given, "")).toBe(why);
});

it("lets texts at the limits pass", () => {
  expect(refuseText("x".repeat(100), "")).toBeNull();
  expect(refuseText("x".repeat(5_000), "")).toBeNull();
});
