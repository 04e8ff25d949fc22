import { Avatar } from "#web/ui/display/avatar.tsx";
import { tooltip } from "#web/ui/tooltip/tooltip.ts";

const maxAvatars = 4;

export interface PersonHere {
  userId: string;
  name: string;
  /** What they do, as a sentence with their name. */
  text: string;
  /** Of the ring around them; null for none. */
  color: string | null;
}

/** Who else is at what is shown. Nothing while this person is alone. */
export function PeopleHere({ people }: { people: readonly PersonHere[] }) {
  if (people.length === 0) return null;
  const hidden = people.length - maxAvatars;
  return (
    <ul aria-label="Also here" className="flex shrink-0 items-center -space-x-1.5">
      {people.slice(0, maxAvatars).map(({ userId, name, text, color }) => (
        <li key={userId} {...tooltip(text, { side: "bottom" })} className="rounded-full">
          <span className="block rounded-full" style={color === null ? undefined : { boxShadow: `0 0 0 2px ${color}` }}>
            <Avatar name={name} />
          </span>
          <span className="sr-only">{text}</span>
        </li>
      ))}
      {hidden > 0 && <li className="pl-2.5 text-xs text-ink-3 tabular-nums">+{hidden}</li>}
    </ul>
  );
}
