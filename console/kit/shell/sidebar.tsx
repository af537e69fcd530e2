import { namesOfRoles } from '#contract/permissions.ts'
import { ChevronDown, ChevronsUpDown, Keyboard, ListChecks, LogOut, Pin, PinOff, Search, UserRound } from 'lucide-react'
import { Suspense, useEffect, useId, useRef } from 'react'
import { NavLink, useLocation, useNavigate } from 'react-router'
import { shownAddresses } from '#contract/shown-addresses.ts'
import { useAccess } from '#console/kit/api/access.ts'
import { signOut } from '#console/kit/api/renew.ts'
import { Key } from '#console/kit/parts/badge.tsx'
import { Brand } from '#console/kit/parts/brand.tsx'
import { Menu, MenuItem, MenuLine } from '#console/kit/parts/menu.tsx'
import { addressOf, type Destination, useNavigation } from '#console/kit/parts/navigation.ts'
import { notifyFailure } from '#console/kit/parts/toasts.tsx'
import { useIsPhone } from '#console/kit/parts/use-media.ts'
import { useSetup } from './setup.ts'
import { type Pins, useFolds, usePins } from './arrangement.ts'

/** The sections with what the signed-in person may open. */
function useSections() {
  const { staff, may } = useAccess()
  return useNavigation()
    .map(({ title, destinations }) => ({
      title,
      destinations: destinations.filter(({ permission, role }) => may(permission) && (!role || staff.roles.includes(role))),
    }))
    .filter(({ destinations }) => destinations.length > 0)
}

export function useDestinations(): Destination[] {
  return useSections().flatMap(({ destinations }) => destinations)
}

interface Props {
  inDrawer?: boolean
  onPalette: () => void
  onKeys: () => void
}

const itemClass =
  'flex h-8 items-center gap-2.5 rounded-md px-2 font-medium hover:bg-sand-hover aria-[current=page]:bg-sand-hover aria-[current=page]:font-semibold touch:h-11'

export const isMac = /Mac|iPhone|iPad/.test(navigator.userAgent)

export function Sidebar({ inDrawer = false, onPalette, onKeys }: Props) {
  const sections = useSections()
  const { steps } = useSetup()
  const pins = usePins()
  const folds = useFolds()
  const nav = useRef<HTMLElement>(null)
  const { pathname } = useLocation()
  useEffect(() => {
    // An owner has more sections than a window is high.
    nav.current?.querySelector('[aria-current=page]')?.scrollIntoView({ block: 'nearest' })
  }, [pathname])
  const pinned = sections.flatMap(({ destinations }) => destinations).filter(({ path }) => pins.has(path))
  const Frame = inDrawer ? 'div' : 'header'
  return (
    <Frame className={`flex h-full shrink-0 flex-col bg-sand ${inDrawer ? 'w-full' : 'w-58 border-r border-line'}`}>
      <Brand className="h-14 shrink-0 px-4" />
      <div className="px-2.5">
        <button
          type="button"
          onClick={onPalette}
          className="flex h-8 w-full items-center gap-2 rounded-md border border-line bg-surface px-2 text-muted hover:border-edge touch:h-11"
        >
          <Search aria-hidden="true" className="size-4" />
          <span className="flex-1 text-left">Search</span>
          {inDrawer ? null : <Key>{isMac ? '⌘K' : 'Ctrl K'}</Key>}
        </button>
      </div>
      <nav ref={nav} aria-label="Console" className="min-h-0 flex-1 overflow-y-auto px-2.5 py-3">
        {steps ? (
          <NavLink to="/" end className={`${itemClass} mb-4`}>
            <ListChecks aria-hidden="true" className="size-4 text-muted" />
            Set up the school
          </NavLink>
        ) : null}
        {pinned.length > 0 ? <Group title="Pinned" destinations={pinned} pins={pins} /> : null}
        {sections.map(({ title, destinations }) => (
          <Group
            key={title}
            title={title}
            destinations={destinations.filter(({ path }) => !pins.has(path))}
            pins={pins}
            folding={title === '' ? undefined : folds.of(title)}
          />
        ))}
      </nav>
      <Person onKeys={onKeys} />
    </Frame>
  )
}

interface GroupProps {
  title: string
  destinations: readonly Destination[]
  pins: Pins
  /** Left out for a group that always shows its links. */
  folding?: { isFolded: boolean; toggle: () => void } | undefined
}

/** A folded group still shows where one is, and where something waits. */
function Group({ title, destinations, pins, folding }: GroupProps) {
  const id = useId()
  if (destinations.length === 0) return null
  const isFolded = folding?.isFolded ?? false
  const heading = 'text-xs font-semibold tracking-normal text-muted'
  return (
    <div className="mb-3">
      {folding ? (
        <h2 className={heading}>
          <button
            type="button"
            aria-expanded={!isFolded}
            aria-controls={id}
            onClick={folding.toggle}
            className="flex h-7 w-full items-center gap-1 rounded-md px-2 text-left hover:bg-sand-hover touch:h-11"
          >
            <span className="flex-1">{title}</span>
            <ChevronDown aria-hidden="true" className={`size-3.5 ${isFolded ? '-rotate-90' : ''}`} />
          </button>
        </h2>
      ) : title ? (
        <h2 className={`px-2 pb-1 ${heading}`}>{title}</h2>
      ) : null}
      <ul id={id}>
        {destinations.map((destination) => (
          <Item key={destination.path} destination={destination} pins={pins} isFolded={isFolded} />
        ))}
      </ul>
    </div>
  )
}

function Item({ destination, pins, isFolded }: { destination: Destination; pins: Pins; isFolded: boolean }) {
  const { icon: Glyph, Count, title, path } = destination
  const id = useId()
  const isPinned = pins.has(path)
  const Pinning = isPinned ? PinOff : Pin
  const button = useRef<HTMLButtonElement>(null)
  const { moved } = pins
  useEffect(() => {
    // The link stands in another group now, and the focus goes with it.
    if (moved.current === path) button.current?.focus()
  }, [moved, path])
  return (
    <li className={`group/item relative ${isFolded ? 'hidden has-[[aria-current=page]]:block has-[[data-count]]:block' : ''}`}>
      <NavLink to={addressOf(destination)} className={`${itemClass} pr-8 touch:pr-12`}>
        <Glyph aria-hidden="true" className="size-4 text-muted" />
        <span id={id}>{title}</span>
        {Count ? (
          <Suspense>
            <Count />
          </Suspense>
        ) : null}
      </NavLink>
      <button
        ref={button}
        type="button"
        aria-label={isPinned ? 'Unpin' : 'Pin'}
        aria-describedby={id}
        title={isPinned ? `Unpin ${title}` : `Pin ${title}`}
        onClick={() => pins.toggle(path)}
        className="absolute top-1 right-1 grid size-6 place-items-center rounded-md text-muted opacity-0 group-hover/item:opacity-100 hover:bg-line hover:text-ink focus-visible:opacity-100 touch:top-0 touch:right-0 touch:size-11 touch:opacity-100"
      >
        <Pinning aria-hidden="true" className="size-3.5" />
      </button>
    </li>
  )
}

function Person({ onKeys }: { onKeys: () => void }) {
  const isPhone = useIsPhone()
  const { staff } = useAccess()
  const navigate = useNavigate()
  return (
    <div className="border-t border-line p-2.5">
      <Menu
        align="start"
        trigger={
          <button
            type="button"
            className="flex w-full items-center gap-2.5 rounded-md p-1.5 text-left hover:bg-sand-hover touch:min-h-11"
          >
            <span
              aria-hidden="true"
              className="grid size-7 shrink-0 place-items-center rounded-full bg-accent text-xs font-bold text-on-accent"
            >
              {(staff.name || staff.email).slice(0, 1).toUpperCase()}
            </span>
            <span className="min-w-0 flex-1">
              <span className="block truncate font-semibold">{staff.name || shownAddresses(staff.email)}</span>
              <span className="block truncate text-xs text-muted">{namesOfRoles(staff.roles)}</span>
            </span>
            <span className="sr-only">Your account</span>
            <ChevronsUpDown aria-hidden="true" className="size-4 text-muted" />
          </button>
        }
      >
        <MenuItem onClick={() => void navigate('/account')}>
          <UserRound aria-hidden="true" className="size-4 text-muted" />
          Your account
        </MenuItem>
        {isPhone ? null : (
          <MenuItem onClick={onKeys}>
            <Keyboard aria-hidden="true" className="size-4 text-muted" />
            Keyboard shortcuts
          </MenuItem>
        )}
        <MenuLine />
        <MenuItem onClick={() => void signOut().catch(notifyFailure)}>
          <LogOut aria-hidden="true" className="size-4 text-muted" />
          Sign out
        </MenuItem>
      </Menu>
    </div>
  )
}
