import { AppError } from "@cairn/contract/errors";

/** Settings the server hands to the browser at run time; nothing of this is baked into the bundle. */
export interface RuntimeConfig {
  appName: string;
  apiHost: string;
  authHost: string;
  mcpHost: string;
  authClientId: string;
  clientHost: string;
  /** Of one attachment. */
  maxUploadBytes: number;
  /** Of a bundle of git. */
  maxBundleBytes: number;
}

let loaded: RuntimeConfig | undefined;

/** Reads /config.json once, before the first render. */
export async function loadRuntimeConfig(): Promise<RuntimeConfig> {
  if (loaded) return loaded;
  const response = await fetch("/config.json", { headers: { accept: "application/json" } });
  if (!response.ok) {
    throw new AppError("unavailable", { message: `The server answered /config.json with status ${response.status}` });
  }
  const config = (await response.json()) as RuntimeConfig;
  if (!config.apiHost) {
    throw new AppError("unavailable", { message: "The API host is not set: the server's API_HOST setting is missing" });
  }
  loaded = config;
  return config;
}

/** The loaded settings; everything rendered may rely on them. */
export function runtimeConfig(): RuntimeConfig {
  if (!loaded) throw new AppError("internal", { message: "The runtime settings were read before they were loaded" });
  return loaded;
}
