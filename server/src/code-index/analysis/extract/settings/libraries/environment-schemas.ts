import type { SettingLibrary } from "#server/code-index/analysis/extract/settings/setting-library.ts";

const languages = ["typescript", "tsx", "javascript"];
/** Signs that the values of a schema are those of the environment. */
const environment =
  /\b(?:process|import\.meta|Bun|Deno)\??\.env\b|\b(?:createEnv|cleanEnv|parseEnv|loadEnv)\(|\bConfigModule\b|\bvalidationSchema\b|\b\w*[eE]nv(?:ironment)?(?:Vars|Variables|Config)?Schema\b/;

/** zod and @t3-oss/env. */
export const zod: SettingLibrary = {
  name: "zod and @t3-oss/env",
  languages,
  readers: [],
  schema: {
    when: environment,
    root: /^(?:z|zod)$/,
    isRequired: true,
    steps: {
      optional: /^(?:optional|nullish|catch)$/,
      fallback: /^(?:default|prefault)$/,
      allowed: /^enum$|^literal$/,
      comment: /^describe$/,
    },
  },
  examples: [
    {
      files: {
        "src/env.ts": `
import { createEnv } from "@t3-oss/env-nextjs";
import { z } from "zod";
const level = z.enum(["info", "debug"]);
export const env = createEnv({
  server: {
    /** Where tides are kept. */
    DATABASE_URL: z.url(),
    TIDE_LEVEL: level.default("info"),
    TIDE_OPEN: z.enum(["true", "false"]).default("false"),
    TIDE_KEY: z.string().min(1).optional(),
    TIDE_SIZE: z.coerce
      .number() // metres
      .int()
      .default(1_500),
    TIDE_SEED: imported.optional(),
  },
  client: { NEXT_PUBLIC_NAME: z.string().transform((name) => name === "true") },
  runtimeEnv: { DATABASE_URL: process.env.DATABASE_URL },
});
const body = z.object({ name: z.string(), SIZE_OF: z.number() });
`,
        "src/constants.ts": `import { env } from "./env.ts";\nexport const seed = env.TIDE_SEED ?? "42";\n`,
      },
      settings: [
        "DATABASE_URL address required",
        "NEXT_PUBLIC_NAME boolean required",
        "TIDE_KEY string",
        "TIDE_LEVEL string =info",
        "TIDE_OPEN boolean =false",
        "TIDE_SEED =42",
        "TIDE_SIZE integer =1_500",
      ],
    },
    {
      files: {
        "src/body.ts": `import { z } from "zod";\nexport const body = z.object({ IS_OPEN: z.string() }).parse(request.body);\n`,
      },
      settings: [],
    },
  ],
};

/** Joi, mostly with @nestjs/config. */
export const joi: SettingLibrary = {
  name: "Joi",
  languages,
  readers: [],
  schema: {
    when: environment,
    root: /^[jJ]oi$/,
    isRequired: false,
    steps: {
      optional: /^optional$/,
      required: /^(?:required|exist)$/,
      fallback: /^default$/,
      allowed: /^(?:valid|equal|allow)$/,
      comment: /^description$/,
    },
  },
  examples: [
    {
      files: {
        "src/app.module.ts": `
ConfigModule.forRoot({
  validationSchema: Joi.object({
    NODE_ENV: Joi.string().valid("development", "production").default("development"),
    PORT: Joi.number().port().default(3000),
    TIDE_SECRET: Joi.string().required(),
    TIDE_NAME: Joi.string(),
  }),
});
`,
      },
      settings: [
        "NODE_ENV string =development",
        "PORT integer =3000",
        "TIDE_NAME string",
        "TIDE_SECRET string required",
      ],
    },
  ],
};

/** envalid and znv. */
export const envalid: SettingLibrary = {
  name: "envalid",
  languages,
  readers: [],
  schema: {
    when: /\bcleanEnv\(/,
    root: /^(?:str|bool|num|email|host|port|url|json)$/,
    isRequired: true,
    steps: {},
    options: { fallback: "default", allowed: "choices", comment: "desc" },
  },
  examples: [
    {
      files: {
        "src/env.ts": `
import { bool, cleanEnv, port, str } from "envalid";
const level = makeValidator((text) => text);
export const env = cleanEnv(process.env, {
  PORT: port({ default: 3000, desc: "Where it listens" }),
  TIDE_KEY: str(),
  TIDE_OPEN: bool({ devDefault: true }),
  TIDE_LEVEL: level(),
});
`,
      },
      settings: ["PORT integer =3000", "TIDE_KEY string required", "TIDE_LEVEL", "TIDE_OPEN boolean required"],
    },
  ],
};

/** Valibot. */
export const valibot: SettingLibrary = {
  name: "Valibot",
  languages,
  readers: [],
  schema: {
    when: environment,
    root: /^v$/,
    isRequired: true,
    steps: { optional: /^(?:optional|nullish)$/, fallback: /^(?:optional|fallback)$/, allowed: /^picklist$/ },
  },
  examples: [
    {
      files: {
        "src/env.ts": `
import * as v from "valibot";
const env = v.parse(v.object({
  TIDE_URL: v.pipe(v.string(), v.url()),
  TIDE_NAME: v.optional(v.string(), "tide"),
}), process.env);
`,
      },
      settings: ["TIDE_NAME string =tide", "TIDE_URL string required"],
    },
  ],
};

/** The environment of AdonisJS. */
export const adonis: SettingLibrary = {
  name: "AdonisJS",
  languages,
  readers: [],
  schema: {
    when: /\bEnv\.(?:create|rules)\(/,
    root: /^Env$/,
    isRequired: true,
    steps: { optional: /^optional$/, allowed: /^enum$/ },
  },
  examples: [
    {
      files: {
        "start/env.ts": `
import { Env } from "@adonisjs/core/env";
export default await Env.create(new URL("../", import.meta.url), {
  PORT: Env.schema.number(),
  TIDE_KEY: Env.schema.string.optional(),
  TIDE_LEVEL: Env.schema.enum(["a", "b"] as const),
});
`,
      },
      settings: ["PORT number required", "TIDE_KEY string", "TIDE_LEVEL string required"],
    },
  ],
};

/** convict. */
export const convict: SettingLibrary = {
  name: "convict",
  languages,
  readers: [],
  options: {
    when: /\bconvict\b/,
    name: "env",
    needs: ["format", "default", "doc"],
    type: "format",
    fallback: "default",
    comment: "doc",
  },
  examples: [
    {
      files: {
        "src/config.js": `
const convict = require("convict");
const config = convict({
  server: {
    port: { doc: "Where it listens.", format: "port", default: 8080, env: "PORT" },
    level: { format: ["info", "debug"], default: "info", env: "TIDE_LEVEL" },
    open: { format: Boolean, default: null, env: "TIDE_OPEN" },
    other: { format: String, default: "x" },
  },
});
`,
      },
      settings: ["PORT integer =8080", "TIDE_LEVEL =info", "TIDE_OPEN boolean"],
    },
  ],
};

/** oclif's flags. */
export const oclif: SettingLibrary = {
  name: "oclif",
  languages,
  readers: [],
  options: {
    when: /["']@oclif\//,
    name: "env",
    needs: ["description", "default", "char", "required"],
    fallback: "default",
    required: "required",
    comment: "description",
  },
  examples: [
    {
      files: {
        "src/commands/serve.ts": `
import { Command, Flags } from "@oclif/core";
export class Serve extends Command {
  static flags = { port: Flags.integer({ env: "TIDE_PORT", default: 80, description: "Where it listens" }) };
}
`,
      },
      settings: ["TIDE_PORT =80"],
    },
  ],
};

/** class-validator over a class whose fields are variables, as NestJS shows it. */
export const validatedClass: SettingLibrary = {
  name: "class-validator",
  languages,
  readers: [],
  isValidatedClass: /["']class-validator["']/,
  examples: [
    {
      files: {
        "src/env.ts": `
import { IsBoolean, IsIn, IsNotEmpty, IsNumber, IsOptional, validate } from "class-validator";
import environment from "./environment";
export class Environment {
  /** Signs what is sent. */
  @IsNotEmpty()
  public SECRET_KEY = environment.SECRET_KEY ?? "";
  @IsNumber()
  @IsOptional()
  public PORT = this.toOptionalNumber(environment.PORT) ?? 3000;
  @IsBoolean()
  TIDE_OPEN: boolean;
  @IsIn(["a", "b"])
  public TIDE_LEVEL = environment.TIDE_LEVEL ?? "a";
  public VERSION_OF = "1.0";
  public TIDE_USER = environment.TIDE_USER;
  @IsNumber()
  public TIDE_WAIT = parseInt(
    environment.TIDE_WAIT || "30000",
    10
  );
  @IsNumber()
  public TIDE_LIFE = this.toOptionalNumber(environment.TIDE_LIFE) ?? 30 * Day.seconds;
  @IsNumber()
  public TIDE_SLOW = this.toOptionalNumber(environment.TIDE_SLOW) ?? 10 * 1_000;
  public isOpen = true;
}
export class Body { @IsNotEmpty() name: string; }
`,
      },
      settings: [
        "PORT number =3000",
        "SECRET_KEY required",
        "TIDE_LEVEL =a",
        "TIDE_LIFE number",
        "TIDE_OPEN boolean required",
        "TIDE_SLOW number =10000",
        "TIDE_USER",
        "TIDE_WAIT number =30000",
      ],
    },
  ],
};
