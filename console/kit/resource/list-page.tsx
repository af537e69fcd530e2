import type { RowSelectionState } from '@tanstack/react-table'
import { Plus } from 'lucide-react'
import { Suspense, useCallback, useMemo, useRef, useState } from 'react'
import { Outlet, useLocation, useParams } from 'react-router'
import type { FileFormat } from '#contract/exported-files.ts'
import { useAccess } from '#console/kit/api/access.ts'
import { download } from '#console/kit/api/client.ts'
import { ButtonLink } from '#ui/button.tsx'
import { ExportMenu } from '#console/kit/parts/export-menu.tsx'
import { PageHead } from '#console/kit/parts/page-head.tsx'
import { Failed } from '#console/kit/parts/states.tsx'
import { useIsNarrow, useIsPhone } from '#console/kit/parts/use-media.ts'
import { useTitle } from '#console/kit/parts/use-title.ts'
import { useWidth } from '#console/kit/parts/use-width.ts'
import { useList } from './calls.ts'
import { Filters } from './filters.tsx'
import { type ListState, useListState } from './list-state.ts'
import { NoRows } from './no-rows.tsx'
import { RowList } from './row-list.tsx'
import type { RecordOf, Resource, Screen, ScreenOf } from './screen.ts'
import { SearchBox } from './search-box.tsx'
import { SelectionBar } from './selection-bar.tsx'
import { useStored } from './stored.ts'
import { ResourceTable } from './table.tsx'
import { useListKeys } from './use-list-keys.ts'
import { useOpenRow } from './use-open-row.ts'
import { FixedViews, isTexts, ListMenus } from './views.tsx'
import { useDownload } from '#console/kit/parts/use-download.ts'

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
  useListKeys({
    screen,
    mayWrite,
    mayMake,
    search,
    records,
    openId,
    pathOf,
    scroller,
    onSelect: canSelect ? ({ id }) => setSelection((before) => ({ ...before, [id]: !before[id] })) : undefined,
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
        {isNarrow ? null : <ExportMenu busy={save.busy} onChoose={save.run} disabled={total === 0} />}
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

/** Saves what the list shows as a file. */
function useExport(screen: Screen, state: ListState, total: number | undefined) {
  const { busy, run } = useDownload()
  const save = (format: FileFormat) =>
    download(screen.resource.endpoints.export, { ...state.query, format }, `${screen.resource.name}.${format}`)
  const rows = total === 1 ? '1 row is saved.' : `${total?.toLocaleString('en-IN')} rows are saved.`
  return { busy, run: (format: FileFormat) => void run(() => save(format), total === undefined ? undefined : rows) }
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
