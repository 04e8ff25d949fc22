import type { TextFact } from "#server/code-index/ports/facts.ts";

import type { SourceText } from "./source-text.ts";
import { lineText } from "./source-text.ts";

/** Of a longer comment the first lines are kept. */
const maxDocLines = 80;
/** How far up the beginning of a comment is looked for. */
const maxCommentLines = 2000;
const maxDocLength = 1500;
const decoration = /^\s*(?:@[\w.]+|#\[|\[[\w:]+|#!\[|export\s*$|template\s*<)/;

/** The comment directly above a declaration; decorators and attributes in between are skipped. */
export function commentAbove(source: SourceText, declarationLine: number): TextFact | null {
  let end = declarationLine - 1;
  while (end > 0 && source.commentLines[end - 1] !== 1 && decoration.test(lineText(source, end))) end -= 1;
  if (end < 1 || source.commentLines[end - 1] !== 1) return null;
  const start = startOfComment(source, end);
  return start > end ? null : textOfComment(source, start, Math.min(end, start + maxDocLines - 1));
}

/** First line of the comment that ends on the line; a long one has its summary at the beginning. */
function startOfComment(source: SourceText, end: number): number {
  let start = end;
  const highest = Math.max(1, end - maxCommentLines);
  while (start > highest && source.commentLines[start - 2] === 1) start -= 1;
  return start === 1 && lineText(source, 1).startsWith("#!") ? 2 : start;
}

/** The docstring right below a declaration (Python), whose signature may run over several lines. */
export function docstringBelow(source: SourceText, startLine: number, endLine: number): TextFact | null {
  let line = startLine;
  while (line < endLine && line < startLine + 30 && !/:\s*(?:#.*)?$/.test(lineText(source, line))) line += 1;
  line += 1;
  while (line <= endLine && lineText(source, line).trim() === "") line += 1;
  if (line > endLine || source.commentLines[line - 1] !== 1) return null;
  return docstringAt(source, line);
}

/** The comment or docstring that opens a file, licences left out; null when the first text is code. */
export function extractHeader(source: SourceText): TextFact | null {
  let line = 1;
  for (let tries = 0; tries < 3 && line <= source.lines; tries += 1) {
    while (line <= source.lines && isPreamble(lineText(source, line))) line += 1;
    if (line > source.lines || source.commentLines[line - 1] !== 1) return null;
    const found = docstringAt(source, line) ?? commentBlockAt(source, line);
    if (found === null) return null;
    const isLicence = /copyright|licen[sc]e|SPDX-|all rights reserved/i.test(found.text);
    const isTool = /^(?:eslint|oxlint|prettier|@ts-|vim:|-\*-|flake8|pylint|noqa|nolint|go:build|\+build)/i.test(
      found.text,
    );
    if (!isLicence && !isTool && found.text !== "") {
      return opensFile(source, found) ? found : null;
    }
    line = found.endLine + 1;
  }
  return null;
}

/**
 * A comment directly above a declaration describes that declaration, unless the language documents packages that way.
 */
function opensFile(source: SourceText, found: TextFact): boolean {
  const next = lineText(source, found.endLine + 1).trim();
  if (next === "" || source.language === "python") return true;
  if (source.language === "shell") {
    const isApart = found.startLine > 1 && lineText(source, found.startLine - 1).trim() === "";
    return !isAboutStatement(next, isApart);
  }
  return /^(?:package|import|use|using|namespace|module|mod|#include|#pragma|#ifndef|require|"use |from|<\?php|extern crate|const .*require\()/.test(
    next,
  );
}

/**
 * Whether a comment right above a statement of a script is about that statement; one at the head of the file, with
 * nothing above it, is so less often.
 */
export function isAboutStatement(statement: string, isApart: boolean): boolean {
  if (statement === "" || /^set\s+[-+]/.test(statement)) return false;
  return (
    isApart || /^(?:if|for|while|until|case|cd|export|source|function)\b|^\.\s|^\[|^\w+=|^[\w-]+\s*\(\)/.test(statement)
  );
}

function isPreamble(text: string): boolean {
  return /^\s*$|^#!|^<\?php\s*$|^"use \w+";?$|^'use \w+';?$|^# frozen_string_literal|^#.*coding[:=]/.test(text);
}

function docstringAt(source: SourceText, line: number): TextFact | null {
  const open = /^\s*[rR]?("""|''')/.exec(lineText(source, line))?.[1];
  if (open === undefined) return null;
  const first = lineText(source, line);
  let end = line;
  if (first.indexOf(open, first.indexOf(open) + 3) === -1) {
    end += 1;
    while (end < source.lines && !lineText(source, end).includes(open)) end += 1;
  }
  return textOfComment(source, line, Math.min(end, source.lines));
}

function commentBlockAt(source: SourceText, line: number): TextFact | null {
  let end = line;
  const isBlock = /^\s*\/\*/.test(lineText(source, line));
  if (isBlock) while (end < source.lines && !lineText(source, end).includes("*/")) end += 1;
  else
    while (end < source.lines && source.commentLines[end] === 1 && !/^\s*\/\*/.test(lineText(source, end + 1)))
      end += 1;
  return textOfComment(source, line, end);
}

function textOfComment(source: SourceText, startLine: number, endLine: number): TextFact | null {
  const lines: string[] = [];
  for (let line = startLine; line <= endLine; line += 1) lines.push(withoutMarkers(lineText(source, line)));
  const text = lines.join("\n").trim();
  if (text === "" || /^[-=*#/\s]*$/.test(text)) return null;
  return { text: text.length > maxDocLength ? `${text.slice(0, maxDocLength)}…` : text, startLine, endLine };
}

function withoutMarkers(line: string): string {
  return line
    .replace(
      /^\s*(?:@(?:module)?doc\s+"""|[rR]?"""|'''|\/\*\*?|\/\/[/!]?|\*(?!\/)|<!--|--\[\[|\{-\|?|<#|#+!?|--+|;+|%+|=begin|=end)\s?/,
      "",
    )
    .replace(/\s*(?:\*\/|-->|"""|'''|-\}|#>|\]\])\s*$/, "")
    .replaceAll(/<\/?(?:summary|remarks|para|returns|param|p)\b[^>]*>/g, "")
    .trimEnd();
}
