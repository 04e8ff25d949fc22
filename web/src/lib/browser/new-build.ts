/** Whether the server answers with another build than the one that this page was made of: its files are then gone. */
export async function isNewBuildServed(): Promise<boolean> {
  try {
    const response = await fetch("/", { cache: "no-store", headers: { accept: "text/html" } });
    if (!response.ok) return false;
    const served = new DOMParser().parseFromString(await response.text(), "text/html");
    return isOtherBuild(listScripts(document), listScripts(served));
  } catch {
    return false;
  }
}

/** A build names its files after their contents. Without any it is the page of something else, such as a proxy. */
export function isOtherBuild(own: readonly string[], served: readonly string[]): boolean {
  return served.length > 0 && !served.some((script) => own.includes(script));
}

function listScripts(page: Document): string[] {
  return [...page.querySelectorAll("script[type=module][src^='/assets/']")].map(
    (script) => script.getAttribute("src") ?? "",
  );
}
