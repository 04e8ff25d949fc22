import { customType, timestamp } from "drizzle-orm/pg-core";

/** A moment, stored with time zone, read as a Date. */
export const moment = (name: string) => timestamp(name, { withTimezone: true, mode: "date", precision: 3 });

/** A moment, stored as milliseconds since 1970, read as a Date: what the library of the rate limits needs. */
export const momentInMs = customType<{ data: Date; driverData: string | number }>({
  dataType: () => "bigint",
  toDriver: (value) => value.getTime(),
  fromDriver: (value) => new Date(Number(value)),
});

/** Compared by the numbers of the characters, as clients compare, whatever the language of the database. */
export const plainText = customType<{ data: string }>({ dataType: () => 'text COLLATE "C"' });
