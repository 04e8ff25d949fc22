import type { ProgramRule } from "./program-rule.ts";

interface ClientProgram extends ProgramRule {
  /** What people call it. */
  name: string;
}

/** How programs begin that people run on devices of their own, by the files that declare them. */
export const clientPrograms: readonly ClientProgram[] = [
  { name: "Mobile app", framework: "React Native", languages: ["json"], duty: "client", literal: "react-native", pattern: /^\s*"[\w:-]{1,40}"\s*:\s*"(?:[^"\n]{0,80}\s)?(?:expo (?:start|run)|react-native (?:start|run-\w+))/m, example: '{\n  "scripts": {\n    "start": "expo start"\n  },\n  "dependencies": {\n    "react-native": "0.81.0"\n  }\n}\n' },
  { name: "Mobile app", framework: "Capacitor", languages: ["json"], duty: "client", literal: "@capacitor/core", pattern: /^\s*"@capacitor\/(?:android|ios)"\s*:/m, example: '{\n  "dependencies": {\n    "@capacitor/android": "^7.0.0",\n    "@capacitor/core": "^7.0.0"\n  }\n}\n' },
  { name: "Mobile app", framework: "Flutter", languages: ["yaml"], duty: "client", literal: "sdk: flutter", pattern: /^[ ]{2}flutter:\s*\n\s+sdk: flutter/m, example: "name: boats\ndependencies:\n  flutter:\n    sdk: flutter\n" },
  { name: "Android app", framework: "Android", languages: ["xml"], duty: "client", literal: "android.intent.action.MAIN", pattern: /android\.intent\.action\.MAIN/, example: '<manifest>\n  <action android:name="android.intent.action.MAIN" />\n</manifest>\n' },
  { name: "Mobile app", framework: ".NET MAUI", languages: ["xml"], duty: "client", literal: "UseMaui", pattern: /<UseMaui>\s*true\s*<\/UseMaui>/i, also: /<OutputType(?:\s[^>]{0,200})?>\s*(?:Win)?Exe\s*</i, example: '<Project Sdk="Microsoft.NET.Sdk">\n  <PropertyGroup>\n    <OutputType>Exe</OutputType>\n    <UseMaui>true</UseMaui>\n  </PropertyGroup>\n</Project>\n' },
  { name: "Desktop app", framework: "Windows desktop", languages: ["xml"], duty: "client", literal: "<UseW", pattern: /<Use(?:WPF|WindowsForms|WinUI)>\s*true\s*<\//i, also: /<OutputType(?:\s[^>]{0,200})?>\s*WinExe\s*</i, example: '<Project Sdk="Microsoft.NET.Sdk">\n  <PropertyGroup>\n    <OutputType>WinExe</OutputType>\n    <UseWPF>true</UseWPF>\n  </PropertyGroup>\n</Project>\n' },
  { name: "Desktop app", framework: "Electron", languages: ["json"], duty: "client", literal: '"electron"', pattern: /^\s*"electron"\s*:\s*"[~^]?\d/m, example: '{\n  "devDependencies": {\n    "electron": "39.0.0"\n  }\n}\n' },
  { name: "Desktop app", framework: "Tauri", languages: ["json"], duty: "client", literal: "tauri.app", pattern: /"\$schema"\s*:\s*"https:\/\/schema\.tauri\.app\//, example: '{\n  "$schema": "https://schema.tauri.app/config/2"\n}\n' },
  { name: "Browser extension", framework: "Web extension", languages: ["json"], duty: "client", literal: "manifest_version", pattern: /^\s*"manifest_version"\s*:\s*[23]\b/m, example: '{\n  "manifest_version": 3\n}\n' },
]; // prettier-ignore

const names = new Map(clientPrograms.map(({ framework, name }) => [framework, name]));

/** What people call a program of this framework that they run on devices of their own. */
export function clientNamed(framework: string): string {
  return names.get(framework) ?? framework;
}
