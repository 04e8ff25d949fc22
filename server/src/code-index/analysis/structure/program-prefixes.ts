import { isTakenIn } from "./route-documents.ts";

/** A path in front of all that a program serves. */
export interface ProgramPrefix {
  file: string;
  path: string;
  framework: string;
  /** Paths that it is not in front of; absent without any. */
  except?: readonly string[];
  /** What a document names that it is in front of; absent where it is in front of all. */
  below?: string;
}

/** Which of the prefixes stand in front of what a file serves: those of its module, and of them the nearest. */
export class ProgramPrefixes {
  private readonly prefixes: readonly ProgramPrefix[];
  private readonly moduleOf: (file: string) => string;

  constructor(prefixes: readonly ProgramPrefix[], moduleOf: (file: string) => string) {
    this.prefixes = prefixes;
    this.moduleOf = moduleOf;
  }

  /** Empty where there is none. */
  of({ file, marks }: { file: string; marks: readonly string[] }, framework: string): readonly ProgramPrefix[] {
    const named = this.prefixes.filter((one) => one.framework === framework);
    const own = named.filter(({ below }) => below === undefined);
    // An object may be served at several paths.
    const served = named.filter(
      ({ below }) => below?.startsWith("&") === true && isTakenIn({ file, marks }, { document: "", named: below }),
    );
    if (served.length > 0) return served;
    // Of several documents' words for one class the last counts, as routes of one name replace each other.
    const taken = named.findLast(
      ({ file: document, below }) => below !== undefined && isTakenIn({ file, marks }, { document, named: below }),
    );
    if (taken !== undefined) return [taken];
    const module = this.moduleOf(file);
    const inModule = own.filter((one) => this.moduleOf(one.file) === module);
    // Controllers may be in a library of the one program that there is.
    const found = inModule.length > 0 || own.length !== 1 ? inModule : own;
    const nearest = Math.max(...found.map((one) => sharedLength(one.file, file)));
    return found.filter((one) => sharedLength(one.file, file) === nearest);
  }
}

/** How many folders two paths begin with together. */
function sharedLength(one: string, other: string): number {
  const [left, right] = [one.split("/"), other.split("/")];
  const differs = left.findIndex((part, at) => part !== right[at]);
  return differs < 0 ? left.length : differs;
}
