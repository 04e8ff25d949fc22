interface ReadScope {
  name: string;
  variables: Map<string, string>;
}

/** Functions that are being read, innermost last, with what their names stand for; the first one is the module, "". */
export class ScopeStack {
  private readonly scopes: ReadScope[] = [{ name: "", variables: new Map() }];

  push(scope: ReadScope): void {
    this.scopes.push(scope);
  }

  pop(): void {
    this.scopes.pop();
  }

  isModule(): boolean {
    return this.scopes.length === 1;
  }

  /** Name of the innermost one. */
  around(): string {
    return this.scopes.at(-1)?.name ?? "";
  }

  bind(name: string, ref: string): void {
    this.scopes.at(-1)?.variables.set(name, ref);
  }

  find(name: string): string | undefined {
    return this.scopes.findLast(({ variables }) => variables.has(name))?.variables.get(name);
  }

  /** What the names of the module stand for. */
  exported(): ReadonlyMap<string, string> {
    return this.scopes[0]?.variables ?? new Map<string, string>();
  }

  /** Whether the module imports one such. */
  imports(module: RegExp): boolean {
    return [...this.exported().values()].some((one) => one.includes("#") && module.test(one));
  }

  /** What is read while the names that stand for a router stand for another one. */
  within<T>(router: string, other: string, read: () => T): T {
    const names = new Set(this.scopes.flatMap(({ variables }) => [...variables.keys()]));
    const own = [...names].filter((name) => this.find(name) === router).map((name) => [name, other] as const);
    this.scopes.push({ name: this.around(), variables: new Map(own) });
    const found = read();
    this.scopes.pop();
    return found;
  }
}
