import { fileURLToPath } from "node:url";

/** The web app as `npm start` or `npm run build` left it. */
export const webDirectory = fileURLToPath(new URL("../../../../web/dist", import.meta.url));

export function requireDatabaseUrl(env: Record<string, string | undefined>): void {
  if (env.DATABASE_URL) return;
  process.stderr.write("Set DATABASE_URL: several processes cannot share an embedded database.\n");
  process.exit(1);
}
