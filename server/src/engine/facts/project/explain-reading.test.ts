import { describe, expect, it } from "vitest";

import { explainReading } from "./explain-reading.ts";

describe("explainReading", () => {
  it.each([
    ["const port = Number(process.env.PORT ?? 4010);", "PORT", "Read as a number"],
    ['  isOpen: process.env.OPEN === "true",', "OPEN", "Read as yes or no"],
    ['if os.environ.get("FLASK_RUN"):', "FLASK_RUN", "Decides a condition"],
    ['if os.environ.get("DEBUG") == "true":', "DEBUG", "Decides a condition"],
    ['  or os.environ.get("CA_BUNDLE")', "CA_BUNDLE", null],
    ['    return os.environ["ZONE"]', "ZONE", null],
    ['let path = env::var_os("RG_PATH");', "RG_PATH", null],
    ['open(os.getenv("LOG_FILE"))', "LOG_FILE", null],
    ['hosts := strings.split(os.Getenv("HOSTS"))', "HOSTS", "Read as a list"],
    ["    DATABASE_URL: PostgresDsn", "DATABASE_URL", "Read as `PostgresDsn`"],
    ['int(os.environ.get("EVERY") or 1000)', "EVERY", "Read as a number"],
    ['    or int(os.environ["EVERY"]', "EVERY", "Read as a number"],
    ['_, isSet := os.LookupEnv("SOCKET")', "SOCKET", null],
    ['_ = os.Getenv("SOCKET")', "SOCKET", null],
    ["// PORT is set elsewhere", "PORT", null],
    ['const storagePath = process.env.STORAGE_FOLDER || "data";', "STORAGE_FOLDER", "Kept as `storagePath`"],
    ["something else", "PORT", null],
  ])("says of %j", (line, key, expected) => {
    expect(explainReading(line, key)).toBe(expected);
  });
});
