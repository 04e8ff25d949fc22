/** Says what a command does, from the tools that it calls, else from its name; null where neither is well known. */
export function explainCommand(name: string, command: string): string | null {
  if (/^@?echo\b/.test(command)) return null;
  const base = name.slice(name.lastIndexOf("/") + 1).replace(/\.(?:sh|bash|py|rb|ps1|[cm]?[jt]s)$/, "");
  const named = names.find(([pattern]) => pattern.test(base))?.[1] ?? null;
  // A script of many lines may correct as well.
  if (command === "" && named === looks) return null;
  const byName = named === looks && correcting.test(command) ? corrects : named;
  // What a task of that name calls may be another task: `lint:fix` as `npm run eslint:fix`.
  if (byName === corrects) return corrects;
  if (byName !== null && isRecipe(command)) return byName;
  return explainedByTools(name, command) ?? byName;
}

/** Says what the one tool that is called does; null for what is not well known, and for recipes of many steps. */
export function explainTools(name: string, command: string): string | null {
  return /^@?echo\b/.test(command) || isRecipe(command) ? null : explainedByTools(name, command);
}

function isRecipe(command: string): boolean {
  return command.length > shortCommand || command.split(/&&|\n|;/).length > 2 || dispatches.test(command);
}

function explainedByTools(name: string, command: string): string | null {
  const explanations = tools.filter(([pattern]) => pattern.test(command)).map(([, text]) => text);
  const isWatching = explanations.includes(startsAgain);
  const unique = [...new Set(explanations)].filter(
    (text) => !(isWatching && text === starts) && !(text === looks && explanations.includes(corrects)),
  );
  const isStart = unique.length > 1 || unique[0] !== starts || (startingName.test(name) && !name.startsWith("build"));
  return unique.length > 0 && isStart ? unique.slice(0, 3).join(", then ") : null;
}

/** A file that is run starts the program only where the script is called so; others are tools of their own. */
const startingName = /start|dev|serve|run|watch|api|web|worker|cli|app|main|up\b|preview/i;

/** What runs the same task elsewhere: the name of the script says better what it does. */
const dispatches =
  /\bturbo(?: run)?\s|\bnx (?:run-many|affected)\b|\blerna run|--workspaces?\b|\bpnpm (?:-r|--recursive|-F|--filter)/;

/** Longer commands are recipes of many steps; their names say better what they are for. */
const shortCommand = 110;

const correcting = /\s(?:--fix(?!-dry)|--write|-[aA]\b|--autocorrect(?:-all)?)/;
const starts = "starts the program";
const looks = "looks for mistakes in the code";
const corrects = "corrects mistakes in the code";
const startsAgain = "starts the program, and again after every change";

const tools: [RegExp, string][] = [
  [/\$[({](?:CC|CXX)[)}]|^(?:gcc|cc|clang|g\+\+|cmake)\b/, "compiles the program"],
  [/\b(?:rimraf|rm -rf?|del-cli)\b/, "removes what earlier builds left"],
  [/\btsc\b(?!.*--noEmit)|\bvue-tsc\b(?!.*--noEmit)|\btsup\b|\bunbuild\b/, "compiles the TypeScript"],
  [/\b(?:tsc|vue-tsc)\b.*--noEmit|\btsgo\b|\bmypy\b|\bpyright\b/, "checks the types"],
  [/\bvitest\b.*(?:\bbench)/, "measures speed"],
  [/\b(?:vitest|jest|mocha|ava|tap|pytest|tox|phpunit|rspec|node --test|bun test|deno test)\b|\bgo test\b|\bmix test\b|\b(?:php |@php )?artisan test\b|\bdotnet test\b|\b(?:ng|nx) test\b|\breact-scripts test\b|\bcargo (?:nextest|test)\b|\bmvn\b.*\btest\b/, "runs the tests"],
  [/\bplaywright test|cypress (?:run|open)\b/, "runs the tests in a browser"],
  [/--coverage\b(?!-report=none)|(?<![.\w-])coverage (?:run|report|xml|html|combine)\b|\bc8\b|\bnyc\b/, "measures how much the tests cover"],
  [/\b(?:eslint|oxlint|ruff check|rubocop|stylelint|golangci-lint|standardrb|biome (?:check|lint))\b.*\s(?:--fix(?!-dry)|--write|--apply|-[aA]\b|--autocorrect(?:-all)?)/, corrects],
  [/\b(?:eslint|oxlint|ruff check|flake8|pylint|golangci-lint|rubocop|phpcs|phpstan|psalm|larastan|mix credo|mago lint|stylelint|go vet|cargo clippy)\b|\bbiome (?:check|lint)|\bnext lint|\bng lint|\bnx lint/, looks],
  [/\b(?:prettier|ruff format|black|cargo fmt|oxfmt|mix format|mago format|pint)\b.*(?:--check|--list-different|--test|--dry-run|\s-c\s)|\bgofmt -[ld]|\bbiome format(?!.*--(?:write|fix))|\bdprint check/, "checks how the code is formatted"],
  [/\b(?:prettier|ruff format|black|cargo fmt|oxfmt|mix format|mago format|pint)\b(?!.*(?:--check|--list-different|--test|--dry-run|\s-c\s))|\bgofmt -\w*w|\bbiome format.*--(?:write|fix)|\bdprint fmt/, "formats the code"],
  [/\bencore dev-server\b/, "serves the bundle with live reload"],
  [/\b(?:encore dev(?!-server)|webpack\b(?!-dev| serve)|vite build|rollup)\b.*\s(?:--watch|-w)\b/, "builds the bundle, and again after every change"],
  [/\bencore (?:dev(?!-server)|prod(?:uction)?)\b(?!.*\s(?:--watch|-w)\b)/, "builds the bundle"],
  [/\bvite build(?!.*\s(?:--watch|-w)\b)|\bwebpack\b(?!-dev| serve|.*\s(?:--watch|-w)\b)|\brollup\b(?!.*\s(?:--watch|-w)\b)|\besbuild\b|\bnext build|\bparcel build|\bnuxt build|\bastro build|\bng build|\bvue-cli-service build|\breact-scripts build/, "builds the bundle"],
  [/\bvite(?:\s|$)(?!build|preview)(?!.*\bbuild\b)|\bnext dev|\bwebpack-dev-server|\bwebpack serve|\bnuxt dev|\bastro dev|\bng serve|\bvue-cli-service serve|\breact-scripts start/, "starts the interface with live reload"],
  [/\bnodemon|\btsx watch|\bnode --watch|\bair\b|--reload\b|\bts-node-dev/, startsAgain],
  [/\bprisma migrate (?:dev|deploy)|\bdrizzle-kit migrate|\balembic upgrade|\bsequelize db:migrate(?!:undo)|\bmigrate\b.*\bup\b|\bknex migrate:(?:latest|up)\b|\bmanage\.py migrate/, "brings the database to the newest schema"],
  [/\bprisma generate|\bdrizzle-kit generate|\bprotoc\b|\bbuf generate|\bgo generate|\bgraphql-codegen/, "generates code"],
  [/\bprisma studio|\bdrizzle-kit studio/, "opens the database in a browser"],
  [/\bstorybook\b/, "shows the interface's pieces one by one"],
  [/\bdocker compose up|\bdocker-compose\b.*\bup/, "starts the containers"],
  [/\bdocker compose down|\bdocker-compose\b.*\bdown/, "stops the containers"],
  [/\bdocker (?:buildx )?build\b(?![^]*\bdocker run\b)/, "builds the container image"],
  [/\bhusky\b|\blefthook\b|\bpre-commit install/, "sets the commit hooks up"],
  [/\bchangeset\b|\bsemantic-release|\bnpm publish|\bnp\b|\brelease-it|\btwine upload|\bcargo publish|\bgoreleaser/, "releases a version"],
  [
    /\bturbo(?: run)?\s(?!.*(?:--filter|-F)\b)|\bnx (?:run-many|affected)\b|\blerna run|--workspaces\b|\bpnpm (?:-r|--recursive)/,
    "runs the same task in the packages",
  ],
  [/\buvicorn\b|\bgunicorn\b|\bflask run|\bmanage\.py runserver|\bnext start|\bgo run\b|\bcargo run\b|^[\w.]+:[\w.]+$|^(?:node|tsx|bun|python3?) (?:run )?(?:--[\w=-]+ )*[\w./-]+\.\w+/, starts],
  [/\bgo build|\bcargo build|\bmvn\b.*\b(?:package|install)|gradlew?\b.*\bbuild|\bpython -m build|\bgo install/, "builds the program"],
  [/\b(?:vitepress|docusaurus|mkdocs) (?:dev|start|serve|preview)\b|\bsphinx-autobuild/, "shows the documentation"],
  [/\bsphinx-build|\bmkdocs build|\btypedoc|\bvitepress build|\bdocusaurus build|\bcargo doc/, "builds the documentation"],
]; // prettier-ignore

const names: [RegExp, string][] = [
  [/^(?:pre)?clean$/, "removes what earlier builds left"],
  [/^seed|[:.-]seed$/, "fills in example data"],
  [/^lint.*[:._-]fix$/, corrects],
  [/^lint/, looks],
  [
    /^(?:format|fmt|prettier)(?:[:._-](?:check|test|verify))|check[:._-](?:format|fmt|prettier)/,
    "checks how the code is formatted",
  ],
  [/^(?:format|fmt)/, "formats the code"],
  [/^(?:setup|bootstrap)(?:$|[:._-])/, "prepares everything for developing"],
  [/^(?:typecheck|type-check|check-types)/, "checks the types"],
  [
    /^tests?(?:$|[:._-](?!set-?up|start|services?|up|stop|down|rm|clean|deps|db|prepare|build|image|data|report|update))/,
    "runs the tests",
  ],
  [
    /^build(?:$|[:.-](?:all|app|api|web|server|client|frontend|backend|prod|production|dev|release)$)/,
    "builds the program",
  ],
  [
    /^(?:db[:.-])?migrate(?!\w*[:._-](?:make|create|generate|gen|new|add|status|rollback|down|reset|fresh|diff|undo|revert|test))/,
    "brings the database to the newest schema",
  ],
  [/^(?:release|publish)/, "releases a version"],
  [/^dev(?:$|[:._-])/, "starts the program for developing"],
  [
    /^(?:start|serve|server|run)(?:$|[:._-](?:dev|prod|production|server|client|api|web|all|local)$)/,
    "starts the program",
  ],
];
