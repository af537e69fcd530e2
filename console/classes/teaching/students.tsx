import { useDeferredValue, useState } from 'react'
import { ownStudents } from '#contract/classes/staff/teaching.ts'
import { formatPlainDay } from '#ui/format.ts'
import { countOf } from '#console/kit/calendar/change-texts.ts'
import { Button } from '#ui/button.tsx'
import { SkeletonLines, Empty, Failed } from '#console/kit/parts/states.tsx'
import { useList } from '#console/kit/resource/calls.ts'
import { SearchInput } from '#console/kit/fields/search-input.tsx'

/** The names of the students of a batch. */
export function Students({ batchId }: { batchId: number }) {
  const [q, setQ] = useState('')
  const asked = useDeferredValue(q.trim())
  const list = useList(ownStudents, { batch: String(batchId), sort: 'name', ...(asked ? { q: asked } : {}) })
  return (
    <section aria-label="Students">
      <div className="flex flex-wrap items-center gap-3 border-b border-line px-4 py-3 sm:px-6">
        <SearchInput label="Search students" value={q} onChange={setQ} className="min-w-40 flex-1 sm:w-64 sm:flex-none" />
        <span role="status" className="figures text-muted">
          {list.total === undefined ? '' : countOf(list.total, 'student')}
        </span>
      </div>
      {list.isError && list.records.length === 0 ? (
        <Failed error={list.error} onRetry={() => void list.refetch()} />
      ) : list.isPending ? (
        <div className="p-6">
          <SkeletonLines lines={5} />
        </div>
      ) : list.records.length === 0 ? (
        <Empty text={asked ? 'Nothing matches this search.' : 'Nobody is enrolled in this batch yet.'} />
      ) : (
        <ul aria-label="Names" className="divide-y divide-line">
          {list.records.map(({ id, name, enrolled_at: at }) => (
            <li key={id} className="flex min-h-11 flex-wrap items-center justify-between gap-x-4 px-4 py-2 sm:px-6">
              <span className="min-w-0 text-base break-words">{name}</span>
              <span className="figures text-muted">since {formatPlainDay(at)}</span>
            </li>
          ))}
        </ul>
      )}
      {list.hasNextPage ? (
        <div className="p-4 sm:px-6">
          <Button pending={list.isFetchingNextPage && 'Loading…'} onClick={() => list.fetchNextPage()}>
            Show more
          </Button>
        </div>
      ) : null}
    </section>
  )
}
