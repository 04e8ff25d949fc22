/** `mySQLUp`, `upPostgres`, `sqlite_down`: a step that is written once for each kind of database. */
const ofDialect =
  /^(?:(?<before>up|down)_?(?<last>mysql|mariadb|postgres(?:ql)?|pgsql|sqlite|mssql|sqlserver|oracle)|(?<first>mysql|mariadb|postgres(?:ql)?|pgsql|sqlite|mssql|sqlserver|oracle)_?(?<after>up|down))$/i;
const named = /\b(?:function|def|func|fun|void|async)\s+(\w{4,24})\s*\(/g;

/** All kinds come to the same tables; one that more programs have is written more fully. */
const preferred = ["mysql", "mariadb", "postgres", "pgsql", "mssql", "sqlserver", "oracle", "sqlite"];

/** The methods of a file that are for a kind of database which is not read, or go back. */
export function methodsOfOthers(text: string): ReadonlySet<string> {
  const forth = new Map<string, number>();
  const left = new Set<string>();
  for (const [, name = ""] of text.matchAll(named)) {
    const { before, last, first, after } = ofDialect.exec(name)?.groups ?? {};
    const dialect = (last ?? first)?.toLowerCase();
    if (dialect === undefined) continue;
    if ((before ?? after)?.toLowerCase() === "down") left.add(name);
    else forth.set(name, preferred.indexOf(dialect.startsWith("postgres") ? "postgres" : dialect));
  }
  const best = Math.min(...forth.values());
  for (const [name, rank] of forth) if (rank !== best) left.add(name);
  return left;
}
