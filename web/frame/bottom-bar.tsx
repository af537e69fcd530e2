import { CalendarDays, CircleUser, House, type LucideIcon, Play } from 'lucide-react'
import { Link, type To, useLocation, useSearchParams } from 'react-router'
import { findPage, type PageName, pathTo } from '#contract/pages.ts'
import { useSession } from '#web/lib/session.ts'

/** Which of them a page is. The page that leads into a class is none. */
const destinations: Partial<Record<PageName, string>> = { 'enrolled-courses': 'today', profile: 'you' }

/** The ways of the learning space on a phone. Wider screens have them in the header and on the page. */
export function BottomBar() {
  const { pathname } = useLocation()
  const [query] = useSearchParams()
  const { enrolled } = useSession()
  const page = findPage(pathname)
  const isRoom = page?.name === 'room'
  const roomPart = query.get('show') === 'recordings' ? 'recordings' : 'classes'
  const shown = isRoom ? roomPart : page ? destinations[page.name] : undefined
  // With several courses, the lists of Today lead to their rooms.
  const [only] = enrolled.length === 1 ? enrolled : []
  const room = isRoom ? page.params[0] : only?.id
  const batch = isRoom ? query.get('batch') : null
  const sameBatch: Record<string, string> = batch ? { batch } : {}
  const toRoom = (more: Record<string, string>, hash: string): To =>
    room === undefined
      ? { pathname: pathTo('enrolled-courses'), hash }
      : {
          pathname: pathTo('room', room),
          search: new URLSearchParams({ ...sameBatch, ...more }).toString(),
          hash,
        }
  return (
    <nav
      aria-label="Learning"
      data-bottom-bar=""
      data-keeps-focus=""
      className="fixed inset-x-0 bottom-0 z-30 border-t border-line bg-surface pb-[env(safe-area-inset-bottom)] md:hidden print:hidden"
    >
      <ul className="mx-auto grid max-w-lg grid-cols-4">
        <Item to="/enrolled-courses/" label="Today" icon={House} current={shown === 'today'} />
        <Item
          to={toRoom({}, isRoom || room === undefined ? '#classes' : '')}
          label="Classes"
          icon={CalendarDays}
          current={shown === 'classes'}
        />
        <Item
          to={toRoom({ show: 'recordings' }, room === undefined ? '#recordings' : '#classes')}
          label="Recordings"
          icon={Play}
          current={shown === 'recordings'}
        />
        <Item to="/profile" label="You" icon={CircleUser} current={shown === 'you'} />
      </ul>
    </nav>
  )
}

function Item({ to, label, icon: Icon, current }: { to: To; label: string; icon: LucideIcon; current: boolean }) {
  return (
    <li>
      <Link
        to={to}
        aria-current={current ? 'page' : undefined}
        className="group flex min-h-15 flex-col items-center justify-center gap-0.5 text-xs font-semibold text-muted outline-offset-[-3px] aria-[current]:text-accent"
      >
        <span className="grid h-7 w-13 place-items-center rounded-full group-aria-[current]:bg-accent-soft">
          <Icon aria-hidden="true" className="size-5" />
        </span>
        {label}
      </Link>
    </li>
  )
}
