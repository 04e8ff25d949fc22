const python =
  "abc argparse array ast asyncio atexit base64 bisect builtins calendar cgi cmath code codecs collections colorsys compileall concurrent configparser contextlib contextvars copy copyreg csv ctypes curses dataclasses datetime decimal difflib dis doctest email enum errno faulthandler filecmp fileinput fnmatch fractions ftplib functools gc getopt getpass gettext glob graphlib grp gzip hashlib heapq hmac html http imaplib importlib inspect io ipaddress itertools json keyword linecache locale logging lzma mailbox marshal math mimetypes mmap multiprocessing netrc numbers operator os pathlib pdb pickle pkgutil platform plistlib poplib pprint profile pwd queue quopri random re readline reprlib resource runpy sched secrets select selectors shelve shlex shutil signal site smtplib socket socketserver sqlite3 ssl stat statistics string stringprep struct subprocess symtable sys sysconfig syslog tarfile tempfile termios textwrap threading time timeit tkinter token tokenize tomllib traceback tracemalloc tty types typing unicodedata unittest urllib uuid venv warnings wave weakref webbrowser winreg wsgiref xml xmlrpc zipapp zipfile zipimport zlib zoneinfo __future__ _thread _typeshed";
const node =
  "assert async_hooks buffer child_process cluster console constants crypto dgram diagnostics_channel dns domain events fs http http2 https inspector module net os path perf_hooks process punycode querystring readline repl stream string_decoder sys timers tls trace_events tty url util v8 vm wasi worker_threads zlib";

const byLanguage: Record<string, ReadonlySet<string>> = {
  python: new Set(python.split(" ")),
  typescript: new Set(node.split(" ")),
};

/** Parts of the enterprise edition that libraries bring; the rest of `javax` is Java's own. */
const broughtByLibraries = /^javax\.(?:ejb|enterprise|faces|inject|jms|mail|persistence|servlet|validation|ws)(?:\.|$)/;

/** Whether a module comes with the language, so that nobody chose it for this code base. */
export function isStandardModule(name: string, language: string | null): boolean {
  if (broughtByLibraries.test(name)) return false;
  if (/^(?:node:|bun:|std$|core$|alloc$|java\.|javax\.|kotlin\.|scala\.|system\.|system$)/i.test(name)) return true;
  const family = language === "tsx" || language === "javascript" ? "typescript" : (language ?? "");
  // Without a namespace it is a class of PHP itself, or a trait or a view of the program.
  if (family === "php") return !name.includes("\\");
  if (family === "go") return !name.split("/")[0]?.includes(".");
  return byLanguage[family]?.has(name) ?? false;
}
