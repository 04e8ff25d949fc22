import type { SettingLibrary } from "#server/code-index/analysis/extract/settings/setting-library.ts";

/** Tables that Go programs keep themselves. */
export const goTables: SettingLibrary = {
  name: "own tables of Go",
  languages: ["go"],
  readers: [],
  examples: [
    {
      files: {
        "cmd/flags.go": `
package main
import "github.com/urfave/cli/v3"
var flags = []cli.Flag{
	&cli.IntFlag{Sources: cli.EnvVars("TIDE_PORT", "TIDE_OLD_PORT"), Name: "port, p", Value: 80, Usage: "where it listens"},
	&cli.StringFlag{
		Sources: cli.NewValueSourceChain(cli.File(os.Getenv("TIDE_KEY_FILE")), cli.EnvVar("TIDE_KEY")),
		Name: "key",
		Required: true,
	},
	&cli.StringSliceFlag{EnvVars: []string{"TIDE_HOSTS"}, Name: "hosts"},
	&cli.BoolFlag{Name: "open"},
}
`,
      },
      settings: [
        "--open flag",
        "TIDE_HOSTS list",
        "TIDE_KEY string required",
        "TIDE_KEY_FILE",
        "TIDE_PORT integer =80",
      ],
    },
    {
      files: {
        "internal/config/options.go": `
package config
func NewOptions() *options {
	return &options{options: map[string]*option{
		"TIDE_PORT": {
			parsed: 80,
			rawValue: "80",
			valueType: intType,
		},
		"TIDE_NAME": {rawValue: "", valueType: stringType},
		"TIDE_OPEN": {rawValue: "1", valueType: boolType},
	}}
}
`,
        "internal/config/parser.go": `package config\nfunc Parse() error { return parseLines(os.Environ()) }\n`,
        "internal/other/table.go": `
package other
var colours = map[string]*colour{
	"DARK_BLUE": {rawValue: "1"},
	"DARK_RED": {rawValue: "1"},
	"DARK_GREEN": {rawValue: "1"},
}
`,
      },
      settings: ["TIDE_NAME string", "TIDE_OPEN boolean =1", "TIDE_PORT integer =80"],
    },
    {
      files: {
        "pkg/config/config.go": `
package config
type Key string
const (
	// Where it listens.
	ServicePort Key = \`service.port\`
	ServiceName Key = "service.name"
	Never string = "never.this"
)
func (k Key) GetString() string {
	return viper.GetString(string(k))
}
func (k Key) setDefault(i interface{}) {
	viper.SetDefault(string(k), i)
}
func init() { ServicePort.setDefault(":3456") }
`,
      },
      settings: ["service.name key", "service.port key =:3456"],
    },
  ],
};

/** Macros of Rust programs. */
export const rustTables: SettingLibrary = {
  name: "own macros of Rust",
  languages: ["rust"],
  readers: [],
  examples: [
    {
      files: {
        "src/config.rs": `
macro_rules! make_config {
    ($($group:ident { $($name:ident : $ty:ty, $editable:literal, $how:ident $(, $default:expr)?;)+ }),+) => {
        $($( builder.$name = make_config! { @getenv pastey::paste!(stringify!([<$name:upper>])), $ty }; )+)+
    };
}
struct Never { never: u8 }
make_config! {
    folders {
        /// Where it is kept.
        data_folder: String, false, def, "data".to_owned();
        database_url: String, false, auto, |c| format!("sqlite://{}", c.data_folder);
        admin_token: Pass, true, option;
    },
    ws {
        enable_ws: bool, false, def, true;
    }
}
`,
      },
      settings: ["ADMIN_TOKEN secret", "DATABASE_URL string", "DATA_FOLDER string =data", "ENABLE_WS boolean =true"],
    },
  ],
};

/** Constants of Java programs that hold a key each with its type and default. */
export const javaTables: SettingLibrary = {
  name: "own keys of Java",
  languages: ["java"],
  readers: [
    {
      hint: "ConfigKey",
      // Keys of single devices and users are not those of the server.
      reads:
        /=\s*new\s+(?<type>String|Integer|Long|Double|Boolean)ConfigKey\((?=\s*"[\w.]+"\s*,\s*List\.of\([^)]*\b(?:CONFIG|SERVER|GLOBAL)\b)/g,
      fallback: 2,
      kind: "key",
    },
    {
      hint: "Setting.",
      reads: /\bSetting\.(?<type>int|bool|long|float|string|time|byteSize)Setting\(/g,
      fallback: 1,
      kind: "key",
    },
    { hint: "ConfigOptions", reads: /\bConfigOptions\.key\(/g, kind: "key" },
    {
      hint: "@Config(",
      reads: /@Config\(\s*"(?<name>[a-z][\w.-]+)"\s*\)/g,
      kind: "key",
      when: /\bio\.airlift\.configuration\b/,
    },
  ],
  examples: [
    {
      files: {
        "src/main/java/harbour/Keys.java": `
class Keys {
  /** Where it listens. */
  public static final ConfigKey<Integer> WEB_PORT = new IntegerConfigKey(
          "web.port",
          List.of(KeyType.CONFIG),
          8082);
  public static final ConfigKey<String> PASSWORD = new StringConfigKey("devicePassword", List.of(KeyType.DEVICE));
  static final Setting<Integer> SIZE = Setting.intSetting("tide.size", 5, Property.NodeScope);
}
`,
      },
      settings: ["tide.size key integer =5", "web.port key integer =8082"],
    },
    {
      files: {
        "src/main/java/harbour/Refreshable.java": `
import org.springframework.core.env.Environment;
abstract class Refreshable {
  private Environment environment;
  static final int DEFAULT_DEPTH = 7;
  int getIntProperty(String key, int defaultValue) { String found = environment.getProperty(key); return found == null ? defaultValue : Integer.parseInt(found); }
  int depth() { return getIntProperty("tide.depth", DEFAULT_DEPTH); }
  int size() { return getOtherProperty("never.size", 5); }
}
`,
      },
      settings: ["tide.depth key integer =7"],
    },
  ],
};
