/** Words of the shell itself. */
const shellWords = new Set(["cd", "export", "set", "echo", "true", "false", "test", "[", "exit", ".", "source", "command", "exec", "time", "env", "sudo", "if", "then", "else", "fi", "for", "do", "done", "while", "!"]); // prettier-ignore

/** What starts a program that is named by a path in the repository. */
const byPath: readonly [RegExp, string][] = [
  [/(?:^|\/)(?:gradlew|mvnw)$/, "java"],
  [/(?:^|\/)vendor\/bin\//, "php"],
  [/(?:^|\/)bin\/(?:rails|rake|rspec|rubocop|bundle)$/, "ruby"],
  [/(?:^|\/)node_modules\/\.bin\//, "node"],
  [/\.py$/, "python3"],
  [/\.rb$/, "ruby"],
  [/\.php$/, "php"],
  [/\.m?js$/, "node"],
];

/** What a program cannot do without. */
const rests: Readonly<Record<string, string>> = {
  npm: "node",
  npx: "node",
  pnpm: "node",
  yarn: "node",
  pip: "python3",
  pip3: "python3",
  bundle: "ruby",
  composer: "php",
  mvn: "java",
  gradle: "java",
};

/** The programs that a command line starts, as far as its words tell; those of the repository by what runs them. */
export function programsOf(command: string): string[] {
  const plain = command.replace(/'[^']*'|"(?:\\.|[^"\\])*"/g, (text) => (/[&|;]/.test(text) ? "text" : text));
  const programs = plain.split(/&&|\|\|?|;/).flatMap((part) => {
    const words = part.trim().split(/\s+/);
    const at = words.findIndex((word) => !/^[A-Za-z_]\w*=/.test(word) && word !== "env" && word !== "exec");
    const word = (words[at] ?? "").replace(/^[("']+|["')]+$/g, "");
    if (word === "" || shellWords.has(word) || !/^[\w./+-]+$/.test(word)) return [];
    if (!word.includes("/")) return [rests[word] ?? [], word].flat();
    return byPath.find(([pattern]) => pattern.test(word))?.[1] ?? [];
  });
  return [...new Set(programs)];
}
