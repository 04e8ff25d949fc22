/** Which files lead to which, by the imports of a repository that resolve. */
export class FileReach {
  private readonly importsOf: (path: string) => readonly { path: string }[];

  constructor(importsOf: (path: string) => readonly { path: string }[]) {
    this.importsOf = importsOf;
  }

  /** These files and all that they lead to; those that are `closed` are not entered from others. */
  from(roots: Iterable<string>, closed?: ReadonlySet<string>): Set<string> {
    const reached = new Set(roots);
    // What is added while it is walked is walked too.
    for (const path of reached)
      for (const next of this.importsOf(path)) if (closed?.has(next.path) !== true) reached.add(next.path);
    return reached;
  }

  /** These files and those that they lead to over no more imports than these. */
  within(roots: Iterable<string>, imports: number): Set<string> {
    const reached = new Set(roots);
    let last = [...reached];
    for (let step = 0; step < imports; step += 1) {
      last = last.flatMap((path) => this.importsOf(path).map((next) => next.path)).filter((path) => !reached.has(path));
      for (const path of last) reached.add(path);
    }
    return reached;
  }

  /** Of all files, those that nothing leads to but these roots; other ways are not followed through what is `closed`. */
  onlyFrom(roots: ReadonlySet<string>, files: readonly string[], closed?: ReadonlySet<string>): Set<string> {
    if (roots.size === 0) return new Set();
    const inside = this.from(roots);
    const outside = this.from(
      files.filter((path) => !inside.has(path)),
      closed,
    );
    return new Set([...inside].filter((path) => !outside.has(path)));
  }
}
