import type { SettingLibrary } from "#server/code-index/analysis/extract/settings/setting-library.ts";

/** Classes that Spring, Micronaut and Quarkus fill from keys below a prefix. */
export const jvmProperties: SettingLibrary = {
  name: "configuration properties of Spring, Micronaut and Quarkus",
  languages: ["java", "kotlin"],
  readers: [],
  examples: [
    {
      files: {
        "src/main/java/harbour/TideProperties.java": `
package harbour;
@ConfigurationProperties(prefix = "tide.mail")
public class TideProperties {
  private static final Logger log = null;
  /** Who writes. */
  private String fromAddress = "board@example.com";
  private int retries;
  @NotBlank private String key;
  private Mode mode = Mode.FAST;
  private final Inner inner = new Inner();
  private Elsewhere elsewhere;
  public static class Inner {
    private Integer poolSize = 5;
    private Duration wait;
  }
}
`,
        "src/main/java/harbour/Boats.java": `
@ConfigurationProperties(prefix = Held.PREFIX)
class Held { static final String PREFIX = "tide.held"; private int depth = 4; private boolean open; }
@ConfigurationProperties(prefix = Elsewhere.PREFIX)
class Unknown { private int never = 4; }
@ConfigurationProperties("boats")
record Boats(@DefaultValue("3") int count, String name) {}
class Plain { private String never; }
class Setup {
  @Bean @ConfigurationProperties("tide.second")
  public SecondSettings second() { return new SecondSettings(); }
}
`,
        "src/main/java/harbour/SecondSettings.java": `public class SecondSettings { private String host = "localhost"; }\n`,
        "src/main/java/harbour/Mapping.java": `
@ConfigMapping(prefix = "map")
interface Mapping {
  @WithDefault("80") int serverPort();
  Optional<String> name();
  String key();
}
`,
      },
      settings: [
        "boats.count key integer =3",
        "boats.name key string",
        "map.key key string required",
        "map.name key string",
        "map.server-port key integer =80",
        "tide.held.depth key integer =4",
        "tide.held.open key boolean =false",
        "tide.mail.from-address key string =board@example.com",
        "tide.mail.inner.pool-size key integer =5",
        "tide.mail.inner.wait key duration",
        "tide.mail.key key string required",
        "tide.mail.mode key Mode =FAST",
        "tide.mail.retries key integer",
        "tide.second.host key string =localhost",
      ],
    },
    {
      files: {
        "src/main/kotlin/harbour/Tide.kt": `
package harbour
@Component
@ConfigurationProperties(prefix = "tide")
@Validated
class TideProperties {
  @Positive
  var pageSize: Int = 3

  /** Where it is. */
  @get:NotBlank
  var file: String = ""
  var database = Database()
  var folder: String? = null
  lateinit var key: String

  class Database {
    var poolSize: Int? = null
    fun size(): Int { val never: Int = 1; return never }
  }
}
`,
        "src/main/kotlin/harbour/Boats.kt": `
package harbour
@ConfigurationProperties("boats")
data class Boats(
  val count: Int = 5, // boats
  val name: String,
  val names: List<String> = emptyList(),
)
class Other { var never: String = "x" }
`,
      },
      settings: [
        "boats.count key integer =5",
        "boats.name key string required",
        "boats.names key list",
        "tide.database.pool-size key integer",
        "tide.file key string",
        "tide.folder key string",
        "tide.key key string required",
        "tide.page-size key integer =3",
      ],
    },
  ],
};

/** .NET's options. */
export const dotnetOptions: SettingLibrary = {
  name: "options of .NET",
  languages: ["csharp"],
  readers: [],
  examples: [
    {
      files: {
        "src/TideOptions.cs": `
namespace Harbour;
public class TideOptions {
    public const string SectionName = "Tide";
    /// <summary>Metres.</summary>
    public int Size { get; set; } = 20;
    [Required] public string Key { get; set; }
    public string? Name { get; set; }
    public Level Level { get; set; } = Level.High;
    public MailOptions Mail { get; set; } = new();
    public Other Other { get; set; }
    public bool IsLow => Size < 3;
    public string[] Hosts { get; init; } = [];
}
public class MailOptions { public required string Host { get; set; } }
public class UnboundOptions { public string Never { get; set; } }
`,
        "src/BoatSettings.cs": `public class BoatSettings { public TimeSpan Wait { get; set; } }\n`,
        "src/WholeSettings.cs": `public class WholeSettings { public DeckSettings Deck { get; set; } = new(); }\n`,
        "src/DeckSettings.cs": `public class DeckSettings { public int Boards { get; set; } = 7; }\n`,
        "src/RootOptions.cs": `public class RootOptions { public string ApiKey { get; set; } = "x"; }\n`,
        "src/Startup.cs": `
services.Configure<TideOptions>(configuration.GetSection(TideOptions.SectionName));
services.AddOptions<BoatSettings>().BindConfiguration("Boats:Small").ValidateOnStart();
services.Configure<Harbour.RootOptions>(Configuration);
var whole = new WholeSettings();
configuration.Bind(whole);
var boats = builder.Configuration.GetSection("Boats:Large").Get<BoatSettings>();
`,
      },
      settings: [
        "ApiKey key string =x",
        "Boats:Large:Wait key duration",
        "Boats:Small:Wait key duration",
        "Deck:Boards key integer =7",
        "Tide:Hosts key list",
        "Tide:Key key string required",
        "Tide:Level key Level =High",
        "Tide:Mail:Host key string required",
        "Tide:Name key string",
        "Tide:Size key integer =20",
      ],
    },
  ],
};
