import type { ReaderRule, SettingLibrary } from "#server/code-index/analysis/extract/settings/setting-library.ts";

/** Often one file makes the object and the others import it. */
const environ = /\bimport environs?\b|\bfrom environs? import\b|\bimport\b[^\n]{0,200}\benv\b|\bEnv\(/;

/** django-environ and environs: `env("NAME")`, `env.bool("NAME", False)`. */
export const djangoEnviron: SettingLibrary = {
  name: "django-environ and environs",
  languages: ["python"],
  readers: [
    {
      hint: "nv.",
      when: environ,
      reads:
        /\b[eE]nv(?:iron)?\.(?<type>str|string|bool|int|float|decimal|json|list|tuple|dict|url|path|db|db_url|cache|cache_url|email_url|search_url|date|datetime|timedelta|uuid|log_level|enum)\(/g,
      fallback: [1, "default"],
      isRequired: true,
    },
    {
      hint: "nv(",
      when: environ,
      reads: /(?<![\w.])[eE]nv\(/g,
      fallback: "default",
      type: [1, "cast"],
      isRequired: true,
    },
    { hint: "nv(", when: /\benvirons\b/, reads: /(?<![\w.])[eE]nv\(/g, fallback: [1, "default"], isRequired: true },
    ...[
      "(?<quote>[\"'])(?<fallback>[^\"'\\n]{0,200})\\k<quote>",
      "(?<fallback>-?\\d[\\w.]{0,40}|True|False)",
      "(?<fallback>)(?:None|\\[\\]|\\{\\})",
      // Of a list only that there is one is told.
      "(?<fallback>)\\[[^\\]\\n]{1,200}\\]",
    ].map((fallback): ReaderRule => ({
      hint: "Env(",
      when: /\b(?:environ|environs|env)\b/,
      // `Env(DEBUG=(bool, False))` says what stands in, wherever it is asked for.
      reads: new RegExp(
        `(?<=[(,\\n][ \\t]{0,40})(?<name>[A-Z][A-Z0-9_]{1,80})=\\(\\s{0,40}(?<type>\\w{1,20})\\s{0,9},\\s{0,40}${fallback},?\\s{0,40}\\)`,
        "g",
      ),
    })),
  ],
  examples: [
    {
      files: {
        "site/settings.py": `
import environ
env = environ.Env(
    # set casting, default value
    TIDE_DEBUG=(bool, False),
    TIDE_PORT=(int, 8080), TIDE_MODE=(str, "fast"),
    TIDE_NAMES=(list, []), TIDE_HOSTS=(list, ["quay", "pier"]),
    TIDE_KEY=str,
)
NEVER = (bool, False)
DEBUG = env("TIDE_DEBUG")
PORT = env("TIDE_PORT")
KEY = env("TIDE_KEY")
`,
        "site/names.py": `
from .settings import env
NAMES = env("TIDE_NAMES")
HOSTS = env("TIDE_HOSTS")
`,
      },
      settings: [
        "TIDE_DEBUG boolean =False",
        "TIDE_HOSTS list",
        "TIDE_KEY required",
        "TIDE_MODE string =fast",
        "TIDE_NAMES list",
        "TIDE_PORT integer =8080",
      ],
    },
    {
      files: {
        "config/settings.py": `
import environ
env = environ.Env()
DEBUG = env.bool("DJANGO_DEBUG", False)
SECRET_KEY = env("DJANGO_SECRET_KEY")
HOSTS = env.list("DJANGO_ALLOWED_HOSTS", default=["x"])
NAME = env("DJANGO_NAME", default="tide")
`,
      },
      settings: [
        "DJANGO_ALLOWED_HOSTS list",
        "DJANGO_DEBUG boolean =False",
        "DJANGO_NAME =tide",
        "DJANGO_SECRET_KEY required",
      ],
    },
  ],
};

/** python-decouple's and Starlette's `config("NAME", cast=int, default=1)`. */
export const pythonConfig: SettingLibrary = {
  name: "python-decouple and Starlette",
  languages: ["python"],
  readers: [
    {
      hint: "onfig",
      when: /\bdecouple\b|\bstarlette\.config\b|\bimport\b[^\n]{0,200}\bconfig\b/,
      reads: /(?<![\w.])_?config(?:\.get)?\(/g,
      fallback: [2, "default"],
      type: [1, "cast"],
      isRequired: true,
    },
  ],
  examples: [
    {
      files: {
        "app/config.py": `
from starlette.config import Config
config = Config(".env")
PORT = config("TIDE_PORT", cast=int, default=8000)
SECRET = config("TIDE_SECRET", cast=Secret)
`,
      },
      settings: ["TIDE_PORT integer =8000", "TIDE_SECRET secret required"],
    },
  ],
};

/** A module of settings that operators write themselves: `getattr(configuration, "TIDE_SIZE", 20)`. */
export const pythonModules: SettingLibrary = {
  name: "modules of settings",
  languages: ["python"],
  readers: [
    {
      hint: "getattr(",
      reads:
        /\bgetattr\((?=\s*(?:\w{0,40}(?:configuration|config|conf)|(?:local|user|site|custom)_?settings)\s*,\s*["'][A-Z])/g,
      name: 1,
      fallback: 2,
      isRequired: true,
      kind: "key",
    },
    {
      hint: "name=",
      reads:
        /\b(?:Config|Setting|Option|Preference)(?:Param|Parameter|Item|Field|Option|Value|Entry)?\((?=\s*name\s*=\s*["'][A-Z][A-Z0-9_]+["'])/g,
      name: [9, "name"],
      fallback: "default",
      kind: "key",
    },
    {
      hint: "configparser",
      reads:
        /\b\w*(?:config|ini|parser)\w*\[\s*["'][\w.-]{1,40}["']\s*\]\[\s*["'](?<name>[A-Z][A-Z0-9_]{2,80})["']\s*\]/g,
      kind: "key",
    },
    {
      hint: ".config",
      reads: /\b(?:app|current_app|server)\.config\.(?:get|setdefault)\((?=\s*["'][A-Z])/g,
      fallback: 1,
      kind: "key",
      when: /\b(?:[fF]lask|[qQ]uart|[sS]anic)\b|\bcurrent_app\b/,
    },
    {
      hint: ".config[",
      reads: /\b(?:app|current_app)\.config\[(?=\s*["'][A-Z])/g,
      kind: "key",
      when: /\b(?:[fF]lask|[qQ]uart|[sS]anic)\b|\bcurrent_app\b/,
    },
  ],
  examples: [
    {
      files: {
        "tide/settings.py": `
configuration = load_configuration()
PAGE_SIZE = getattr(configuration, 'TIDE_PAGE_SIZE', 50)
SECRET_KEY = getattr(configuration, 'SECRET_KEY')  # Required
HOSTS = getattr(configuration, "HOSTS", [])
SERIALIZER = getattr(model, "SERIALIZER", None)
`,
        "tide/parameters.py": `
PARAMS = (
    ConfigParam(
        name='BANNER_TOP',
        label=_('Top banner'),
        default='Ahoy',
        description=_("Shown at the top"),
    ),
)
`,
        "app/config.py": `
import configparser
class BaseConfig(object):
    TIDE_MODE = "fast"
    TIDE_KEY = os.environ.get("TIDE_KEY")
    TIDE_URL: str = config_ini["server"]["TIDE_URL"]
    FOLDER = os.path.join(here, "never")
class TestingConfig(BaseConfig):
    NEVER_ONE = 1
    NEVER_TWO = 2
    NEVER_THREE = 3
`,
        "app/views.py": `
from flask import current_app
size = current_app.config.get("TIDE_SIZE", 5)
current_app.config["NEVER"] = 1
`,
      },
      settings: [
        "BANNER_TOP key =Ahoy",
        "HOSTS key",
        "SECRET_KEY key required",
        "TIDE_KEY",
        "TIDE_MODE key =fast",
        "TIDE_PAGE_SIZE key integer =50",
        "TIDE_SIZE key integer =5",
        "TIDE_URL key string",
      ],
    },
  ],
};
