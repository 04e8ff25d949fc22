/** `npm run cairn -- <command>`: what an operator does beside the running product. */
import { parseArgs } from "node:util";

import { emailSchema, firstNameSchema, lastNameSchema, passwordSchema, type User } from "@cairn/contract/auth";
import { ZodError } from "zod";

import { makePasswordReset } from "#server/domain/auth/make-password-reset.ts";
import { removeUser } from "#server/domain/auth/remove-user.ts";
import { findOrganizationId } from "#server/domain/members/find-organization-id.ts";
import { requireProject } from "#server/domain/members/require-project.ts";
import { importRepository } from "#server/domain/repositories/connecting/import-repository.ts";
import { createUser } from "#server/domain/users/create-user.ts";
import { findUserByEmail } from "#server/domain/users/find-user-by-email.ts";
import { createCtx } from "#server/http/request/request-ctx.ts";
import { evaluate } from "#server/main/evaluations/evaluate.ts";
import { buildServices, type BuiltServices } from "#server/main/start/build-services.ts";
import { isSignInElsewhere } from "#server/platform/oidc/own-issuer.ts";
import { parseSettings } from "#server/platform/settings/parse-settings.ts";

import { exportToFolder, importFromFolder } from "./transfer-commands.ts";

const help = `npm run cairn -- <command>
  migrate                                        bring the database to this version's schema
  user create EMAIL PASSWORD FIRST LAST          make an account
  user reset-password EMAIL                      make a link that sets a new password
  user delete EMAIL                              delete an account with everything that is its person's alone
  import PATH --organization SLUG --project SLUG connect a git repository on this machine
  export FOLDER --organization SLUG [--project SLUG]        write pages, tasks and plans as files
  import-pages FOLDER --organization SLUG [--project SLUG]  bring pages, tasks and plans back from files
  eval rank --git-dir DIR --commit OID           {"id","query"} a line in; {"id","ranked"} out; times on standard error
  eval grep --git-dir DIR --commit OID           {"id","pattern","regex","ignoreCase"} a line in; {"id","lines","ms"} out
  eval push --git-dir DIR --from OID --to OID    what a push costs, and whether the index equals one built anew
  eval own PATH                                  how well search finds what your newest commits changed
  eval compare PATH                              tree, files, branches and diffs of a repository against git's own
  eval replay PATH                               its last 100 commits as pushes: the index against one built anew
  eval pages PATH                                its last 40 commits as pushes: what goes stale and is written again
  eval written PATH [--model]                    its first pages as Markdown with their sources, to be read and rated; with
                                                 --model as the server's model writes them, with what it took
  eval written PATH --sample N [--seed S]        N statements of those pages, drawn at random, with the lines they cite
  eval documents PATH [--seeded] [--verbose]     its last commits as changes, or made-up ones that contradict a section each: what a
                                                 review shows of their pages, and pages after merging
  eval answers PATH... [--questions FILE] [--json] [--verbose]
                                                 the built-in engine asked what is known, scored by the lines it cites
  eval asked PATH --questions FILE [--index FOLDER] [--model]
                                                 the built-in engine's answers to the questions of FILE, one a line, to be read;
                                                 "plain: " before one asks for product words; FOLDER keeps the index; with
                                                 --model those of the server's model, with what it took
  eval changes PATH... [--json] [--verbose]      past commits asked for by their messages: is a changed file among the first
                                                 three searched, and among the first three cited
  eval facts PATH... [--json] [--verbose]        endpoints, settings and tables against the documents committed beside them
  eval facts PATH... --show KIND                 the facts: endpoints, settings, tables, triggers, publishers, system or modules
  eval edges PATH...                             services as proposed and the connections between them, with their lines
  eval locations FILE [--json] [--verbose]       settled issues led to the files that settled them; FILE holds
                                                 [{"repository","issue","title","body","commit"}]
  eval runs FILE [--json] [--verbose]            past commits replayed as tasks with their own tests as criteria; FILE holds
                                                 [{"repository","commit","title","test","command","install"}]
  eval runs FILE --engine NAME [--json]          an agent solves them anew from title and "description": "built-in", or one of
                                                 RUN_AGENTS; the model is the server's
  eval overlaps PATH...                          branches of the past that were open at once: conflicts that a review
                                                 would have told, against those that merging the first one made
  eval plans FILE                                what the built-in engine proposes for goals, as Markdown to be read; FILE
                                                 holds [{"repository","goal"}]
  eval reads PATH                                how long reading it takes beside the bare git command

Stop the running product first unless DATABASE_URL is set: an embedded database serves one process.`;

type OperatorCommand = (built: BuiltServices, args: string[]) => Promise<string>;

const commands: Record<string, OperatorCommand> = {
  migrate: async () => "The database is up to date.",
  user: changeUsers,
  import: importPath,
  export: (built, args) => transfer(built, args, exportToFolder),
  "import-pages": (built, args) => transfer(built, args, importFromFolder),
};

/** By its own name alone: `constructor` is no command. */
function find(among: Record<string, OperatorCommand>, name: string): OperatorCommand | undefined {
  return Object.hasOwn(among, name) ? among[name] : undefined;
}

async function changeUsers(built: BuiltServices, [verb = "", ...args]: string[]): Promise<string> {
  const verbs: Record<string, OperatorCommand> = {
    create: makeUser,
    "reset-password": makeResetLink,
    delete: deleteUser,
  };
  const command = find(verbs, verb);
  if (!command) throw new Error(help);
  return command(built, args);
}

async function makeUser({ services }: BuiltServices, args: string[]): Promise<string> {
  if (args.length !== 4) throw new Error(help);
  const [email, password, firstName, lastName] = args;
  const user = await createUser(services, {
    email: emailSchema.parse(email),
    password: passwordSchema.parse(password),
    firstName: firstNameSchema.parse(firstName),
    lastName: lastNameSchema.parse(lastName),
  });
  return `${user.email} can sign in. User ID: ${user.userId}`;
}

async function makeResetLink({ services }: BuiltServices, [email]: string[]): Promise<string> {
  if (isSignInElsewhere(services.settings.addresses)) {
    throw new Error("AUTH_HOST names another sign-in server: passwords are kept and changed there.");
  }
  const user = await requireUserByEmail(services, email);
  const link = await makePasswordReset(services, user.userId);
  if (!link) throw nobodyHas(user.email);
  return `Give this link to ${user.email} alone. It works once, within the hour:\n${link}`;
}

async function deleteUser({ services }: BuiltServices, [email]: string[]): Promise<string> {
  const user = await requireUserByEmail(services, email);
  const { lastOwnerOf } = await removeUser(operatorCtx(services), user);
  if (lastOwnerOf.length === 0) return `The account of ${user.email} is deleted.`;
  const listed = lastOwnerOf.join(", ");
  throw new Error(`${user.email} is the last Owner of ${listed}. Make somebody else an Owner there first.`);
}

async function requireUserByEmail(services: BuiltServices["services"], email: string | undefined): Promise<User> {
  if (email === undefined) throw new Error(help);
  const wanted = emailSchema.parse(email);
  const user = await findUserByEmail(services, wanted);
  if (!user) throw nobodyHas(wanted);
  return user;
}

function nobodyHas(email: string): Error {
  return new Error(`Nobody has an account with the address ${email}.`);
}

/** The operator may do what needs no right; nobody is signed in. */
function operatorCtx(services: BuiltServices["services"]) {
  const signal = new AbortController().signal;
  return createCtx(services, { actor: { kind: "anonymous" }, requestId: "operator", signal });
}

async function importPath({ services }: BuiltServices, args: string[]): Promise<string> {
  const { path, organization, project } = readPlace(args);
  if (project === undefined) throw new Error(help);
  const ctx = await systemCtx(services, organization);
  const { organizationId } = ctx.actor;
  const { projectId } = await requireProject(ctx, { organizationId, projectId: project }, "service.write");
  const { repositoryId } = await importRepository(ctx, { organizationId, projectId, path });
  return `Connected as repository ${repositoryId}. It is indexed as soon as the product runs.`;
}

async function transfer(
  { services }: BuiltServices,
  args: string[],
  move: typeof exportToFolder | typeof importFromFolder,
): Promise<string> {
  const { path, organization, project } = readPlace(args);
  const ctx = await systemCtx(services, organization);
  return await move(ctx, { organizationId: ctx.actor.organizationId, project }, path);
}

/** A path and what it belongs to. */
function readPlace(args: string[]): { path: string; organization: string; project: string | undefined } {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: { organization: { type: "string" }, project: { type: "string" } },
  });
  const [path] = positionals;
  if (!path || !values.organization) throw new Error(help);
  return { path, organization: values.organization, project: values.project };
}

/** Acts for one organization, as a job of ours would. */
async function systemCtx(services: BuiltServices["services"], organization: string) {
  const organizationId = await findOrganizationId(services, organization);
  const actor = { kind: "system" as const, organizationId };
  const ctx = createCtx(services, { actor, requestId: "operator", signal: new AbortController().signal });
  return { ...ctx, actor };
}

/** For people: of what they typed wrong, each mistake on its line. */
function explain(error: unknown): string {
  if (error instanceof ZodError) return error.issues.map((issue) => issue.message).join("\n");
  return error instanceof Error ? error.message : String(error);
}

/** Runs a command on the opened services. */
async function runCommand(command: OperatorCommand, args: string[]): Promise<string> {
  const built = await buildServices(parseSettings({ LOG_LEVEL: "warn", ...process.env }));
  try {
    return await command(built, args);
  } finally {
    await built.close();
  }
}

const [name = "", ...args] = process.argv.slice(2);
const command = find(commands, name);
try {
  const evaluated = name === "eval" ? await evaluate(args) : null;
  if (evaluated === null && !command) {
    console.log(help);
    process.exitCode = name === "" || name === "--help" ? 0 : 1;
  } else {
    console.log(evaluated ?? (command ? await runCommand(command, args) : ""));
  }
} catch (error) {
  console.error(explain(error));
  process.exitCode = 1;
}
