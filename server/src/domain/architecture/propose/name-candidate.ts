import { serviceNameSchema } from "@cairn/contract/services";

import { isSameName } from "#server/domain/architecture/derive/service-layout.ts";

import type { ServiceCandidate } from "./find-candidates.ts";

/** Names that say nothing of what it is. */
const vague = /^(?:app|main|root|src|source|server|code|html|www|public|cmd|lib|package|project|workspace|my-?app)$/i;

/** What starts all others: the only process of its own is called otherwise. */
const hostOfOthers = /(?:^|[-_.])app-?host$/i;

/** As its package is called, else what runs of it, else its folder; of the whole repository that one's name. */
export function nameCandidate({ folder, processes, component }: ServiceCandidate, repositorySlug: string): string {
  // "orders" of "services/orders/src".
  const base = folder.split("/").findLast((part) => !vague.test(part)) ?? "";
  const packaged = plainPackage(component?.name ?? "");
  const [first] = processes;
  const names = [
    processes.length === 1 && first !== undefined && isSameName(first.name, base) ? base : "",
    processes.length === 1 && first !== undefined && hostOfOthers.test(base) ? first.name : "",
    packaged,
    base,
    first?.name ?? "",
    repositorySlug,
  ];
  const wanted = names.filter((name) => !vague.test(name));
  for (const name of [...wanted, ...names]) {
    const checked = serviceNameSchema.safeParse(name.slice(0, 64));
    if (checked.success) return checked.data;
  }
  return "service";
}

/** "web" of "@shop/web", "boats" of "github.com/acme/boats" and of "com.acme:boats". */
function plainPackage(name: string): string {
  return name.split(/[/:\\]/).at(-1) ?? name;
}

/** The name, or one that also says where it is, so that no two are the same. */
export function nameApart(name: string, folder: string, taken: ReadonlySet<string>): string {
  const longer = [name, folder.replaceAll("/", " "), ...Array.from({ length: 200 }, (_one, at) => `${name} ${at + 2}`)];
  const free = longer.find((one) => one.length >= 2 && one.length <= 64 && !taken.has(one.toLowerCase()));
  return free ?? name;
}
