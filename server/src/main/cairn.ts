/** `npm run cairn -- <command>`: what an operator does beside the running product. */
import { parseArgs } from "node:util";

import { emailSchema, firstNameSchema, lastNameSchema, passwordSchema } from "@cairn/contract/auth";

import { findOrganizationId } from "../domain/members/find-organization-id.ts";
import { requireProject } from "../domain/members/require-project.ts";
import { importRepository } from "../domain/repositories/import-repository.ts";
import { createUser } from "../domain/users/create-user.ts";
import { createCtx } from "../http/request-ctx.ts";
import { readSettings } from "../platform/settings/read-settings.ts";
import { buildServices, type BuiltServices } from "./build-services.ts";

const help = `npm run cairn -- <command>
  migrate                                        bring the database to this version's schema
  user create EMAIL PASSWORD FIRST LAST          make an account
  import PATH --organization SLUG --project SLUG connect a git repository on this machine

Stop the running product first unless DATABASE_URL is set: an embedded database serves one process.`;

type Command = (built: BuiltServices, args: string[]) => Promise<string>;

const commands: Record<string, Command> = {
  migrate: async () => "The database is up to date.",
  user: makeUser,
  import: importPath,
};

async function makeUser({ services }: BuiltServices, args: string[]): Promise<string> {
  const [verb, email, password, firstName, lastName] = args;
  if (verb !== "create") throw new Error(help);
  const user = await createUser(services, {
    email: emailSchema.parse(email),
    password: passwordSchema.parse(password),
    firstName: firstNameSchema.parse(firstName),
    lastName: lastNameSchema.parse(lastName),
  });
  return `${user.email} can sign in. User ID: ${user.userId}`;
}

async function importPath({ services }: BuiltServices, args: string[]): Promise<string> {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: { organization: { type: "string" }, project: { type: "string" } },
  });
  const [path] = positionals;
  if (!path || !values.organization || !values.project) throw new Error(help);
  const organizationId = await findOrganizationId(services, values.organization);
  const ctx = createCtx(services, {
    actor: { kind: "system", organizationId },
    requestId: "import",
    signal: new AbortController().signal,
  });
  const { projectId } = await requireProject(ctx, { organizationId, projectId: values.project }, "service.write");
  const { repositoryId } = await importRepository(ctx, { organizationId, projectId, path });
  return `Connected as repository ${repositoryId}. It is indexed as soon as the product runs.`;
}

const [name = "", ...args] = process.argv.slice(2);
const command = commands[name];
if (!command) {
  console.log(help);
  process.exit(name === "" || name === "--help" ? 0 : 1);
}
try {
  const built = await buildServices(readSettings({ LOG_LEVEL: "warn", ...process.env }));
  try {
    console.log(await command(built, args));
  } finally {
    await built.close();
  }
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
}
