import { formatFullDate, formatRelativeDate } from "#web/lib/text/dates.ts";

/** The relative time, with the full date as title. */
export function RelativeTime({ date, className }: { date: string; className?: string }) {
  return (
    <time dateTime={date} title={formatFullDate(date)} className={className}>
      {formatRelativeDate(date)}
    </time>
  );
}
