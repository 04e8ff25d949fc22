import { formatFullDate, formatRelativeDate } from "#web/lib/text/dates.ts";

/** How long ago something was, with the full date for whoever points at it. */
export function RelativeTime({ date, className }: { date: string; className?: string }) {
  return (
    <time dateTime={date} title={formatFullDate(date)} className={className}>
      {formatRelativeDate(date)}
    </time>
  );
}
