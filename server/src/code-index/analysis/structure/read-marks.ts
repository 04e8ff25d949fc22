import type { MarkRule } from "#server/code-index/analysis/extract/routing/controller-rules.ts";
import { unknownPart } from "#server/code-index/analysis/extract/routing/unknown-part.ts";
import type { ControllerTable } from "#server/code-index/analysis/extract/routing/web-frameworks.ts";
import type { ImportFact, MarkFact } from "#server/code-index/ports/facts.ts";

import type { ClassIndex, DeclaredClass } from "./class-index.ts";
import type { RouteConstants } from "./route-constants.ts";

/** What a mark means: its rule with the arguments that count. */
export interface MarkMeaning {
  rule: MarkRule;
  framework: string;
  /** Null where none is written. */
  paths: string[] | null;
  /** Null where none is written. */
  methods: string[] | null;
  /** Null where none is written. */
  versions: string[] | null;
}

/** Marks of marks of marks. */
const maxDepth = 5;

export class MarkReader {
  private readonly classes: ClassIndex;
  private readonly importsOf: (file: string) => readonly ImportFact[];
  private readonly tableOf: (file: string) => ControllerTable | null;
  private readonly constants: RouteConstants;

  constructor(context: {
    classes: ClassIndex;
    importsOf: (file: string) => readonly ImportFact[];
    tableOf: (file: string) => ControllerTable | null;
    constants: RouteConstants;
  }) {
    this.classes = context.classes;
    this.importsOf = context.importsOf;
    this.tableOf = context.tableOf;
    this.constants = context.constants;
  }

  meaningsOf(marks: readonly MarkFact[], file: string): MarkMeaning[] {
    return marks.flatMap((mark) => this.meaningOf(mark, file, 0));
  }

  /** The framework of a class that is a controller by what stands above one of its methods. */
  frameworkOfMethods({ file, fact }: DeclaredClass): string | null {
    for (const { marks } of fact.methods) {
      const made = this.meaningsOf(marks, file).find(({ rule }) => rule.makesClass === true);
      if (made !== undefined) return made.framework;
    }
    return null;
  }

  private meaningOf(mark: MarkFact, file: string, depth: number): MarkMeaning[] {
    const rules = this.tableOf(file)?.marks.get(mark.name) ?? [];
    const found = rules.find(({ rule }) => rule.from === undefined || this.isFrom(rule.from, file));
    if (found !== undefined) return [readMeaning(found, mark)];
    if (depth >= maxDepth) return [];
    return this.ownMeaning(mark, file, depth);
  }

  /** Of a mark that the program declares itself. What is written where it is used counts before what is written there. */
  private ownMeaning(mark: MarkFact, file: string, depth: number): MarkMeaning[] {
    const place = this.classes.find(mark.name, file) ?? this.classes.find(`${mark.name}Attribute`, file);
    if (place === null) return [];
    const meanings = place.fact.marks.flatMap((one) => this.meaningOf(one, place.file, depth + 1));
    const pathless = meanings.every(({ rule }) => rule.paths === undefined);
    const computed = pathless ? this.computedPath(place, file) : null;
    if (computed !== null) return [...meanings, computed];
    return meanings.map((meaning) => {
      const { paths } = meaning.rule;
      const given = paths === undefined ? null : argumentsIn(mark, paths);
      return { ...meaning, paths: given ?? this.declaredPaths(meaning.paths, place.file) };
    });
  }

  /** Of a mark whose class works the path out while it runs; null for others. */
  private computedPath({ file, fact }: DeclaredClass, usedIn: string): MarkMeaning | null {
    const computing = this.tableOf(usedIn)?.computedPaths;
    if (computing === undefined) return null;
    let place: DeclaredClass | null = { file, fact };
    for (let depth = 0; place !== null && depth < maxDepth; depth += 1) {
      if (place.fact.bases.some((base) => computing.base.test(base))) {
        const rule = this.tableOf(usedIn)?.marks.get(computing.mark)?.[0];
        return rule === undefined ? null : { ...rule, paths: [unknownPart], methods: null, versions: null };
      }
      const [base = ""]: string[] = place.fact.bases;
      place = base === "" ? null : this.classes.find(base, place.file);
    }
    return null;
  }

  /** Constants mean what they mean where the mark is declared: others of the same name may stand where it is used. */
  private declaredPaths(paths: string[] | null, file: string): string[] | null {
    return (
      paths?.map((written) => {
        const { path, isComplete } = this.constants.complete(written, file);
        return isComplete ? path : written;
      }) ?? null
    );
  }

  private isFrom(from: RegExp, file: string): boolean {
    return this.importsOf(file).some(({ specifier }) => from.test(specifier));
  }
}

function readMeaning({ rule, framework }: { rule: MarkRule; framework: string }, mark: MarkFact): MarkMeaning {
  const listed = rule.methodsIn === undefined ? null : argumentsIn(mark, rule.methodsIn);
  const methods = listed?.map((one) =>
    one
      .replaceAll("\u0001", "")
      .replace(/^.*[.:]/, "")
      .replace(/^METHOD_/, "")
      .toUpperCase(),
  );
  return {
    rule,
    framework,
    paths: rule.paths === undefined ? null : argumentsIn(mark, rule.paths),
    versions: rule.versions === undefined ? null : argumentsIn(mark, rule.versions),
    methods: methods ?? (rule.methods === undefined ? null : [...rule.methods]),
  };
}

/** Of the first of the arguments that is written. */
function argumentsIn({ args }: MarkFact, names: readonly string[]): string[] | null {
  const name = names.find((one) => Object.hasOwn(args, one));
  const found = name === undefined ? undefined : args[name];
  return found === undefined || found.length === 0 ? null : found;
}
