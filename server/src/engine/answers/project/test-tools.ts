/** A tool that runs tests or checks code, as the files of a repository show it. */
export interface TestTool {
  name: string;
  /** Its file of settings. */
  config: RegExp;
  /** Where that is a manifest, the line of its settings. */
  section?: RegExp;
  command: RegExp;
  /** What is typed where no script says it. */
  typed: string;
  /** What its files of tests end in, or are kept in. */
  files: RegExp;
}

export const runners: readonly TestTool[] = [
  {
    name: "Vitest",
    config: /(?:^|\/)vitest\.(?:config|workspace)\.\w+$/,
    command: /\bvitest\b/,
    typed: "npx vitest",
    files: /\.(?:test|spec)\.\w+$/,
  },
  {
    name: "Jest",
    config: /(?:^|\/)jest\.config\.\w+$/,
    command: /\bjest\b|\bng test\b/,
    typed: "npx jest",
    files: /\.(?:test|spec)\.\w+$/,
  },
  {
    name: "Karma",
    config: /(?:^|\/)karma\.conf\.\w+$/,
    command: /\bkarma\b|\bng test\b/,
    typed: "npx karma start",
    files: /\.spec\.\w+$/,
  },
  {
    name: "Playwright",
    config: /(?:^|\/)playwright\.config\.\w+$/,
    command: /\bplaywright test\b/,
    typed: "npx playwright test",
    files: /(?:^|\/)(?:e2e|playwright)\/.*\.(?:test|spec)\.\w+$|\.e2e\.\w+$/,
  },
  {
    name: "Cypress",
    config: /(?:^|\/)cypress\.(?:config\.\w+|json)$/,
    command: /\bcypress (?:run|open)\b/,
    typed: "npx cypress run",
    files:
      /(?:^|\/)cypress\/(?:.*\/)?(?:integration|e2e|component|tests?|specs?)\/.*\.\w+$|(?:^|\/)cypress\/.*\.(?:cy|spec|test)\.\w+$|\.cy\.\w+$/,
  },
  {
    name: "PHPUnit",
    config: /(?:^|\/)phpunit\.xml(?:\.dist)?$/,
    command: /\bphpunit\b/,
    typed: "vendor/bin/phpunit",
    files: /Test\.php$/,
  },
  {
    name: "pytest",
    config: /(?:^|\/)(?:pytest\.ini|pyproject\.toml|setup\.cfg|tox\.ini)$/,
    section: /^\[(?:tool:|tool\.)?pytest(?:\.ini_options)?\]|^\[tool\.pytest/,
    command: /\bpytest\b/,
    typed: "pytest",
    files: /(?:^|\/)(?:test_\w+|\w+_test)\.py$/,
  },
  { name: "RSpec", config: /(?:^|\/)\.rspec$/, command: /\brspec\b/, typed: "bundle exec rspec", files: /_spec\.rb$/ },
];

export const checkers: readonly Pick<TestTool, "name" | "config" | "section">[] = [
  { name: "pre-commit hooks", config: /(?:^|\/)\.pre-commit-config\.ya?ml$/ },
  {
    name: "Ruff",
    config: /(?:^|\/)(?:\.?ruff\.toml|pyproject\.toml)$/,
    section: /^\[tool\.ruff|^(?:line-length|target-version)/,
  },
  { name: "Black", config: /(?:^|\/)pyproject\.toml$/, section: /^\[tool\.black\]/ },
  { name: "ESLint", config: /(?:^|\/)(?:eslint\.config\.\w+|\.eslintrc(?:\.\w+)?)$/ },
  { name: "Prettier", config: /(?:^|\/)(?:\.prettierrc(?:\.\w+)?|prettier\.config\.\w+)$/ },
  { name: "Stylelint", config: /(?:^|\/)\.stylelintrc(?:\.\w+)?$/ },
  { name: "PHP_CodeSniffer", config: /(?:^|\/)\.?phpcs\.xml(?:\.dist)?$/ },
  { name: "PHPStan", config: /(?:^|\/)phpstan(?:\.dist)?\.neon(?:\.dist)?$/ },
  { name: "RuboCop", config: /(?:^|\/)\.rubocop\.yml$/ },
  { name: "golangci-lint", config: /(?:^|\/)\.golangci\.ya?ml$/ },
  { name: "Biome", config: /(?:^|\/)biome\.jsonc?$/ },
];
