import type { ProjectKey } from "#web/features/projects/projects.api.ts";

interface TypedAddress {
  address: string;
  /** Why it could not be connected. */
  problem: string;
}

/**
 * Addresses that were typed before their product was there, until they are connected. Only in memory: an address may have
 * a password or token in it, which belongs into no address of a page and no history.
 */
const typed = new Map<string, TypedAddress>();

/** Keeps an address for the next screen of that product. */
export function keepTypedAddress({ organizationId, projectId }: ProjectKey, address: TypedAddress): void {
  typed.set(`${organizationId} ${projectId}`, address);
}

/** The address that was kept for that product, if any. */
export function findTypedAddress({ organizationId, projectId }: ProjectKey): TypedAddress | undefined {
  return typed.get(`${organizationId} ${projectId}`);
}

/** Forgets it once something is connected. */
export function forgetTypedAddress({ organizationId, projectId }: ProjectKey): void {
  typed.delete(`${organizationId} ${projectId}`);
}
