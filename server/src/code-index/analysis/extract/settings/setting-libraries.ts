import {
  dotnetConfiguration,
  injectedValues,
  nodeConfiguration,
  phpEnvironment,
  viper,
} from "./libraries/configuration-objects.ts";
import {
  cEnvironment,
  ecmascriptEnvironment,
  elixirEnvironment,
  goEnvironment,
  jvmEnvironment,
  pythonEnvironment,
  rubyEnvironment,
  rustEnvironment,
  shellEnvironment,
  terraformVariables,
} from "./libraries/environment.ts";
import { djangoEnviron, pythonConfig } from "./libraries/python-settings.ts";
import type { ReaderRule, SettingLibrary } from "./setting-library.ts";

/** All libraries whose settings are read by their rules. */
export const settingLibraries: readonly SettingLibrary[] = [
  ecmascriptEnvironment, nodeConfiguration, pythonEnvironment, djangoEnviron, pythonConfig, goEnvironment, viper,
  jvmEnvironment, injectedValues, dotnetConfiguration, rubyEnvironment, phpEnvironment, rustEnvironment,
  elixirEnvironment, cEnvironment, shellEnvironment, terraformVariables,
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
