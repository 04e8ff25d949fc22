import type { SettingLibrary } from "#server/code-index/analysis/extract/settings/setting-library.ts";

const never = /(?!)/;

/** Viper's keys; by which variables they are given is often said in another file. */
export const viper: SettingLibrary = {
  name: "Viper",
  languages: ["go"],
  readers: [
    {
      hint: "iper",
      reads:
        /\b[vV](?:iper)?\.Get(?<type>String|Int|Int32|Int64|Uint|Bool|Float64|Duration|Time|StringSlice|StringMap|StringMapString)?\(/g,
      kind: "key",
      when: /\bviper\b/,
    },
    { hint: "SetDefault", reads: /\b[vV](?:iper)?\.SetDefault\(/g, fallback: 1, kind: "key", when: /\bviper\b/ },
    { hint: "BindPFlag", reads: /\b[vV](?:iper)?\.BindPFlag\(/g, kind: "key", when: /\bviper\b/ },
    { hint: "BindEnv", reads: /\b[vV](?:iper)?\.BindEnv\(\s*"[\w.-]+"\s*,\s*"(?<name>\w+)"/g, when: /\bviper\b/ },
  ],
  variables: {
    hint: "iper",
    prefix: /\.SetEnvPrefix\(\s*"(?<prefix>\w+)"\s*\)|\.AutomaticEnv\(\)/g,
    isFarOff: true,
    joint: null,
    usualJoint: "_",
    dot: /NewReplacer\([^)]{0,200}"\."\s*,\s*"(?<text>\w+)"/,
    hyphen: /NewReplacer\([^)]{0,200}"-"\s*,\s*"(?<text>\w+)"/,
  },
  examples: [
    {
      files: {
        "cmd/main.go": `
package main
import "github.com/spf13/viper"
func main() {
	viper.SetDefault("server.port", 8080)
	viper.BindEnv("server.host", "TIDE_HOST")
	port := viper.GetInt("server.port")
	viper.SetEnvPrefix("tide")
	viper.AutomaticEnv()
	viper.SetEnvKeyReplacer(strings.NewReplacer(".", "_", "-", "_"))
	var c Config
	viper.Unmarshal(&c)
}
`,
        "cmd/config.go": `
package main
type Config struct {
	Mail mail.Config \`mapstructure:"mail"\`
	// Where it is.
	Folder string \`mapstructure:"data-folder"\`
	Boats struct {
		Count int \`mapstructure:"count"\`
	} \`mapstructure:"boats"\`
	Common \`mapstructure:",squash"\`
	Elsewhere other.Config \`mapstructure:"elsewhere"\`
}
type Common struct { Open bool \`mapstructure:"open"\` }
`,
        "pkg/mail/config.go": `package mail\ntype Config struct { Host string \`mapstructure:"host"\` }\n`,
        "pkg/never/config.go": `package never\ntype Config struct { Never string \`mapstructure:"never"\` }\n`,
      },
      settings: [
        "TIDE_HOST",
        "boats.count key integer",
        "data-folder key string",
        "mail.host key string",
        "open key boolean",
        "server.port key integer =8080",
      ],
    },
  ],
};

/** koanf, and what decodes files without a library for settings. */
export const koanf: SettingLibrary = {
  name: "koanf",
  languages: ["go"],
  readers: [
    {
      hint: "koanf",
      reads:
        /\b(?:ko?|koanf|kf|conf|cfg)\.(?:Must)?(?<type>String|Int|Int64|Bool|Float64|Duration|Time|Strings|Ints|StringMap|Bytes)\(\s*"(?<name>[\w.-]+)"\s*\)/g,
      kind: "key",
    },
    { hint: "koanf", reads: /\b(?:ko?|koanf|kf)\.Exists\(\s*"(?<name>[\w.-]+)"\s*\)/g, kind: "key", isMention: true },
  ],
  variables: {
    hint: "koanf",
    prefix: /(?:\benv\.Provider(?:WithValue)?\(\s*|\bPrefix:\s*)"(?<prefix>\w+)"/g,
    joint: null,
    usualJoint: "",
    dot: /"(?<text>_{1,2})"\s*,\s*"\."/,
    hyphen: never,
  },
  examples: [
    {
      files: {
        "cmd/main.go": `
package main
import (
	"github.com/knadh/koanf/v2"
	"github.com/knadh/koanf/providers/env"
)
func main() {
	ko.Load(env.Provider("TIDE_", ".", func(s string) string {
		return strings.Replace(strings.ToLower(strings.TrimPrefix(s, "TIDE_")), "__", ".", -1)
	}), nil)
	address := ko.MustString("app.address")
	size := ko.Int("app.max_size")
	help := ko.Bool("new-mail")
	flags.Bool("new-mail", false, "Whether there is any")
	var mail Mail
	ko.Unmarshal("mail", &mail)
	var c struct {
		Host string \`koanf:"host"\`
		Open int    \`koanf:"max_open"\`
	}
	ko.Unmarshal("db", &c)
}
type Mail struct { Host string \`koanf:"host"\` }
`,
      },
      settings: [
        "-new-mail flag boolean =false",
        "app.address key string",
        "app.max_size key integer",
        "db.host key string",
        "db.max_open key integer",
        "mail.host key string",
      ],
    },
    {
      files: {
        "internal/configuration/load.go": `
package configuration
import "github.com/knadh/koanf/v2"
func fill(ko *koanf.Koanf, path string, o any, definitions *schema.Definitions) {
	_ = ko.UnmarshalWithConf(path, o, koanf.UnmarshalConf{})
}
`,
        "internal/configuration/schema/schema.go": `
package schema
type Configuration struct {
	Session Session \`koanf:"session"\`
	Log     Log     \`koanf:"log"\`
	Boats   []Boat  \`koanf:"boats"\`
}
type Session struct {
	Common \`koanf:",squash"\`
	Secret string        \`koanf:"secret" validate:"required"\`
	Wait   time.Duration \`koanf:"wait"\`
	Redis  *Redis        \`koanf:"redis"\`
}
type Common struct { Name string \`koanf:"name" jsonschema:"default=tide,title=Name"\` }
type Redis struct { Port int \`koanf:"port"\`; Host string \`koanf:"host"\` }
type Log struct { Level string \`koanf:"level"\`; Keep bool \`koanf:"keep"\` }
type Boat struct { Never string \`koanf:"never"\` }
var DefaultSession = Session{Wait: time.Hour * 2, Redis: &Redis{Port: 6379}}
var DefaultRedisSmall = Redis{Host: "small"}
func (l *Log) SetDefaults() {
	if l.Level == "" { l.Level = "info" }
}
`,
      },
      settings: [
        "boats key list",
        "log.keep key boolean",
        "log.level key string =info",
        "session.name key string =tide",
        "session.redis.host key string",
        "session.redis.port key integer =6379",
        "session.secret key string required",
        "session.wait key duration =time.Hour * 2",
      ],
    },
    {
      files: {
        "cmd/tide/config.go": `
package main
type Config struct {
	Issuer string \`json:"issuer"\`
	Web    Web    \`json:"web"\`
}
type Web struct { HTTP string \`json:"http"\` }
`,
        "cmd/tide/serve.go": `
package main
import "github.com/ghodss/yaml"
func serve() {
	var c Config
	if err := unmarshalConfig(data, &c); err != nil { panic(err) }
}
`,
      },
      settings: ["issuer key string", "web.http key string"],
    },
  ],
};
