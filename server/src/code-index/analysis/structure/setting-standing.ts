import { isPretended } from "#server/code-index/analysis/extract/apply-path.ts";
import type { FileKind } from "#server/code-index/ports/facts.ts";

/** "product": what runs for its users, and what is written for its operators. "aside": tools around it. "none": tests and foreign code. */
export type SettingStanding = "product" | "aside" | "none";

/** How much a file counts for the settings of the product. */
export function placeOf(path: string, kind: FileKind): SettingStanding {
  if (kind === "test" || kind === "vendored" || kind === "generated" || kind === "binary") return "none";
  if (isPretended(path, kind) || testFile.test(path)) return "none";
  if (toolFolder.test(path) || toolFile.test(path)) return "aside";
  return "product";
}

/** Keys by which a program sets up the frameworks under it once; others than these are for its operators first. */
export const frameworkKey =
  /^(?:logging\.(?:level|pattern|logback|config)|management|springdoc|spring\.(?:jackson|flyway|liquibase|mvc|web|thymeleaf|freemarker|main|jpa|aop|messages|output|banner|task|lifecycle|devtools|docker|test|config|application|sql|batch|quartz|cache|session|threads|http|codec|graphql|resources|webflux|autoconfigure|data\.(?:web|rest)|transaction|modulith|jmx|hateoas|groovy|servlet\.encoding|cloud\.(?:compatibility|discovery|loadbalancer))|server\.(?:error|compression|tomcat|jetty|undertow|http2|shutdown|servlet|forward-headers-strategy|max-http-\w[\w-]*)|quarkus\.(?:swagger-ui|smallrye-openapi|native|package|container-image|banner|live-reload|devservices|test)|micronaut\.(?:router|openapi)|mybatis(?:-plus)?|pagehelper|springfox|knife4j|jasypt|eureka|ribbon|feign|hystrix)(?:\.|$)|^(?:Logging|Serilog|NLog|AllowedHosts|DetailedErrors|Kestrel:EndpointDefaults)(?::|$)/;

/** Values for one environment or kind of installation: names count, the values are not those of everybody. */
export function isForOneProfile(path: string): boolean {
  return /(?:^|\/)(?:(?:application|bootstrap)-[\w-]+\.(?:ya?ml|properties)|appsettings\.\w[\w.-]*\.json)$/.test(path);
}

/** Documents on how other products are connected, and on how this one is developed, name what others read. */
export function isAboutOthers(path: string): boolean {
  return /(?:^|\/)(?:integrations?|clients|third[-_]?party|contributing|\w*style(?:[-_]?guide)?|agents|claude|cookbooks?|blog|news|posts|adrs?|rfcs?|proposals)(?:\/|\.\w+$)/i.test(
    path,
  );
}

const testFile =
  /(?:^|\/)(?:config\/(?:environments\/)?test\.(?:exs|rb)|\.env\.(?:test|testing|ci)(?:\.\w+)?|[\w-]*tests?\.(?:ya?ml|properties)|\.env\.\w+\.ci|.*\.ci)$|(?:^|\/)tests?\.go$|(?:^|\/)(?:spec|[\w.-]*[tT]ests?|test[-_]images?|cypress|playwright)\/|(?:compose|application)[\w.-]*[.-](?:test|tests|ci|e2e)\.(?:ya?ml|properties)$/;
const toolFolder =
  /(?:^|\/)(?:scripts?|tools?|hack|ci|dev|devtools|contrib|extra|bench\w*|examples?(?:[_-]\w+)?|demos?|samples?|playgrounds?|fixtures?|\.\w[\w-]*|storybook|e2e|i18n|skills|migrations?|suites?|cmd\/(?:[\w-]*[-_](?:scripts?|suites?|tools?|dev|bench)|[\w-]*gen))\//;
const toolFile =
  /(?:^|\/)(?:(?:vite|vitest|jest|webpack|rollup|rolldown|playwright|cypress|eslint|babel|postcss|tailwind|tsup|metro|karma|rspack|rsbuild|vue|codegen|commitlint|lint-staged|release|prettier|knip|electron-builder|capacitor|wdio|lighthouserc|sentry|svgo|stylelint|orval)\.?(?:[\w-]+\.)?config(?:\.[\w-]+)?\.[cm]?[jt]s|build\.rs|setup\.py|conftest\.py|noxfile\.py|fabfile\.py|magefile\.go|\.(?:eslintrc|prettierrc|babelrc|stylelintrc|commitlintrc|lintstagedrc)(?:\.\w+)?|config_(?:dev|test)\.ya?ml|packages\/(?:dev|test)\/[\w-]+\.ya?ml|Fastfile|[gG](?:runt|ulp)file(?:\.\w+)*\.js|Rakefile|[\w-]+\.rake|Dangerfile|Gemfile|build\.gradle(?:\.kts)?|settings\.gradle(?:\.kts)?|Makefile|mix\.exs|config\/(?:environments\/)?(?:dev|development)\.(?:exs|rb)|(?:application|bootstrap)-(?:dev|development|local\w*|h2|test\w*)\.(?:ya?ml|properties)|appsettings\.(?:Development|Dev|Local|Test\w*|Debug)\.json|\.env\.(?:development|dev|local)|(?:docker-)?compose[.-](?:dev|development|local|test|ci|debug|override)[\w.-]*\.ya?ml|(?:mysql|mariadb|postgres\w*|redis|mongo\w*|minio|pgadmin)\.env|Vagrantfile|Jenkinsfile|[\w.-]+\.gemspec|Guardfile|Capfile|spec_helper\.rb|[\w-]+\.(?:stories|bench)\.\w+)$/;

/** Files of variables that are made for the operator to copy or to fill in, not for containers that others made. */
export function isExampleFile(path: string): boolean {
  return exampleFile.test(path);
}

const exampleFile =
  /(?:^|\/)(?:\.env(?:\.(?!(?:production|prod|staging|preview)$)[\w.-]+)?|[\w.-]*env[\w.-]*\.(?:example|sample|template|dist|defaults?)|(?:example|sample)\.env|env\.(?:example|sample|template|dist)|\w[\w.-]*\.env)$/i;

/** Documents that tell of former versions name what is no more. */
export function isOfFormerVersions(path: string): boolean {
  if (/(?:^|\/)versioned_docs\//.test(path)) return true;
  return /(?:^|\/)[\w-]*(?:migrat|upgrad|changelog|changes|release|breaking|history)[\w-]*(?:\.\w+$|\/)/i.test(path);
}

/** Shell scripts start the product only where their name says so. */
export function startsProduct(path: string): boolean {
  return /(?:^|\/)(?:[\w-]*(?:entrypoint|entry|start|run|init|boot)[\w-]*(?:\.\w+)?|cont-init\.d\/.*|s6-rc\.d\/.*)$/i.test(
    path,
  );
}

/** Variables that the system, a build tool, a platform or a supervisor sets; nobody fills them in for this product. */
export const systemVariable =
  /^(?:_\w*|PATH|HOME|PWD|OLDPWD|SHELL|SHLVL|PSModulePath|USER|USERNAME|USERPROFILE|TERM|TERM_PROGRAM|TMP|TEMP|TMPDIR|LANG|LANGUAGE|HOSTNAME|EDITOR|VISUAL|PAGER|BROWSER|DISPLAY|WAYLAND_DISPLAY|CI|NO_COLOR|CLICOLOR|CLICOLOR_FORCE|FORCE_COLOR|COLORTERM|COLUMNS|LINES|APPDATA|LOCALAPPDATA|PROGRAMDATA|PROGRAMFILES|SYSTEMROOT|SystemRoot|WINDIR|COMSPEC|PYTHON\w*|VIRTUAL_ENV|CARGO(?:_\w+)?|OUT_DIR|TARGET|PROFILE|RUSTC\w*|RUST_BACKTRACE|GENERATE_SOURCEMAP|SKIP_PREFLIGHT_CHECK|DISABLE_ESLINT_PLUGIN|ESLINT_NO_DEV_ERRORS|TSC_COMPILE_ON_ERROR|INLINE_RUNTIME_CHUNK|FAST_REFRESH|CHOKIDAR_USEPOLLING|WDS_SOCKET_\w+|SQLX_OFFLINE|PROTOC|XDG_\w+|LC_\w+|GITHUB_(?:ACTIONS?|RUN_\w+|SHA|REF\w*|WORKSPACE|EVENT_\w+|OUTPUT|ENV|REPOSITORY\w*|STEP_SUMMARY|HEAD_REF|BASE_REF|ACTOR|JOB)|GITLAB_CI|TRAVIS\w*|CIRCLECI|APPVEYOR|BUILDKITE\w*|JENKINS_\w+|RUNNER_\w+|GOPATH|GOROOT|GOOS|GOARCH|GOMAXPROCS|GOFLAGS|JAVA_HOME|GEM_\w+|BUNDLE_\w+|RUBYOPT|RUBYLIB|npm_\w+|NODE_PATH|NODE_OPTIONS|INIT_CWD|CI_\w+|DRONE(?:_\w+)?|BITBUCKET_\w+|VERCEL(?:_\w+)?|NETLIFY(?:_\w+)?|RENDER(?:_\w+)?|RAILWAY_\w+|FLY_\w+|HEROKU_\w+|GAE_\w+|K_SERVICE|K_REVISION|AWS_LAMBDA_\w+|AWS_EXECUTION_ENV|RELEASE_(?:NAME|NODE|COOKIE|ROOT|VSN|TMP|MODE|SYS_CONFIG|DISTRIBUTION|COMMAND)|BASH_\w+|BASHPID|BASHOPTS|SHELLOPTS|EPOCH(?:SECONDS|REALTIME)|S?RANDOM|SECONDS|LINENO|PPID|OSTYPE|HOSTTYPE|MACHTYPE|FUNCNAME|DIRSTACK|PIPESTATUS|OPT(?:ARG|IND|ERR)|HIST(?:FILE|SIZE|FILESIZE|CONTROL|CMD)|COMP_(?:CWORD|LINE|POINT|TYPE|KEY|WORDS|WORDBREAKS)|COMPREPLY|READLINE_\w+|MAPFILE|TTY|PHP_(?:EOL|OS|VERSION|BINARY)|EXPO_OS|NOTIFY_SOCKET|LISTEN_(?:FDS|PID|FDNAMES)|WATCHDOG_(?:USEC|PID)|INVOCATION_ID|JOURNAL_STREAM|MAINPID|RUNTIME_DIRECTORY|STATE_DIRECTORY|CREDENTIALS_DIRECTORY|KUBERNETES_(?:SERVICE|PORT)\w*|DYNO|SSH_(?:AUTH_SOCK|CONNECTION|CLIENT|TTY)|DBUS_SESSION_BUS_ADDRESS|SUDO_\w+|WSL_\w+|MSYSTEM|PS[0-4]|IFS|UID|GID|EUID|VITEST(?:_\w+)?|JEST_WORKER_ID|PYTEST_\w+|STORYBOOK(?:_\w+)?|NEXT_RUNTIME|NEXT_PHASE|TEST_(?:PARALLEL|ENV|WORKER)\w*|SOURCE_(?:COMMIT|VERSION|DATE_EPOCH)|(?:wsgi|werkzeug|java|os|user|file|line|sun|jdk|basedir|project|maven)(?:\.[\w.]+)?)$/;

/** Variables of a program's own tests. */
export const testVariable =
  /^(?:TEST|E2E|CYPRESS|PLAYWRIGHT|VCR|COVERAGE|SIMPLECOV|SPEC)_|_(?:TEST|TESTS|E2E)$|_TESTS?_|_E2E_|^TESTS_|^(?:COVERAGE|VCR)$/;
