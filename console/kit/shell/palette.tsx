import { Dialog as Base } from '@base-ui/react/dialog'
import { useQuery } from '@tanstack/react-query'
import { CornerDownLeft, FileText, Keyboard, LogOut, type LucideIcon, Plus, Search, UserRound } from 'lucide-react'
import { type KeyboardEvent, type RefObject, useDeferredValue, useEffect, useId, useLayoutEffect, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { shownAddresses } from '#contract/shown-addresses.ts'
import { searchForStaff } from '#contract/desk/staff/search.ts'
import { useAccess } from '#console/kit/api/access.ts'
import { call } from '#console/kit/api/client.ts'
import { errorText } from '#console/kit/api/error-text.ts'
import { signOut } from '#console/kit/api/renew.ts'
import { Key } from '#console/kit/parts/badge.tsx'
import { notifyFailure } from '#console/kit/parts/toasts.tsx'
import { addressOf } from '#console/kit/parts/navigation.ts'
import { useDestinations } from './sidebar.tsx'

interface Entry {
  id: string
  group: 'Pages' | 'Records' | 'Actions'
  label: string
  note?: string
  icon: LucideIcon
  run: () => unknown
}

interface Props {
  open: boolean
  onOpen: () => void
  onClose: () => void
  onKeys: () => void
}

/** Finds pages, records and actions. Ctrl or ⌘ and K opens it anywhere, also while somebody types. A field may take the key first. */
export function Palette({ open, onOpen, onClose, onKeys }: Props) {
  const openerRef = useRef<HTMLElement | null>(null)
  useLayoutEffect(() => {
    const listener = (event: globalThis.KeyboardEvent) => {
      if (open && event.key === 'Escape') {
        event.preventDefault()
        onClose()
      }
      if (event.defaultPrevented || event.key.toLowerCase() !== 'k') return
      if (!(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey) return
      event.preventDefault()
      if (open) onClose()
      else onOpen()
    }
    document.addEventListener('keydown', listener)
    return () => document.removeEventListener('keydown', listener)
  }, [open, onOpen, onClose])
  // A closed one is not in the page: while it faded out, it took the keys of who typed on.
  if (!open) return null
  return (
    <Base.Root open onOpenChange={(next) => (next ? undefined : onClose())}>
      <Base.Portal>
        <Base.Backdrop className="backdrop" />
        <Base.Popup
          finalFocus={openerRef}
          className="fixed inset-x-2 top-2 z-50 mx-auto flex max-h-[calc(100dvh-1rem)] max-w-xl flex-col overflow-hidden rounded-lg border border-line bg-surface shadow-lift sm:top-[12vh] sm:max-h-[70vh]"
        >
          <Base.Title className="sr-only">Search</Base.Title>
          <Finder openerRef={openerRef} onClose={onClose} onKeys={onKeys} />
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  )
}

const matches = (label: string, typed: string) => label.toLowerCase().includes(typed.toLowerCase())

function useEntries(typed: string, { onClose, onKeys }: Pick<Props, 'onClose' | 'onKeys'>) {
  const { may } = useAccess()
  const navigate = useNavigate()
  const destinations = useDestinations()
  const q = useDeferredValue(typed)
  const found = useQuery({
    queryKey: ['search', q],
    queryFn: () => call(searchForStaff, { query: { q } }),
    enabled: q.length > 1,
    placeholderData: (before) => before,
  })
  const go = (path: string) => () => {
    onClose()
    void navigate(path)
  }
  const fixed: Entry[] = [
    ...destinations.map((one) => ({
      id: one.path,
      group: 'Pages' as const,
      label: one.title,
      icon: one.icon,
      run: go(addressOf(one)),
    })),
    { id: '/account', group: 'Pages', label: 'Your account', icon: UserRound, run: go('/account') },
    ...destinations.flatMap(({ path, create }) =>
      create && may(create.permission)
        ? [{ id: `${path}/new`, group: 'Actions' as const, label: create.label, icon: Plus, run: go(`${path}/new`) }]
        : [],
    ),
    { id: 'keys', group: 'Actions', label: 'Keyboard shortcuts', icon: Keyboard, run: onKeys },
    { id: 'out', group: 'Actions', label: 'Sign out', icon: LogOut, run: () => signOut().catch(notifyFailure) },
  ]
  const records = q.length > 1 ? (found.data?.results ?? []) : []
  const entries: Entry[] = [
    ...fixed.filter(({ group, label }) => group === 'Pages' && matches(label, typed)),
    ...records.map(({ resource, id, title, note }) => ({
      id: `/${resource}/${id}`,
      group: 'Records' as const,
      label: title,
      note: shownAddresses(note),
      icon: destinations.find(({ path }) => path === `/${resource}`)?.icon ?? FileText,
      run: go(`/${resource}/${id}`),
    })),
    ...fixed.filter(({ group, label }) => group === 'Actions' && matches(label, typed)),
  ]
  return { entries, isSearching: q.length > 1 && found.isFetching, error: q.length > 1 ? found.error : null }
}

interface FinderProps extends Pick<Props, 'onClose' | 'onKeys'> {
  /** Keeps what had the focus before. */
  openerRef: RefObject<HTMLElement | null>
}

function Finder({ openerRef, onClose, onKeys }: FinderProps) {
  const field = useRef<HTMLInputElement>(null)
  // The dialog would focus it in a later frame, and the letters until then would be lost.
  useLayoutEffect(() => {
    if (document.activeElement instanceof HTMLElement) openerRef.current = document.activeElement
    field.current?.focus()
  }, [openerRef])
  const [typed, setTyped] = useState('')
  const [at, setAt] = useState(0)
  const { entries, isSearching, error } = useEntries(typed.trim(), { onClose, onKeys })
  const list = useId()
  const active = Math.min(at, entries.length - 1)
  const optionId = (index: number) => `${list}-${index}`
  useEffect(() => {
    document.querySelector(`#${CSS.escape(`${list}-${active}`)}`)?.scrollIntoView({ block: 'nearest' })
  }, [list, active])
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step) {
      event.preventDefault()
      setAt((active + step + entries.length) % Math.max(entries.length, 1))
    } else if (event.key === 'Enter') {
      event.preventDefault()
      entries[active]?.run()
    }
  }
  return (
    <>
      <div className="flex items-center gap-3 border-b border-line px-4">
        <Search aria-hidden="true" className="size-4 text-muted" />
        <input
          ref={field}
          role="combobox"
          aria-label="Search pages, records and actions"
          aria-expanded="true"
          aria-controls={list}
          aria-activedescendant={entries.length > 0 ? optionId(active) : undefined}
          aria-autocomplete="list"
          autoComplete="off"
          placeholder="Search pages, records and actions"
          maxLength={100}
          value={typed}
          onChange={(event) => {
            setTyped(event.target.value)
            setAt(0)
          }}
          onKeyDown={onKeyDown}
          className="h-12 min-w-0 flex-1 bg-transparent text-base outline-none placeholder:text-muted"
        />
      </div>
      <p role="status" className="sr-only">
        {isSearching ? '' : `${entries.length} results`}
      </p>
      <div id={list} role="listbox" aria-label="Results" className="min-h-0 overflow-y-auto p-1.5">
        {entries.map((entry, index) => (
          <div key={entry.id} role="presentation">
            {entry.group === entries[index - 1]?.group ? null : (
              <div role="presentation" className="px-2.5 pt-2 pb-1 text-xs font-semibold text-muted">
                {entry.group}
              </div>
            )}
            {/* The input keeps the focus and names the active option. */}
            <div
              role="option"
              id={optionId(index)}
              aria-selected={index === active}
              tabIndex={-1}
              onPointerMove={() => setAt(index)}
              onClick={() => entry.run()}
              onKeyDown={onKeyDown}
              className="flex min-h-9 cursor-default items-center gap-3 rounded-md px-2.5 aria-selected:bg-sunken touch:min-h-11"
            >
              <entry.icon aria-hidden="true" className="size-4 shrink-0 text-muted" />
              <span className="flex min-w-0 flex-1 max-sm:flex-col max-sm:py-1.5 sm:gap-3">
                <span className="truncate font-medium">{entry.label}</span>
                {entry.note ? <span className="truncate text-muted max-sm:text-xs">{entry.note}</span> : null}
              </span>
              {index === active ? <CornerDownLeft aria-hidden="true" className="size-3.5 shrink-0 text-muted" /> : null}
            </div>
          </div>
        ))}
      </div>
      {error ? (
        <p role="alert" className="px-4 py-3 text-bad">
          {errorText(error)}
        </p>
      ) : entries.length === 0 ? (
        <p className="px-4 py-6 text-center text-muted">{isSearching ? 'Searching…' : `Nothing matches “${typed.trim()}”.`}</p>
      ) : null}
      <PaletteKeys />
    </>
  )
}

function PaletteKeys() {
  return (
    <p aria-hidden="true" className="flex gap-4 border-t border-line px-4 py-2 text-xs text-muted max-sm:hidden touch:hidden">
      {[
        ['↑ ↓', 'Move'],
        ['↵', 'Open'],
        ['Esc', 'Close'],
      ].map(([key, act]) => (
        <span key={act} className="flex items-center gap-1.5">
          <Key>{key}</Key>
          {act}
        </span>
      ))}
    </p>
  )
}
