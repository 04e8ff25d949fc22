import { onTestFinished } from "vitest";

/**
 * Catches the addresses for which the running test's page would be left, as by `location.assign`: the page stays. What
 * the router does within the page goes on. Returns the addresses, the oldest first.
 */
export function catchDepartures(): string[] {
  const addresses: string[] = [];
  const keepPage = (event: NavigateEvent) => {
    if (event.destination.sameDocument) return;
    event.preventDefault();
    addresses.push(event.destination.url);
  };
  window.navigation.addEventListener("navigate", keepPage);
  onTestFinished(() => window.navigation.removeEventListener("navigate", keepPage));
  return addresses;
}
