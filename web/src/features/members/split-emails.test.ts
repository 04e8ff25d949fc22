import { expect, test } from "vitest";

import { distinctEmails, splitEmails } from "./split-emails.ts";

test("addresses are split at any separator", () => {
  const text =
    "ada@example.com, lena@example.com;mateo@example.com\tnia@example.com\r\nkai@example.com|zoe@example.com";
  expect(splitEmails(text).map((email) => email.split("@")[0])).toEqual(["ada", "lena", "mateo", "nia", "kai", "zoe"]);
});

test("names, brackets and quotes of a mail program's list are left out", () => {
  expect(
    splitEmails('"Ada Okafor" <ada@example.com>; Lena Brandt <lena@example.com>, mailto:kai@example.com.'),
  ).toEqual(["ada@example.com", "lena@example.com", "kai@example.com"]);
});

test("a text without an address stays, so that it can be corrected", () => {
  expect(splitEmails(" ada.example.com ")).toEqual(["ada.example.com"]);
  expect(splitEmails("ada@")).toEqual(["ada@"]);
  expect(splitEmails("J. R. Brandt <lena@example.com>, kai.example.com")).toEqual([
    "lena@example.com",
    "kai.example.com",
  ]);
  expect(splitEmails(" ,; \n")).toEqual([]);
});

test("plus signs, apostrophes and other letters of addresses survive", () => {
  const emails = ["a.b+c_d-e%f@sub.example.co.uk", "o'brien@example.com"];
  expect(splitEmails(emails.join(","))).toEqual(emails);
  expect(splitEmails("'ada@example.com'")).toEqual(["ada@example.com"]);
});

test("duplicates are removed case-insensitively", () => {
  expect(splitEmails("Ada@Example.com ada@example.com")).toEqual(["Ada@Example.com"]);
  expect(distinctEmails(["a@b.c", "d@e.f", "A@B.C"])).toEqual(["a@b.c", "d@e.f"]);
});

test("a very long paste is split in one go", () => {
  const many = Array.from({ length: 20_000 }, (_unused, number) => `person-${number}@example.com`);
  expect(splitEmails(many.join(" , "))).toHaveLength(20_000);
});
