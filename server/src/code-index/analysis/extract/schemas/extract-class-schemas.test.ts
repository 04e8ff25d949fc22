import { describe, expect, it } from "vitest";

import { schemasOf } from "#server/code-index/testing/facts-as-text.ts";

describe("Python", () => {
  it("reads Django's models with their relations", async () => {
    const text = `class Question(models.Model):
    """title = models.CharField()"""

    question_text = models.CharField(max_length=200)
    pub_date: datetime = models.DateTimeField("date published")
    owner = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.CASCADE,
    )
    poll = models.ForeignKey("polls.Poll", on_delete=models.CASCADE)
    tags = models.ManyToManyField(to="Tag")
    objects = QuestionManager()
    LIMIT = 3

    class Meta:
        ordering = ["pub_date"]

    def __str__(self):
        local = models.CharField()
        return self.question_text
`;
    expect(await schemasOf("polls/models.py", text)).toEqual([
      "model Question 1-20",
      "  question_text: CharField",
      "  pub_date: datetime",
      "  owner: ForeignKey",
      "  poll: ForeignKey",
      "  tags: ManyToManyField",
      "  -> Poll",
      "  -> Tag",
    ]);
  });

  it("reads SQLAlchemy's columns and relationships", async () => {
    const text = `class Address(Base):
    __tablename__ = "address"

    id: Mapped[int] = mapped_column(primary_key=True)
    email = Column(String(50), nullable=False)
    user_id: Mapped[int] = mapped_column(ForeignKey("user_account.id"))
    user: Mapped["User"] = relationship(back_populates="addresses")
    orders = relationship("Order", back_populates="address")
`;
    expect(await schemasOf("models.py", text)).toEqual([
      "model Address 1-8",
      "  id: Mapped[int]",
      "  email: String",
      "  user_id: Mapped[int]",
      '  user: Mapped["User"]',
      "  orders: relationship",
      "  -> user_account",
      "  -> User",
      "  -> Order",
    ]);
  });

  it("reads classes that describe data, and no other classes", async () => {
    const text = `@dataclass(slots=True)
class Point:
    x: int
    y: int = 0  # across
    names: list[str] = field(default_factory=list)

class Movie(TypedDict, total=False):
    name: str

class Serializer(serializers.ModelSerializer):
    title = serializers.CharField()

class Service:
    url: str
    retries: int = 3

class Error(Exception):
    code: int
`;
    expect(await schemasOf("app/types.py", text)).toEqual([
      "validation Point 2-5",
      "  x: int",
      "  y: int",
      "  names: list[str]",
      "validation Movie 7-8",
      "  name: str",
      "validation Serializer 10-11",
      "  title: CharField",
    ]);
  });
});

describe("Go", () => {
  it("reads structs with tags, as models where a database names the fields", async () => {
    const text = `package models

type Product struct {
	gorm.Model
	Code    string   \`gorm:"index" json:"code"\`
	Owner   *User    \`json:"owner"\` // whose
	Parts   []Part   \`json:"parts"\`
	Meta    map[string]string \`json:"meta"\`
	// Former string \`json:"former"\`
	secret  string
}

type Response struct {
	Total int \`json:"total"\`
}

type Plain struct {
	Name string
}
`;
    expect(await schemasOf("models/product.go", text)).toEqual([
      "model Product 3-11",
      "  Code: string",
      "  Owner: *User",
      "  Parts: []Part",
      "  Meta: map[string]string",
      "  -> User",
      "  -> Part",
      "type Response 13-15",
      "  Total: int",
    ]);
  });
});

describe("Rust", () => {
  it("reads structs that serde and diesel derive for", async () => {
    const text = `#[derive(Queryable, Selectable)]
#[diesel(table_name = crate::schema::posts)]
pub struct Post {
    pub id: i32,
    #[serde(default)]
    pub(crate) title: String, // shown
    author: Option<User>,
}

#[derive(Debug, Clone, Serialize, Deserialize)]
struct Config {
    servers: Vec<Server>,
}

#[derive(Debug)]
struct Plain {
    a: u8,
}
`;
    expect(await schemasOf("src/models.rs", text)).toEqual([
      "model Post 3-8",
      "  id: i32",
      "  title: String",
      "  author: Option<User>",
      "  -> User",
      "type Config 11-13",
      "  servers: Vec<Server>",
      "  -> Server",
    ]);
  });
});

describe("Java, Kotlin and C#", () => {
  it("reads JPA's entities", async () => {
    const text = `@Entity
@Table(name = "owners")
public class Owner extends Person {

	@Column(name = "address")
	@NotBlank
	private String address;

	@OneToMany(cascade = CascadeType.ALL)
	private final List<Pet> pets = new ArrayList<>();

	private static final long serialVersionUID = 1L;

	@ManyToOne
	protected City city;

	public String getAddress() {
		String local = this.address;
		return local;
	}
}

class Plain {
	private String name;
}
`;
    expect(await schemasOf("src/Owner.java", text)).toEqual([
      "model Owner 1-21",
      "  address: String",
      "  pets: List<Pet>",
      "  city: City",
      "  -> Pet",
      "  -> City",
    ]);
  });

  it("reads Kotlin's entities, their properties in the constructor", async () => {
    const text = `@Entity
class Article(
    var title: String,
    @ManyToOne var author: User,
    @Id @GeneratedValue var id: Long? = null)

@Document("users")
data class User(
    val login: String,
    private val roles: List<Role> = emptyList(),
)
`;
    expect(await schemasOf("src/Entities.kt", text)).toEqual([
      "model Article 2-5",
      "  title: String",
      "  author: User",
      "  id: Long?",
      "  -> User",
      "model User 8-11",
      "  login: String",
      "  roles: List<Role>",
      "  -> Role",
    ]);
  });

  it("reads Entity Framework's tables", async () => {
    const text = `[Table("Blogs")]
public class Blog
{
    public int BlogId { get; set; }
    public required string Url { get; set; }
    public virtual ICollection<Post> Posts { get; set; } = new List<Post>();
    public Guid? OwnerId { get; init; }
    private static int count;
    public string Show() { return Url; }
}
`;
    expect(await schemasOf("Blog.cs", text)).toEqual([
      "model Blog 1-10",
      "  BlogId: int",
      "  Url: string",
      "  Posts: ICollection<Post>",
      "  OwnerId: Guid?",
      "  -> Post",
    ]);
  });
});

describe("migrations", () => {
  it("reads the tables of Rails' schema", async () => {
    const text = `ActiveRecord::Schema[7.1].define(version: 2024_01_01) do
  create_table "articles", force: :cascade do |t|
    t.string "title", null: false
    t.text :body
    t.references :author, foreign_key: true
    t.belongs_to "category"
    t.index ["title"], name: "i"
    # t.string "former"
  end

  add_foreign_key "articles", "users"
end
`;
    expect(await schemasOf("db/schema.rb", text)).toEqual([
      "table articles 2-9",
      "  title: string",
      "  body: text",
      "  author: references",
      "  category: belongs_to",
      "  -> authors",
      "  -> categories",
    ]);
  });

  it("reads the tables of Laravel's migrations", async () => {
    const text = `<?php
return new class extends Migration {
    public function up(): void
    {
        Schema::create('flights', function (Blueprint $table) {
            $table->id();
            $table->string('name', 100)->unique();
            $table->foreignId('airline_id')->constrained('airlines');
            $table->unsignedInteger('gate_id');
            $table->primary(['name', 'gate_id']);
            $table->index('name');
            // $table->string('former');
        });
        Schema::table('users', function (Blueprint $table) {
            $table->string('late');
        });
    }
};
`;
    expect(await schemasOf("database/migrations/x.php", text)).toEqual([
      "table flights 5-13",
      "  name: string",
      "  airline_id: foreignId",
      "  gate_id: unsignedInteger",
      "  -> airlines",
    ]);
  });
});
