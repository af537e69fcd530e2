import { Link } from 'react-router'
import { Disclosure } from '#web/lib/disclosure.tsx'
import { initialsOf } from '#web/lib/initials.ts'
import { useSession } from '#web/lib/session.ts'
import { studentLinks } from './links.ts'
import { LogoutButton } from './logout-button.tsx'

const itemClass = 'flex min-h-11 items-center rounded-sm px-3 text-sm font-medium hover:bg-accent-soft hover:text-accent'

/** The student's name with the pages of their account and Logout. @param nameClass classes of the name, which is cut */
export function UserMenu({ nameClass = 'max-w-20 xl:max-w-40' }: { nameClass?: string }) {
  const { user } = useSession()
  const name = user?.full_name || user?.email || 'My account'
  return (
    <Disclosure
      align="end"
      label={
        <>
          <span
            aria-hidden="true"
            className="grid size-8 place-items-center rounded-full bg-accent-soft text-xs font-bold text-accent"
          >
            {initialsOf(user?.full_name ?? '')}
          </span>
          <span className={`truncate ${nameClass}`}>{name}</span>
        </>
      }
    >
      <ul>
        {studentLinks.map(({ to, label }) => (
          <li key={to}>
            <Link to={to} className={itemClass}>
              {label}
            </Link>
          </li>
        ))}
        <li className="mt-1 border-t border-line pt-1">
          <LogoutButton className="flex min-h-11 w-full items-center rounded-sm px-3 text-left text-sm font-medium hover:bg-accent-soft hover:text-accent" />
        </li>
      </ul>
    </Disclosure>
  )
}
