import type { RowSelectionState } from '@tanstack/react-table'
import { Download, Plus } from 'lucide-react'
import { type RefObject, Suspense, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { Outlet, useLocation, useNavigate, useParams } from 'react-router'
import { useAccess } from '#console/kit/api/access.ts'
import { download } from '#console/kit/api/client.ts'
import { Button, ButtonLink } from '#ui/button.tsx'
import { useKeys } from '#console/kit/parts/keys.ts'
import { PageHead } from '#console/kit/parts/page-head.tsx'
import { useIsMoving } from '#console/kit/parts/moving.ts'
import { Empty, Failed } from '#console/kit/parts/states.tsx'
import { useIsNarrow, useIsPhone } from '#console/kit/parts/use-media.ts'
import { useTitle } from '#console/kit/parts/use-title.ts'
import { useWidth } from '#console/kit/parts/use-width.ts'
import { useList } from './calls.ts'
import { Filters } from './filters.tsx'
import { currentView, filtersOf, type ListState, useListState } from './list-state.ts'
import { RowList } from './row-list.tsx'
import type { AnyRecord, RecordOf, Resource, Screen, ScreenOf } from './screen.ts'
import { SelectionBar } from './selection-bar.tsx'
import { useStored } from './stored.ts'
import { ResourceTable, rowHeight } from './table.tsx'
import { FixedViews, isTexts, ListMenus } from './views.tsx'
import { useDownload } from '#console/kit/parts/use-download.ts'
import { SearchInput } from '#console/kit/fields/search-input.tsx'

/** What a panel knows of the list beside it. */
export interface ListContext {
  /** The address of the record after this one, or of the one before the last. */
  pathAfter: (id: number) => string | null
}

/** The list of a resource, with the panel of one record beside it. */
export function ListPage<R extends Resource>({ screen }: { screen: ScreenOf<R> }) {
  const { staff, may } = useAccess()
  const state = useListState(screen)
  const [hidden, setHidden] = useStored(
    `${staff.id}:${screen.resource.name}:hidden`,
    screen.columns.filter((column) => column.hidden).map(({ name }) => name),
    isTexts,
  )
  const [selection, setSelection] = useState<RowSelectionState>({})
  const list = useList(screen.resource, state.query)
  const { records, total, totalIsExact, fetchNextPage, hasNextPage, isFetchingNextPage } = list
  const openId = Number(useParams()['id']) || null
  const navigate = useNavigate()
  const location = useLocation()
  const isPhone = useIsPhone()
  const isNarrow = useIsNarrow()
  const scroller = useRef<HTMLDivElement>(null)
  const width = useWidth(scroller)
  const besidePanel = openId !== null && !isPhone
  const hasLines = isPhone || (besidePanel && width !== null && width < tableNeeds)
  const search = useRef<HTMLInputElement>(null)
  const write = screen.resource.permission.write
  const mayWrite = write !== undefined && may(write)
  // A resource that staff only read has no permission to write; its own `Make` knows who may press it.
  const mayMake = screen.Make
    ? write === undefined || mayWrite
    : mayWrite && screen.Form !== undefined && screen.resource.endpoints.create !== undefined
  const canSelect = mayWrite && screen.bulk.length > 0 && !hasLines
  const selected = useMemo(() => records.filter(({ id }) => selection[id]), [records, selection])
  useTitle(screen.title)

  const pathOf = useCallback(
    (record: RecordOf<R>) => `${screen.path}/${record.id}${location.search}`,
    [screen.path, location.search],
  )
  const onEnd = useCallback(() => {
    if (hasNextPage && !isFetchingNextPage) void fetchNextPage()
  }, [fetchNextPage, hasNextPage, isFetchingNextPage])
  const pathAfter = useCallback(
    (id: number) => {
      const index = records.findIndex((record) => record.id === id)
      const next = records[index + 1] ?? records[index - 1]
      return next ? pathOf(next) : null
    },
    [records, pathOf],
  )
  useOpenRow({ records, openId, hasLines, scroller })
  const save = useExport(screen, state, totalIsExact ? total : undefined)
  const row = useRowKeys({ records, openId, pathOf, scroller: () => scroller.current })
  const openingKeys = Object.entries(openId === null && mayWrite ? screen.rowKeys : {}).map(([key, acts]) => {
    const open = () => {
      const record = row.current()
      if (record && acts(record)) void navigate(pathOf(record))
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
      if (record && canSelect) setSelection((before) => ({ ...before, [record.id]: !before[record.id] }))
    },
    '/': () => search.current?.focus(),
    ...(mayMake && !screen.Make ? { n: () => void navigate(`${screen.path}/new`) } : {}),
  })

  const isFiltered = Object.keys(state.query).some((name) => name !== 'sort')
  // An empty list that is being read may have its first record.
  const isLoading = list.isPending || (records.length === 0 && list.isFetching)
  const shared = { screen, records, isLoading, isLoadingMore: isFetchingNextPage, hiddenColumns: hidden, pathOf }
  const menus = (
    <ListMenus
      screen={screen}
      staffId={staff.id}
      state={state}
      hidden={hidden}
      onHidden={setHidden}
      inOneMenu={isNarrow}
      hasColumns={!screen.Rows && !(hasLines && screen.line)}
      onExport={save.run}
      canExport={total !== 0 && !save.busy}
    />
  )
  const nothing =
    records.length > 0 ? null : list.isError && !isLoading ? (
      <Failed error={list.error} onRetry={() => void list.refetch()} />
    ) : list.isSuccess && !isLoading ? (
      <NoRows
        screen={screen}
        state={state}
        mayMake={mayMake}
        onShowAll={isFiltered ? () => state.set(noFilters(screen)) : undefined}
      />
    ) : null
  return (
    <div className="flex h-full min-h-0 flex-col">
      <PageHead title={screen.title} count={total} hasMore={!totalIsExact}>
        {isNarrow ? null : (
          <Button pending={save.busy && 'Export'} onClick={save.run} disabled={total === 0}>
            <Download aria-hidden="true" className="size-4" />
            Export
          </Button>
        )}
        {!mayMake ? null : screen.Make ? (
          <screen.Make />
        ) : (
          <ButtonLink to={`${screen.path}/new`} variant="primary">
            <Plus aria-hidden="true" className="size-4" />
            <FirstWord of={screen.making.title} />
          </ButtonLink>
        )}
        {isNarrow ? menus : null}
      </PageHead>
      <div className="flex flex-wrap items-center gap-2 border-b border-line px-4 pb-3">
        <SearchBox screen={screen} state={state} input={search} />
        {screen.views.length > 0 ? <FixedViews screen={screen} state={state} /> : null}
        <Filters screen={screen} state={state} />
        {isNarrow ? null : <span className="ml-auto flex gap-1">{menus}</span>}
      </div>
      {screen.Above ? <screen.Above /> : null}
      <div className="relative flex min-h-0 flex-1">
        <div ref={scroller} className={`min-w-0 flex-1 overflow-auto ${canSelect && selected.length > 0 ? 'pb-20' : ''}`}>
          {screen.Rows ? (
            <screen.Rows {...shared} hasMore={hasNextPage} onMore={onEnd} openId={openId}>
              {nothing}
            </screen.Rows>
          ) : nothing ? (
            nothing
          ) : hasLines ? (
            <RowList {...shared} hasMore={hasNextPage} onMore={onEnd} openId={openId} />
          ) : (
            <ResourceTable
              {...shared}
              room={besidePanel ? width : null}
              total={totalIsExact ? total : undefined}
              onEnd={onEnd}
              sort={state.sort}
              onSort={(sort) => state.set({ sort })}
              selection={selection}
              onSelection={canSelect ? setSelection : undefined}
              openId={openId}
              scroller={scroller}
            />
          )}
        </div>
        <Suspense>
          <Outlet context={{ pathAfter } satisfies ListContext} />
        </Suspense>
        {canSelect ? <SelectionBar screen={screen} selected={selected} onClear={() => setSelection({})} /> : null}
      </div>
    </div>
  )
}

/** Pixels of the list that a table needs beside a panel. With less, a row has two lines. */
const tableNeeds = 480

const noFilters = ({ filters }: Screen) => ({ q: null, ...Object.fromEntries(filters.map(({ name }) => [name, null])) })

interface NoRowsProps {
  screen: Screen
  state: ListState
  mayMake: boolean
  onShowAll: (() => void) | undefined
}

/** Why a list is empty, and what to do about it. */
function NoRows({ screen, state, mayMake, onShowAll }: NoRowsProps) {
  if (onShowAll) {
    const view = currentView(screen, state)
    const isViewAlone =
      view && Object.keys(state.query).every((name) => name === 'sort' || filtersOf(view).some(([own]) => own === name))
    if (isViewAlone) return <Empty text={view.empty ?? `No ${screen.one} is in “${view.name}”.`} />
    return (
      <Empty text={state.query['q'] ? 'Nothing matches this search.' : `No ${screen.one} has these filters.`}>
        <Button onClick={onShowAll}>Show all</Button>
      </Empty>
    )
  }
  return (
    <Empty title={screen.emptyTitle} text={screen.empty}>
      {screen.EmptyAct ? <screen.EmptyAct /> : null}
      {!mayMake ? null : screen.Make ? (
        <screen.Make />
      ) : (
        <ButtonLink to={`${screen.path}/new`} variant="primary">
          {screen.making.title}
        </ButtonLink>
      )}
    </Empty>
  )
}

/** Milliseconds after the last key before the list is read again. */
const typingPause = 200

function SearchBox({ screen, state, input }: { screen: Screen; state: ListState; input: RefObject<HTMLInputElement | null> }) {
  const asked = state.query['q'] ?? ''
  const [typed, setTyped] = useState(asked)
  const [seen, setSeen] = useState(asked)
  // A view or the back button has changed the search.
  if (asked !== seen) {
    setSeen(asked)
    if (asked !== typed.trim()) setTyped(asked)
  }
  const { set } = state
  const isMoving = useIsMoving()
  useEffect(() => {
    if (typed.trim() === asked) return
    let timer = 0
    // A change of the address would stop a navigation on its way, such as to the panel of a record.
    const wait = () => {
      timer = window.setTimeout(() => (isMoving() ? wait() : set({ q: typed.trim() })), typingPause)
    }
    wait()
    return () => clearTimeout(timer)
  }, [typed, asked, set, isMoving])
  return (
    <SearchInput
      ref={input}
      label={`Search ${screen.title.toLowerCase()}`}
      value={typed}
      onChange={setTyped}
      onKeyDown={(event) => {
        if (event.key === 'Escape') event.currentTarget.blur()
      }}
      className="min-w-32 flex-1 sm:w-64 sm:flex-none"
    />
  )
}

/** Saves what the list shows as a file. */
function useExport(screen: Screen, state: ListState, total: number | undefined) {
  const { busy, run } = useDownload()
  const save = () => download(screen.resource.endpoints.export, state.query, `${screen.resource.name}.csv`)
  const rows = total === 1 ? '1 row is saved.' : `${total?.toLocaleString('en-IN')} rows are saved.`
  return { busy, run: () => void run(save, total === undefined ? undefined : rows) }
}

/** The label of a button, of which a phone shows the first word, such as "New". */
function FirstWord({ of: label }: { of: string }) {
  const [first, ...others] = label.split(' ')
  return (
    <span>
      {first}
      {others.length > 0 ? <span className="max-md:sr-only"> {others.join(' ')}</span> : null}
    </span>
  )
}

interface OpenRow {
  records: AnyRecord[]
  openId: number | null
  hasLines: boolean
  scroller: RefObject<HTMLElement | null>
}

/**
 * Keeps the row of the open record in sight while the list changes its shape beside the panel, and gives the focus back to it
 * when the panel has closed and nothing else has the focus.
 */
function useOpenRow({ records, openId, hasLines, scroller }: OpenRow) {
  const latest = useRef({ openId, hasLines })
  useEffect(() => {
    const before = latest.current
    latest.current = { openId, hasLines }
    // Rows that are read again move nothing.
    if (before.openId === openId && before.hasLines === hasLines) return
    const index = records.findIndex(({ id }) => id === (openId ?? before.openId))
    if (index < 0) return
    const find = () => scroller.current?.querySelector<HTMLElement>(`a[data-row="${index}"]`)
    // A row that is far away is not in the document yet.
    if (!find()) scroller.current?.scrollTo({ top: index * rowHeight })
    const frame = requestAnimationFrame(() => {
      const link = find()
      if (openId !== null) link?.scrollIntoView({ block: 'nearest' })
      else if (document.activeElement === document.body) link?.focus()
    })
    return () => cancelAnimationFrame(frame)
  }, [records, openId, hasLines, scroller])
}

interface RowKeys<One> {
  records: One[]
  openId: number | null
  pathOf: (record: One) => string
  scroller: () => HTMLElement | null
}

/** Moves the focus through the rows. While a panel is open it follows. */
function useRowKeys<One extends AnyRecord>({ records, openId, pathOf, scroller }: RowKeys<One>) {
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
      scroller()?.querySelector<HTMLElement>(`a[data-row="${index}"]`)?.focus()
      if (openId !== null) void navigate(pathOf(record), { replace: true, state: { keepFocus: true } })
    },
  }
}
