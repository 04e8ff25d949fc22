import { fullDate, relativeDate } from "#web/lib/dates.ts";

/** How long ago something was, with the full date for whoever points at it. */
export function When({ date, className }: { date: string; className?: string }) {
  return (
    <time dateTime={date} title={fullDate(date)} className={className}>
      {relativeDate(date)}
    </time>
  );
}
