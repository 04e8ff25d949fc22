import { readFileSync } from "node:fs";

import { demoFile } from "./demo-file.ts";

/** What the built-in engine wrote about the code of the demo, with the lines that it rests on. */
export interface CitedPage {
  productName: string;
  writtenBy: string;
  commit: string;
  sections: RecordedSection[];
}

interface RecordedSection {
  page: string;
  title: string;
  statements: RecordedStatement[];
}

export interface RecordedStatement {
  /** Markdown of one line: names of code are in backticks. */
  text: string;
  sources: RecordedLines[];
}

export interface RecordedLines {
  path: string;
  startLine: number;
  endLine: number;
  /** The number of the first of `lines`, which are the cited ones with a few around them. */
  firstLine: number;
  lines: string[];
}

/** File name of the recorded pages, beside the bundle that they were written from. */
export const citedPageFile = "cited-page.json";

let citedPage: CitedPage | undefined;

/**
 * What people without an account are shown of the product. It comes with the program, so that it shows where no demo is
 * installed as well, and holds nothing that anybody here brought, named or wrote. A test writes it anew from the bundle.
 */
export function readCitedPage(): CitedPage {
  citedPage ??= JSON.parse(readFileSync(demoFile(citedPageFile), "utf8")) as CitedPage;
  return citedPage;
}
