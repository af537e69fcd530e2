import { Bookmark, Columns3, Ellipsis, Trash2 } from 'lucide-react'
import { useState } from 'react'
import type { FileFormat } from '#contract/exported-files.ts'
import { Button } from '#ui/button.tsx'
import { inputClass } from '#ui/field.tsx'
import { Dialog, DialogActions } from '#ui/dialog.tsx'
import { FormatItems } from '#console/kit/parts/export-menu.tsx'
import { Menu, MenuCheck, MenuGroup, MenuItem, MenuLine } from '#console/kit/parts/menu.tsx'
import { notify } from '#console/kit/parts/toasts.tsx'
import { currentView, type ListState } from './list-state.ts'
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
function useViews({ screen, staffId, state, hidden }: Props) {
  const [views, setViews] = useStored<View[]>(`${staffId}:${screen.resource.name}:views`, [], isViews)
  return {
    views,
    current: views.find((view) => view.search === state.search && view.hidden.join() === hidden.join()),
    save: (named: string) => {
      setViews([...views.filter((view) => view.name !== named), { name: named, search: state.search, hidden }])
      notify(`The view “${named}” is saved.`)
    },
    remove: (removed: View) => {
      setViews(views.filter((view) => view !== removed))
      notify(`The view “${removed.name}” is deleted.`, async () => setViews(views))
    },
  }
}

interface MenusProps extends Props {
  /** Where there is little room, one menu has the columns, the views and the export. */
  inOneMenu: boolean
  hasColumns: boolean
  canExport: boolean
  onExport: (format: FileFormat) => void
}

/** What a person does with a list as a whole: its columns and the own views. */
export function ListMenus(props: MenusProps) {
  const { screen, inOneMenu, hasColumns, state, hidden, onHidden, onExport, canExport } = props
  const { views, current, save, remove } = useViews(props)
  const [naming, setNaming] = useState(false)
  const columns = hasColumns ? <ColumnItems screen={screen} hidden={hidden} onHidden={onHidden} /> : null
  const ownViews = (
    <>
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
      <MenuItem onClick={() => setNaming(true)}>
        <Bookmark aria-hidden="true" className="size-4 text-muted" />
        Save this view…
      </MenuItem>
      {current ? (
        <MenuItem onClick={() => remove(current)}>
          <Trash2 aria-hidden="true" className="size-4 text-muted" />
          Delete “{current.name}”
        </MenuItem>
      ) : null}
    </>
  )
  return (
    <>
      {inOneMenu ? (
        <Menu
          trigger={
            <Button size="square" aria-label="More actions">
              <Ellipsis aria-hidden="true" className="size-4" />
            </Button>
          }
        >
          <MenuGroup label="Export">
            <FormatItems onChoose={onExport} disabled={!canExport} />
          </MenuGroup>
          <MenuGroup label="Views">{ownViews}</MenuGroup>
          {columns}
        </Menu>
      ) : (
        <>
          {columns ? (
            <Menu
              trigger={
                <Button variant="quiet">
                  <Columns3 aria-hidden="true" className="size-4" />
                  Columns
                </Button>
              }
            >
              {columns}
            </Menu>
          ) : null}
          <Menu
            trigger={
              <Button variant="quiet" aria-label="Views">
                <Bookmark aria-hidden="true" className="size-4" />
                <span className="max-w-32 truncate">{current?.name ?? 'Views'}</span>
              </Button>
            }
          >
            {ownViews}
          </Menu>
        </>
      )}
      <NameDialog open={naming} onClose={() => setNaming(false)} onSave={save} />
    </>
  )
}

function NameDialog({ open, onClose, onSave }: { open: boolean; onClose: () => void; onSave: (name: string) => void }) {
  const [name, setName] = useState('')
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title="Save this view"
      description="It keeps the search, the filters, the order and the columns, in this browser."
    >
      <form
        onSubmit={(event) => {
          event.preventDefault()
          const named = name.trim()
          if (!named) return
          onSave(named)
          onClose()
          setName('')
        }}
      >
        <label className="grid gap-1.5 font-semibold">
          Name
          <input required maxLength={60} value={name} onChange={(event) => setName(event.target.value)} className={inputClass} />
        </label>
        <DialogActions>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" variant="primary">
            Save view
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}

/** The columns of a list. The first one stays. */
function ColumnItems({ screen, hidden, onHidden }: Pick<Props, 'screen' | 'hidden' | 'onHidden'>) {
  return (
    <MenuGroup label="Columns">
      {screen.columns.slice(1).map(({ name }) => (
        <MenuCheck
          key={name}
          checked={!hidden.includes(name)}
          onChange={(on) => onHidden(on ? hidden.filter((other) => other !== name) : [...hidden, name].toSorted())}
        >
          {labelOf(screen, name)}
        </MenuCheck>
      ))}
    </MenuGroup>
  )
}

/** The views that everybody has, as buttons above the list. The first one shows everything. */
export function FixedViews({ screen, state }: Pick<Props, 'screen' | 'state'>) {
  const current = currentView(screen, state)
  const views = [
    { name: 'All', search: '', isCurrent: !current },
    ...screen.views.map((view) => ({ ...view, isCurrent: view === current })),
  ]
  return (
    <nav aria-label="Views" className="flex overflow-x-auto rounded-md border border-line p-0.5 max-md:order-last max-md:w-full">
      {views.map(({ name, search, isCurrent }) => (
        <button
          key={name}
          type="button"
          aria-current={isCurrent ? 'page' : undefined}
          onClick={() => state.replaceAll(search)}
          className="min-h-7 shrink-0 rounded-sm px-2.5 whitespace-nowrap text-muted -outline-offset-2 hover:text-ink max-md:grow aria-[current]:bg-sunken aria-[current]:font-semibold aria-[current]:text-ink touch:min-h-10"
        >
          {name}
        </button>
      ))}
    </nav>
  )
}
