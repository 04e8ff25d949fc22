/**
 * Every route of the app by name. The router is built from the same table, so a link cannot name a screen
 * that does not exist. A part starting with `$` is a parameter; a `$` alone is the rest of the address (`_splat`).
 */
export const paths = {
  login: "/login",
  signup: "/signup",
  authVerify: "/auth/verify",
  authError: "/auth/error",
  inviteAccept: "/invite/$token",
  onboarding: "/onboarding",
  exploreDemo: "/demo",
  githubCallback: "/integrations/github/callback",
  home: "/",
  userSettings: "/user/settings",
  authentication: "/user/settings/authentication",
  sshKeys: "/user/settings/keys",
  sshKeyCreate: "/user/settings/keys/new",
  apiKeys: "/user/settings/api-keys",
  apiKeyCreate: "/user/settings/api-keys/new",
  organizations: "/user/organizations",
  organizationCreate: "/user/organizations/create",
  organization: "/o/$organizationId",
  projects: "/o/$organizationId/projects",
  projectCreate: "/o/$organizationId/projects/create",
  organizationSettings: "/o/$organizationId/settings",
  auditLog: "/o/$organizationId/settings/audit-log",
  members: "/o/$organizationId/members",
  invite: "/o/$organizationId/invite",
  templates: "/o/$organizationId/templates",
  templateCreate: "/o/$organizationId/templates/create",
  template: "/o/$organizationId/templates/$templateId",
  integrations: "/o/$organizationId/integrations",
  project: "/o/$organizationId/p/$projectId",
  setupArchitecture: "/o/$organizationId/p/$projectId/setup/architecture",
  setup: "/o/$organizationId/p/$projectId/setup",
  setupImport: "/o/$organizationId/p/$projectId/setup/architecture/import",
  setupDescription: "/o/$organizationId/p/$projectId/setup/description",
  setupDescriptionSession: "/o/$organizationId/p/$projectId/setup/description/$sessionId",
  setupFinalize: "/o/$organizationId/p/$projectId/setup/finalize",
  chat: "/o/$organizationId/p/$projectId/chat",
  chatSession: "/o/$organizationId/p/$projectId/chat/$sessionId",
  search: "/o/$organizationId/p/$projectId/search",
  create: "/o/$organizationId/p/$projectId/create",
  createSession: "/o/$organizationId/p/$projectId/create/$sessionId",
  createEditor: "/o/$organizationId/p/$projectId/create/$sessionId/editor",
  artifact: "/o/$organizationId/p/$projectId/artifacts/$artifactId",
  description: "/o/$organizationId/p/$projectId/description",
  descriptionSession: "/o/$organizationId/p/$projectId/description/$sessionId",
  context: "/o/$organizationId/p/$projectId/context",
  repositories: "/o/$organizationId/p/$projectId/repositories",
  repositoryFile: "/o/$organizationId/p/$projectId/repositories/$repositorySlug/b/$branchName/$",
  repositorySettings: "/o/$organizationId/p/$projectId/repositories/$repositorySlug/settings",
  repositoryKeyCreate: "/o/$organizationId/p/$projectId/repositories/$repositorySlug/settings/keys/new",
  services: "/o/$organizationId/p/$projectId/services",
  service: "/o/$organizationId/p/$projectId/services/$serviceId",
  rules: "/o/$organizationId/p/$projectId/rules",
  ruleCreate: "/o/$organizationId/p/$projectId/rules/create",
  rule: "/o/$organizationId/p/$projectId/rules/$ruleId",
  externalContext: "/o/$organizationId/p/$projectId/external-context",
  topicCreate: "/o/$organizationId/p/$projectId/external-context/create",
  topic: "/o/$organizationId/p/$projectId/external-context/$topicId",
  organizationTasks: "/o/$organizationId/tasks",
  tasks: "/o/$organizationId/p/$projectId/tasks",
  taskCreate: "/o/$organizationId/p/$projectId/tasks/create",
  taskImport: "/o/$organizationId/p/$projectId/tasks/import",
  task: "/o/$organizationId/p/$projectId/tasks/$taskId",
  plans: "/o/$organizationId/p/$projectId/plan",
  plan: "/o/$organizationId/p/$projectId/plan/$planId",
  reviews: "/o/$organizationId/p/$projectId/review",
  review: "/o/$organizationId/p/$projectId/review/$taskId",
  mcp: "/o/$organizationId/p/$projectId/mcp",
  mcpSetup: "/o/$organizationId/p/$projectId/mcp/setup",
  mcpSetupProduct: "/o/$organizationId/p/$projectId/mcp/setup/$productName",
  projectSettings: "/o/$organizationId/p/$projectId/settings",
} as const;

export type PathName = keyof typeof paths;

/** A parameter as text, or an entity: its slug is used if it has one, otherwise its id. */
type PathParam = string | { slug?: string | null; [idField: string]: unknown };

export type PathParams = Record<string, PathParam | undefined>;

/** The text of one parameter, not yet encoded. */
function paramText(name: string, value: PathParam): string {
  if (typeof value === "string") return value;
  return value.slug || String(value[name]);
}

/** The address of a screen, parameters encoded; '#' for a name no screen has. */
export function href(name: string, params: PathParams = {}): string {
  if (!Object.hasOwn(paths, name)) return "#";
  return paths[name as PathName]
    .split("/")
    .map((part) => fillPart(part, params))
    .join("/");
}

function fillPart(part: string, params: PathParams): string {
  if (!part.startsWith("$")) return part;
  const name = part.slice(1) || "_splat";
  const value = params[name];
  if (value === undefined) return "";
  const text = paramText(name, value);
  return name === "_splat" ? text.split("/").map(encodeURIComponent).join("/") : encodeURIComponent(text);
}

/** Parameters of the address if it is the screen or, unless `isExact`, below it; otherwise null. */
export function matchPath(
  name: PathName,
  pathname: string,
  options: { isExact?: boolean } = {},
): Record<string, string> | null {
  const full = split(paths[name]);
  const hasRest = full.at(-1) === "$";
  const pattern = hasRest ? full.slice(0, -1) : full;
  const actual = split(pathname);
  if (actual.length < pattern.length) return null;
  if (options.isExact && !hasRest && actual.length !== pattern.length) return null;

  const params: Record<string, string> = {};
  for (const [index, part] of pattern.entries()) {
    const segment = actual[index] ?? "";
    if (part.startsWith("$")) params[part.slice(1)] = decode(segment);
    else if (part !== segment) return null;
  }
  if (hasRest) params._splat = actual.slice(pattern.length).map(decode).join("/");
  return params;
}

/** Whether a screen or one below it is open; with `params`, only if those parameters are the same. */
export function isActivePath(
  name: PathName,
  pathname: string,
  options: { isExact?: boolean; params?: Record<string, string> } = {},
): boolean {
  const matched = matchPath(name, pathname, { isExact: options.isExact });
  if (!matched) return false;
  return Object.entries(options.params ?? {}).every(([key, value]) => matched[key] === value);
}

function split(path: string): string[] {
  return path.split("/").filter(Boolean);
}

/** A hand-typed address may contain an invalid escape; it is then used as it is. */
function decode(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}
