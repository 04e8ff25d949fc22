import { existsSync, mkdirSync, readFileSync, symlinkSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join, relative } from "node:path";

import type { Compiler, SourcePosition } from "./graph-answers.ts";

/** The parts of TypeScript's interface that are called; it is no dependency of the product. */
interface TypeScriptNode {
  kind: number;
  end: number;
  getStart(): number;
  parent: TypeScriptNode;
}
interface SourceFile extends TypeScriptNode {
  text: string;
  getPositionOfLineAndCharacter(line: number, character: number): number;
  getLineAndCharacterOfPosition(position: number): { line: number; character: number };
}
interface TypeScriptSpan {
  fileName: string;
  textSpan: { start: number; length: number };
  kind?: string;
}
interface LanguageService {
  getProgram(): { getSourceFile(name: string): SourceFile | undefined } | undefined;
  getDefinitionAtPosition(name: string, position: number): TypeScriptSpan[] | undefined;
  findReferences(name: string, position: number): { references: TypeScriptSpan[] }[] | undefined;
}
interface TypeScript {
  SyntaxKind: Record<string, number | string>;
  forEachChild<T>(node: TypeScriptNode, visit: (child: TypeScriptNode) => T | undefined): T | undefined;
  sys: { readFile: (path: string) => string | undefined; fileExists(path: string): boolean; readDirectory: unknown };
  readConfigFile(path: string, read: unknown): { config?: { compilerOptions?: object } };
  parseJsonConfigFileContent(config: object, host: unknown, base: string): { options: object };
  getDefaultLibFilePath(options: object): string;
  ScriptSnapshot: { fromString(text: string): unknown };
  createLanguageService(host: object): LanguageService;
}

/** TypeScript's language service over all files of the checkout as one program. */
export function openTypeScript(tools: string, checkout: string, paths: readonly string[]): Compiler {
  if (!existsSync(join(tools, "node_modules/typescript"))) throw new Error(`no typescript in ${tools}`);
  const ts = createRequire(join(tools, "package.json"))("typescript") as TypeScript;
  linkPackages(checkout, paths);
  const config = join(checkout, "tsconfig.json");
  const parsed = existsSync(config)
    ? ts.parseJsonConfigFileContent(
        { ...ts.readConfigFile(config, ts.sys.readFile).config, files: [] },
        ts.sys,
        checkout,
      )
    : { options: {} };
  const options = { ...parsed.options, allowJs: true, noEmit: true, composite: false, jsx: 4, skipLibCheck: true };
  const files = paths.filter((path) => /\.(?:[cm]?[jt]sx?)$/.test(path)).map((path) => join(checkout, path));
  const service = ts.createLanguageService(hostOf(ts, { checkout, options, files }));
  const offsetOf = (location: SourcePosition): { name: string; offset: number } | null => {
    const name = join(checkout, location.path);
    const file = service.getProgram()?.getSourceFile(name);
    return file === undefined
      ? null
      : { name, offset: file.getPositionOfLineAndCharacter(location.line - 1, location.column - 1) };
  };
  const toLocation = ({ fileName, textSpan }: TypeScriptSpan): SourcePosition | null => {
    const path = relative(checkout, fileName);
    const file = service.getProgram()?.getSourceFile(fileName);
    if (file === undefined || path.startsWith("..") || /(?:^|\/)node_modules\//.test(path)) return null;
    const { line, character } = file.getLineAndCharacterOfPosition(textSpan.start);
    return { path, line: line + 1, column: character + 1 };
  };
  return {
    isName: (location) => {
      const at = offsetOf(location);
      const file = at === null ? undefined : service.getProgram()?.getSourceFile(at.name);
      return at !== null && file !== undefined && isNameAt(ts, file, at.offset);
    },
    definitions: async (location) => {
      const at = offsetOf(location);
      const found = (at === null ? undefined : service.getDefinitionAtPosition(at.name, at.offset))?.flatMap((span) => {
        if (span.kind !== "alias") return [span];
        // An import: its target. One that leads to itself is of a package that is not installed, or of an
        // alias that one program for all files does not know.
        const behind = service.getDefinitionAtPosition(span.fileName, span.textSpan.start) ?? [];
        return behind.filter((inner) => inner.kind !== "alias");
      });
      if (found === undefined || found.length === 0) return null;
      const inside = found.map((span) => toLocation(span)).filter((inner) => inner !== null);
      return { inside, isOutside: inside.length < found.length };
    },
    references: async (location) => {
      const at = offsetOf(location);
      const found = at === null ? undefined : service.findReferences(at.name, at.offset);
      return (found ?? []).flatMap(({ references }) =>
        references.map((span) => toLocation(span)).filter((inner) => inner !== null),
      );
    },
    close: () => undefined,
  };
}

function hostOf(
  ts: TypeScript,
  { checkout, options, files }: { checkout: string; options: object; files: readonly string[] },
): object {
  return {
    getCompilationSettings: () => options,
    getScriptFileNames: () => files,
    getScriptVersion: () => "1",
    getScriptSnapshot: (name: string) => {
      const text = ts.sys.readFile(name);
      return text === undefined ? undefined : ts.ScriptSnapshot.fromString(text);
    },
    getCurrentDirectory: () => checkout,
    getDefaultLibFileName: (given: object) => ts.getDefaultLibFilePath(given),
    ...ts.sys,
    useCaseSensitiveFileNames: () => true,
  };
}

/** Whether there is an identifier of the code at the offset; HTML elements are none. */
function isNameAt(ts: TypeScript, file: SourceFile, offset: number): boolean {
  const find = (node: TypeScriptNode): TypeScriptNode | undefined =>
    ts.forEachChild(node, (child) =>
      child.getStart() <= offset && offset < child.end ? (find(child) ?? child) : undefined,
    );
  const node = find(file);
  const kindOf = (of: TypeScriptNode | undefined): string => String(ts.SyntaxKind[of?.kind ?? 0]);
  if (node === undefined || !/^(?:Private)?Identifier$/.test(kindOf(node))) return false;
  const isTag = /^Jsx(?:Opening|Closing|SelfClosing)Element$/.test(kindOf(node.parent));
  return !(isTag && /^[a-z]/.test(file.text.slice(node.getStart(), node.end)));
}

/** What an install would do for the packages of the workspace; those from outside stay away. */
function linkPackages(checkout: string, paths: readonly string[]): void {
  for (const path of paths) {
    if (!/(?:^|\/)package\.json$/.test(path) || path === "package.json") continue;
    const name = packageName(readFileSync(join(checkout, path), "utf8"));
    if (name === null) continue;
    const link = join(checkout, "node_modules", name);
    mkdirSync(dirname(link), { recursive: true });
    if (!existsSync(link)) symlinkSync(join(checkout, dirname(path)), link);
  }
}

/** Null for manifests without a name and for those of tests that are no JSON. */
function packageName(manifest: string): string | null {
  try {
    return (JSON.parse(manifest) as { name?: string }).name ?? null;
  } catch {
    return null;
  }
}
