import {
  dotnetConfiguration,
  injectedValues,
  globalConfiguration,
  nodeConfiguration,
  phpEnvironment,
} from "./libraries/configuration-objects.ts";
import { adonis, convict, envalid, joi, oclif, valibot, validatedClass, zod } from "./libraries/environment-schemas.ts";
import {
  ecmascriptEnvironment,
  elixirEnvironment,
  goEnvironment,
  jvmEnvironment,
  pythonEnvironment,
  rubyEnvironment,
  rustEnvironment,
} from "./libraries/environment.ts";
import { koanf, viper } from "./libraries/go-configuration.ts";
import { dotnetOptions, jvmProperties } from "./libraries/option-classes.ts";
import { goTables, javaTables, rustTables } from "./libraries/option-tables.ts";
import { djangoEnviron, pythonConfig, pythonModules } from "./libraries/python-settings.ts";
import { clap, configCrate, envy, figment } from "./libraries/rust-configuration.ts";
import { symfony } from "./libraries/symfony.ts";
import { cEnvironment, shellEnvironment, terraformVariables } from "./libraries/system-environment.ts";
import type { ReaderRule, SettingLibrary } from "./setting-library.ts";

/** All libraries whose settings are read by their rules. */
export const settingLibraries: readonly SettingLibrary[] = [
  ecmascriptEnvironment, nodeConfiguration, globalConfiguration, pythonEnvironment, djangoEnviron, pythonConfig, pythonModules, goEnvironment, viper, koanf,
  jvmEnvironment, injectedValues, dotnetConfiguration, rubyEnvironment, phpEnvironment, symfony, rustEnvironment,
  elixirEnvironment, cEnvironment, shellEnvironment, terraformVariables, zod, joi, envalid, valibot, adonis,
  convict, oclif, validatedClass, jvmProperties, dotnetOptions,
  clap, figment, configCrate, envy,
  goTables, rustTables, javaTables,
]; // prettier-ignore

const byLanguage = new Map<string, readonly ReaderRule[]>();

/** The rules of all libraries of a language. */
export function readersOf(language: string | null): readonly ReaderRule[] {
  if (language === null) return [];
  const known = byLanguage.get(language);
  if (known !== undefined) return known;
  const rules = settingLibraries
    .filter(({ languages }) => languages.includes(language))
    .flatMap(({ readers }) => readers);
  byLanguage.set(language, rules);
  return rules;
}

/** The libraries of a language by which a text may declare what it takes from the environment. */
export function declaringLibraries(language: string | null, text: string): SettingLibrary[] {
  return settingLibraries.filter(
    ({ languages, schema, options, isValidatedClass }) =>
      language !== null &&
      languages.includes(language) &&
      [schema?.when, options?.when, isValidatedClass].some((when) => when?.test(text) === true),
  );
}
