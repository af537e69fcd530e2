import type { RefObject } from 'react'
import { useNavigate } from 'react-router'
import { useKeys } from '#console/kit/parts/keys.ts'
import type { AnyRecord, RecordOf, Resource, ScreenOf } from './screen.ts'

interface ListKeys<R extends Resource> extends RowFocus<RecordOf<R>> {
  screen: ScreenOf<R>
  mayWrite: boolean
  mayMake: boolean
  search: RefObject<HTMLElement | null>
  /** Selects a record, or ends that. Undefined where none can be selected. */
  onSelect: ((record: RecordOf<R>) => void) | undefined
}

/** The keys of a list: through its rows, to the search and a new record, and what its screen adds. */
export function useListKeys<R extends Resource>(props: ListKeys<R>) {
  const { screen, mayWrite, mayMake, search, onSelect, ...rows } = props
  const navigate = useNavigate()
  const row = useRowFocus(rows)
  const openingKeys = Object.entries(rows.openId === null && mayWrite ? screen.rowKeys : {}).map(([key, acts]) => {
    const open = () => {
      const record = row.current()
      if (record && acts(record)) void navigate(rows.pathOf(record))
    }
    return [key, open] as const
  })
  useKeys({
    ...Object.fromEntries(openingKeys),
    j: () => row.move(1),
    k: () => row.move(-1),
    e: () => {
      const record = row.current()
      if (record && mayWrite && screen.Form) void navigate(`${screen.path}/${record.id}/edit`)
    },
    x: () => {
      const record = row.current()
      if (record) onSelect?.(record)
    },
    '/': () => search.current?.focus(),
    ...(mayMake && !screen.Make ? { n: () => void navigate(`${screen.path}/new`) } : {}),
  })
}

interface RowFocus<One> {
  records: One[]
  openId: number | null
  pathOf: (record: One) => string
  scroller: RefObject<HTMLElement | null>
}

/** Moves the focus through the rows. While a panel is open it follows. */
function useRowFocus<One extends AnyRecord>({ records, openId, pathOf, scroller }: RowFocus<One>) {
  const navigate = useNavigate()
  const focused = () => {
    const link = document.activeElement?.closest('tr, li')?.querySelector<HTMLElement>('a[data-row]')
    if (link) return Number(link.dataset['row'])
    return records.findIndex(({ id }) => id === openId)
  }
  return {
    current: () => records[focused()],
    move(step: number) {
      const index = Math.min(Math.max(focused() + step, 0), records.length - 1)
      const record = records[index]
      if (!record) return
      scroller.current?.querySelector<HTMLElement>(`a[data-row="${index}"]`)?.focus()
      if (openId !== null) void navigate(pathOf(record), { replace: true, state: { keepFocus: true } })
    },
  }
}
