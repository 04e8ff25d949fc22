import {
  createRootRoute,
  createRoute,
  createRouter,
  parseSearchWith,
  redirect,
  stringifySearchWith,
} from "@tanstack/react-router";

import { signInSilently } from "#web/lib/auth/login.ts";
import { ensureSession } from "#web/lib/auth/session.ts";
import { hasSignedInCookie } from "#web/lib/auth/signed-in-cookie.ts";
import { href, paths } from "#web/lib/navigation/paths.ts";

import { NotFound, RouteError } from "./error-pages.tsx";
import { lazyScreen } from "./lazy-screen.tsx";
import { listProjectScreens } from "./project-screens.ts";
import { screen } from "./screen.ts";

const root = createRootRoute();

/** What only somebody signed in sees is no part of the first page of a visitor. */
const loadLayout = () => import("./signed-in-layout.ts");

/**
 * Screens that need a session. A visitor without one is redirected to the sign-in and comes back afterwards. After a
 * lost session, as by a reload during a refresh, a silent sign-in is tried first.
 */
const signedIn = createRoute({
  getParentRoute: () => root,
  id: "signed-in",
  beforeLoad: async ({ location }) => {
    const wasSignedIn = hasSignedInCookie();
    // Comes while the session does. A failure is told where it is used.
    if (wasSignedIn) void loadLayout().catch(() => {});
    if (await ensureSession()) return;
    if (wasSignedIn) await signInSilently(location.href);
    const search = location.search as Record<string, string>;
    throw redirect({
      to: href("login"),
      search: { ...keepVisitorParameters(search), ...(location.href === "/" ? {} : { returnTo: location.href }) },
    });
  },
});
const shell = createRoute({
  getParentRoute: () => signedIn,
  id: "shell",
  component: lazyScreen(loadLayout, "Shell"),
});
const organization = createRoute({
  getParentRoute: () => shell,
  id: "organization",
  component: lazyScreen(loadLayout, "OrganizationGuard"),
});
const project = createRoute({
  getParentRoute: () => organization,
  id: "project",
  component: lazyScreen(loadLayout, "ProjectGuard"),
});
const notFound = createRoute({ getParentRoute: () => shell, path: "$", component: NotFound });

const publicScreens = [
  screen(
    root,
    "login",
    lazyScreen(() => import("#web/routes/login.tsx"), "LoginScreen"),
  ),
  screen(
    root,
    "signup",
    lazyScreen(() => import("#web/routes/login.tsx"), "SignupScreen"),
  ),
  screen(
    root,
    "authVerify",
    lazyScreen(() => import("#web/routes/auth/verify.tsx"), "VerifyScreen"),
  ),
  screen(
    root,
    "authError",
    lazyScreen(() => import("#web/routes/auth/error.tsx"), "AuthErrorScreen"),
  ),
  createRoute({
    getParentRoute: () => root,
    path: paths.inviteAccept,
    // Restores the session first, so that a signed-in user only has to join.
    beforeLoad: async () => {
      await ensureSession();
    },
    component: lazyScreen(() => import("#web/routes/invite.tsx"), "InviteScreen"),
  }),
];

const userScreens = [
  screen(
    shell,
    "home",
    lazyScreen(() => import("#web/routes/home.tsx"), "HomeScreen"),
  ),
  screen(
    shell,
    "userSettings",
    lazyScreen(() => import("#web/routes/user/settings.tsx"), "UserSettingsScreen"),
  ),
  screen(
    shell,
    "authentication",
    lazyScreen(() => import("#web/routes/user/authentication.tsx"), "AuthenticationScreen"),
  ),
  screen(
    shell,
    "sshKeys",
    lazyScreen(() => import("#web/routes/user/ssh-keys.tsx"), "SshKeysScreen"),
  ),
  screen(
    shell,
    "sshKeyCreate",
    lazyScreen(() => import("#web/routes/user/ssh-key-create.tsx"), "SshKeyCreateScreen"),
  ),
  screen(
    shell,
    "apiKeys",
    lazyScreen(() => import("#web/routes/user/api-keys.tsx"), "ApiKeysScreen"),
  ),
  screen(
    shell,
    "apiKeyCreate",
    lazyScreen(() => import("#web/routes/user/api-key-create.tsx"), "ApiKeyCreateScreen"),
  ),
  screen(
    shell,
    "organizations",
    lazyScreen(() => import("#web/routes/user/organizations.tsx"), "OrganizationsScreen"),
  ),
  screen(
    shell,
    "organizationCreate",
    lazyScreen(() => import("#web/routes/user/organization-create.tsx"), "OrganizationCreateScreen"),
  ),
];

const organizationScreens = [
  createRoute({
    getParentRoute: () => organization,
    path: paths.organization,
    beforeLoad: ({ params }) => {
      throw redirect({ to: href("projects", params), replace: true });
    },
  }),
  screen(
    organization,
    "projects",
    lazyScreen(() => import("#web/routes/o/projects.tsx"), "ProjectsScreen"),
  ),
  screen(
    organization,
    "projectCreate",
    lazyScreen(() => import("#web/routes/o/project-create.tsx"), "ProjectCreateScreen"),
  ),
  screen(
    organization,
    "organizationSettings",
    lazyScreen(() => import("#web/routes/o/settings.tsx"), "OrganizationSettingsScreen"),
  ),
  screen(
    organization,
    "auditLog",
    lazyScreen(() => import("#web/routes/o/audit-log.tsx"), "AuditLogScreen"),
  ),
  screen(
    organization,
    "organizationTasks",
    lazyScreen(() => import("#web/routes/o/tasks.tsx"), "OrganizationTasksScreen"),
  ),
  screen(
    organization,
    "members",
    lazyScreen(() => import("#web/routes/o/members.tsx"), "MembersScreen"),
  ),
  screen(
    organization,
    "invite",
    lazyScreen(() => import("#web/routes/o/members.tsx"), "InviteMembersScreen"),
  ),
  screen(
    organization,
    "templates",
    lazyScreen(() => import("#web/routes/o/templates.tsx"), "TemplatesScreen"),
  ),
  screen(
    organization,
    "templateCreate",
    lazyScreen(() => import("#web/routes/o/template-create.tsx"), "TemplateCreateScreen"),
  ),
  screen(
    organization,
    "template",
    lazyScreen(() => import("#web/routes/o/template.tsx"), "TemplateScreen"),
  ),
  screen(
    organization,
    "integrations",
    lazyScreen(() => import("#web/routes/o/integrations.tsx"), "IntegrationsScreen"),
  ),
];

const onboarding = screen(
  signedIn,
  "onboarding",
  lazyScreen(() => import("#web/routes/onboarding.tsx"), "OnboardingScreen"),
);

const exploreDemo = screen(
  signedIn,
  "exploreDemo",
  lazyScreen(() => import("#web/routes/explore-demo.tsx"), "ExploreDemoScreen"),
);

const githubCallback = screen(
  signedIn,
  "githubCallback",
  lazyScreen(() => import("#web/routes/integrations/github-callback.tsx"), "GithubCallbackScreen"),
);

const routeTree = root.addChildren([
  ...publicScreens,
  signedIn.addChildren([
    onboarding,
    exploreDemo,
    githubCallback,
    shell.addChildren([
      ...userScreens,
      organization.addChildren([...organizationScreens, project.addChildren(listProjectScreens(project))]),
      notFound,
    ]),
  ]),
]);

export type AppRouter = ReturnType<typeof createAppRouter>;

/** Query values stay text: JSON parsing would change long numbers, such as authorization codes. */
export function createAppRouter() {
  return createRouter({
    routeTree,
    defaultErrorComponent: RouteError,
    defaultNotFoundComponent: NotFound,
    parseSearch: parseSearchWith((value) => value),
    stringifySearch: stringifySearchWith(String),
    scrollRestoration: true,
    defaultPreloadStaleTime: 0,
  });
}

/** Keeps the parameters that say where a visitor came from. */
function keepVisitorParameters(search: Record<string, string>): Record<string, string> {
  return Object.fromEntries(["utm_source", "ref"].flatMap((name) => (search[name] ? [[name, search[name]]] : [])));
}
