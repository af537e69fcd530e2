import { Bookmark, Columns3, Trash2 } from 'lucide-react'
import { type ComponentProps, useState } from 'react'
import { boxClass } from '../fields/frame.tsx'
import { Button } from '../parts/button.tsx'
import { Dialog, DialogActions } from '../parts/dialog.tsx'
import { Menu, MenuCheck, MenuItem, MenuLabel, MenuLine } from '../parts/menu.tsx'
import { notify } from '../parts/toasts.tsx'
import type { ListState } from './list-state.ts'
import { labelOf, type Screen } from './screen.ts'
import { useStored } from './stored.ts'

interface View {
  name: string
  search: string
  hidden: string[]
}

const isText = (value: unknown): value is string => typeof value === 'string'
export const isTexts = (value: unknown): value is string[] => Array.isArray(value) && value.every(isText)
const isViews = (value: unknown): value is View[] =>
  Array.isArray(value) &&
  value.every(
    (view: unknown) =>
      typeof view === 'object' &&
      view !== null &&
      'name' in view &&
      isText(view.name) &&
      'search' in view &&
      isText(view.search) &&
      'hidden' in view &&
      isTexts(view.hidden),
  )

interface Props {
  screen: Screen
  staffId: number
  state: ListState
  hidden: string[]
  onHidden: (hidden: string[]) => void
}

/** Named views of a list: its filters, order and columns. This browser keeps them; the address of a view can be sent. */
export function Views({ screen, staffId, state, hidden, onHidden }: Props) {
  const [views, setViews] = useStored<View[]>(`${staffId}:${screen.resource.name}:views`, [], isViews)
  const [naming, setNaming] = useState(false)
  const [name, setName] = useState('')
  const current = views.find((view) => view.search === state.search && view.hidden.join() === hidden.join())
  return (
    <>
      <Menu
        trigger={
          <IconButton label="Views">
            <Bookmark aria-hidden="true" className="size-4" />
            <span className="hidden max-w-32 truncate lg:inline">{current?.name ?? 'Views'}</span>
          </IconButton>
        }
      >
        {views.map((view) => (
          <MenuItem
            key={view.name}
            onClick={() => {
              state.replaceAll(view.search)
              onHidden(view.hidden)
            }}
          >
            {view.name}
          </MenuItem>
        ))}
        {views.length > 0 ? <MenuLine /> : null}
        <MenuItem onClick={() => setNaming(true)}>Save this view…</MenuItem>
        {current ? (
          <MenuItem
            onClick={() => {
              setViews(views.filter((view) => view !== current))
              notify(`The view “${current.name}” is deleted.`, async () => setViews(views))
            }}
          >
            <Trash2 aria-hidden="true" className="size-4 text-muted" />
            Delete “{current.name}”
          </MenuItem>
        ) : null}
      </Menu>
      <Dialog
        open={naming}
        onClose={() => setNaming(false)}
        title="Save this view"
        description="It keeps the search, the filters, the order and the columns, in this browser."
      >
        <form
          onSubmit={(event) => {
            event.preventDefault()
            const named = name.trim()
            if (!named) return
            setViews([...views.filter((view) => view.name !== named), { name: named, search: state.search, hidden }])
            setNaming(false)
            setName('')
            notify(`The view “${named}” is saved.`)
          }}
        >
          <label className="grid gap-1.5 font-semibold">
            Name
            <input required maxLength={60} value={name} onChange={(event) => setName(event.target.value)} className={boxClass} />
          </label>
          <DialogActions>
            <Button onClick={() => setNaming(false)}>Cancel</Button>
            <Button type="submit" variant="primary">
              Save view
            </Button>
          </DialogActions>
        </form>
      </Dialog>
    </>
  )
}

/** The views that everybody has, as links above the list. The first one shows everything. */
export function FixedViews({ screen, state }: Pick<Props, 'screen' | 'state'>) {
  const views = [{ name: 'All', search: '' }, ...screen.views]
  return (
    <nav aria-label="Views" className="flex flex-wrap rounded-md border border-line p-0.5 max-sm:order-last max-sm:w-full">
      {views.map(({ name, search }) => (
        <button
          key={name}
          type="button"
          aria-current={state.search === search ? 'page' : undefined}
          onClick={() => state.replaceAll(search)}
          className="min-h-7 rounded-sm px-2.5 max-sm:flex-1 text-muted hover:text-ink aria-[current]:bg-sunken aria-[current]:font-semibold aria-[current]:text-ink touch:min-h-10"
        >
          {name}
        </button>
      ))}
    </nav>
  )
}

/** Chooses the columns of a list. The first one stays. */
export function ColumnChooser({ screen, hidden, onHidden }: Pick<Props, 'screen' | 'hidden' | 'onHidden'>) {
  return (
    <Menu
      trigger={
        <IconButton label="Columns">
          <Columns3 aria-hidden="true" className="size-4" />
          <span className="hidden lg:inline">Columns</span>
        </IconButton>
      }
    >
      <MenuLabel>Columns</MenuLabel>
      {screen.columns.slice(1).map(({ name }) => (
        <MenuCheck
          key={name}
          checked={!hidden.includes(name)}
          onChange={(on) => onHidden(on ? hidden.filter((other) => other !== name) : [...hidden, name].toSorted())}
        >
          {labelOf(screen, name)}
        </MenuCheck>
      ))}
    </Menu>
  )
}

function IconButton({ label, children, ...rest }: { label: string } & Omit<ComponentProps<typeof Button>, 'variant'>) {
  return (
    <Button {...rest} variant="quiet" aria-label={label}>
      {children}
    </Button>
  )
}
