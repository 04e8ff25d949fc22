/** Around every screen of a signed-in user, in one file to load. */
export { OrganizationGuard, ProjectGuard } from "./access-guards.tsx";
export { Shell } from "#web/app/shell/shell.tsx";
