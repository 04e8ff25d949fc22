import type { SettingLibrary } from "#server/code-index/analysis/extract/settings/setting-library.ts";

/** What is done to a value before it is handed on, the outermost first: it tells the type. */
const processed = String.raw`(?:(?<type>bool|int|float|json|csv|string|url):)?(?:(?!default:)[\w.]{1,40}:){0,6}`;
const processedWithDefault = String.raw`(?:(?<type>bool|int|float|json|csv|string|url):)?(?:[\w.]{1,40}:){0,5}default:[\w.]{0,80}:(?:[\w.]{1,40}:){0,3}`;
const name = String.raw`(?<name>[A-Z][A-Z0-9_]+)`;
/** A property of PHP below its attributes, with what it is at first. */
const property = String.raw`(?:[^;$]{0,800}?\b(?:public|protected|private)\s+(?:readonly\s+)?\??[\w\\|]{1,60}\s+\$\w+\s*=\s*["']?(?<fallback>(?!null\b|\w+::)[\w./:-]{1,80})["']?\s*;)?`;

/** Variables in the configuration of Symfony, in its attributes, and in those of its bundle for settings. */
export const symfony: SettingLibrary = {
  name: "Symfony",
  languages: ["php", "yaml", "xml"],
  readers: [
    { hint: "%env(", reads: new RegExp(String.raw`%env\(${processed}${name}\)%`, "g"), isRequired: true },
    { hint: "%env(", reads: new RegExp(String.raw`%env\(${processedWithDefault}${name}\)%`, "g") },
    {
      hint: "env(",
      reads: new RegExp(
        String.raw`^[ \t]+["']?env\(${name}\)["']?:(?!\S)[ \t]*(?:["']?(?<fallback>[^\n"'#]{0,200}?)["']?[ \t]*(?=#|$))?`,
        "gm",
      ),
    },
    {
      hint: "Autowire(",
      reads: new RegExp(String.raw`#\[Autowire\(\s*env:\s*["']${processed}${name}["']`, "g"),
      isRequired: true,
    },
    {
      hint: "Autowire(",
      reads: new RegExp(String.raw`#\[Autowire\(\s*env:\s*["']${processedWithDefault}${name}["']`, "g"),
    },
    {
      hint: "envVar",
      reads: new RegExp(String.raw`\benvVar:\s*["']${processed}${name}["']${property}`, "g"),
      when: /\bSettingsParameter\b/,
    },
  ],
  examples: [
    {
      files: {
        "config/packages/doctrine.yaml": `doctrine:
    dbal:
        url: '%env(resolve:DATABASE_URL)%'
        sorts: '%env(bool:TIDE_SORTS)%'
        proxy: '%env(int:default:proxy.port:TIDE_PROXY)%'
        title: '%env(string:settings:customization:instanceName)%'
`,
        "config/parameters.yaml": `parameters:
    env(TIDE_OPEN): 0 # to everybody
    env(TIDE_MAIL): ''
    tide.open: '%env(bool:TIDE_OPEN)%'
    tide.mail: '%env(TIDE_MAIL)%'
`,
        "src/Watch.php": `<?php
class Watch {
    public function __construct(
        #[Autowire(env: 'bool:TIDE_WATCH')] private bool $isOn,
        #[Autowire('%env(TIDE_TOWER)%')] private string $tower,
    ) {}
}
`,
        "src/Settings/TableSettings.php": `<?php
class TableSettings {
    #[SettingsParameter(
        label: new TM("table.size"),
        envVar: "int:TABLE_SIZE", envVarMode: EnvVarMode::OVERWRITE
    )]
    #[Assert\\Range(min: 1, max: 100)]
    public int $size = 50;

    #[SettingsParameter(envVar: "TABLE_KEY")]
    public ?string $key = null;

    public string $never = "never";
}
`,
      },
      settings: [
        "DATABASE_URL required",
        "TABLE_KEY",
        "TABLE_SIZE integer =50",
        "TIDE_MAIL",
        "TIDE_OPEN boolean =0",
        "TIDE_PROXY integer",
        "TIDE_SORTS boolean required",
        "TIDE_TOWER required",
        "TIDE_WATCH boolean required",
      ],
    },
    {
      files: {
        ".env": "###> symfony/framework-bundle ###\nTIDE_LOCK=flock\n#TIDE_SEAL=\n",
        "config/packages/lock.yaml":
          "framework:\n    lock: '%env(TIDE_LOCK)%'\n    seal: '%env(TIDE_SEAL)%'\n    tower: '%env(TIDE_TOWER)%'\n",
        "config/packages/debug.yaml":
          "when@dev:\n    debug:\n        to: 'tcp://%env(TIDE_DUMP)%'\nwhen@prod:\n    framework:\n        to: '%env(TIDE_LAMP)%'\n",
      },
      settings: ["TIDE_DUMP", "TIDE_LAMP required", "TIDE_LOCK", "TIDE_SEAL required", "TIDE_TOWER required"],
    },
  ],
};
