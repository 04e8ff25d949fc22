import type { Ctx } from "#server/ctx.ts";

/** Where git reads and pushes the repository of an implementation over HTTP. It has no secret in it. */
export function pushAddress(
  { settings }: Pick<Ctx, "settings">,
  row: { organizationSlug: string; repository: { slug: string } },
): string {
  return `${settings.addresses.apiHost}/git/${row.organizationSlug}/${row.repository.slug}.git`;
}
