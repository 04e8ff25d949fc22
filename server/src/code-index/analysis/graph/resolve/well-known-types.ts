/** Names of the languages' own types whose parts are looked into where the repository has none of that name. */
export const promises = /^(?:Promise|PromiseLike|Awaitable|Coroutine|Awaited|Future|CompletableFuture|Task)$/;
export const lists =
  /^(?:Array|ReadonlyArray|Set|ReadonlySet|Iterable|AsyncIterable|Iterator|AsyncIterator|Generator|AsyncGenerator|IterableIterator|List|list|set|Set|FrozenSet|frozenset|Sequence|MutableSequence|Collection|Deque|deque|Vec|VecDeque|ArrayList|IEnumerable|IList|IReadOnlyList|ICollection|LinkedList|Stream|HashSet|BTreeSet)$/;
export const maps =
  /^(?:Map|WeakMap|ReadonlyMap|Record|dict|Dict|Mapping|MutableMapping|OrderedDict|defaultdict|HashMap|BTreeMap|Dictionary|TreeMap|ConcurrentHashMap)$/;
export const same =
  /^(?:Partial|Required|Readonly|NonNullable|Optional|Annotated|ClassVar|Final|Union|DeepPartial|Box|Rc|Arc|Option|Result|Ref|RefCell|Mutex|RwLock|Cow|Nullable|NotRequired)$/;
/** Types from outside whose values may be of any type of the repository. */
export const anything = /^(?:Any|object)$/;
export const elementCallbacks = new Set([
  "map",
  "filter",
  "forEach",
  "find",
  "some",
  "every",
  "flatMap",
  "findIndex",
  "findLast",
]);
export const keepsList = new Set(["filter", "slice", "concat", "sort", "reverse", "toSorted", "toReversed", "splice"]);
export const takesElement = new Set(["find", "at", "pop", "shift", "findLast", "get", "first", "last", "next"]);

/** Types that have some of the members of what they are made of. */
export const narrower = /^(?:Pick|Omit|Exclude|Extract)$/;
