import { useQuery } from '@tanstack/react-query'
import { ArrowRightLeft } from 'lucide-react'
import { useDeferredValue, useState } from 'react'
import { Link } from 'react-router'
import { shownAddresses } from '#contract/shown-addresses.ts'
import type { BatchRecord } from '#contract/classes/staff/batches.ts'
import {
  type EnrolmentRecord,
  enrolmentSources,
  enrolments,
  readBatchSeats,
  enrolmentSourceNames,
  enrolmentRequestNames,
} from '#contract/enrolment/staff/enrolments.ts'
import { formatMoment } from '#console/kit/parts/time.ts'
import { formatClock, formatPlainDay } from '#ui/format.ts'
import { useAccess } from '#console/kit/api/access.ts'
import { call, download } from '#console/kit/api/client.ts'
import { countOf } from '#console/kit/calendar/change-texts.ts'
import { TransferDialog } from '#console/money/dialogs/transfer-dialog.tsx'
import { Badge } from '#console/kit/parts/badge.tsx'
import type { FileFormat } from '#contract/exported-files.ts'
import { Button } from '#ui/button.tsx'
import { ExportMenu } from '#console/kit/parts/export-menu.tsx'
import { formatColumnPaise } from '#console/kit/parts/money.ts'
import { SkeletonLines, Empty, Failed } from '#console/kit/parts/states.tsx'
import { openRow } from '#console/kit/parts/open-row.ts'
import { useIsPhone } from '#console/kit/parts/use-media.ts'
import { useList } from '#console/kit/resource/calls.ts'
import { useDownload } from '#console/kit/parts/use-download.ts'
import { ChoiceInput } from '#console/kit/fields/choice-input.tsx'
import { SearchInput } from '#console/kit/fields/search-input.tsx'

/** Who attends a batch, which seats are free, and who is paying for one now. */
export function Students({ batch }: { batch: BatchRecord }) {
  const [q, setQ] = useState('')
  const [state, setState] = useState('active')
  const [source, setSource] = useState('')
  const asked = useDeferredValue(q.trim())
  const filter = {
    batch: String(batch.id),
    ...(state ? { state } : {}),
    ...(source ? { source } : {}),
    ...(asked ? { q: asked } : {}),
  }
  const list = useList(enrolments, { ...filter, sort: 'name' })
  const [moving, setMoving] = useState<EnrolmentRecord | null>(null)
  const { may } = useAccess()
  const isPhone = useIsPhone()
  const onMove = may('enrolments:write') ? setMoving : undefined
  const isFiltered = asked !== '' || source !== '' || state !== 'active'
  return (
    <section aria-label="Students">
      <BatchSeats batch={batch} />
      <div className="flex flex-wrap items-center gap-2 border-b border-line px-4 py-3 sm:px-6">
        <SearchInput label="Search students" value={q} onChange={setQ} className="min-w-40 flex-1 sm:w-64 sm:flex-none" />
        <ChoiceInput label="State" value={state} onChange={setState}>
          <option value="active">Enrolled</option>
          <option value="ended">Ended</option>
          <option value="">All</option>
        </ChoiceInput>
        <ChoiceInput label="Paid" value={source} onChange={setSource}>
          <option value="">Paid in any way</option>
          {enrolmentSources.map((one) => (
            <option key={one} value={one}>
              {enrolmentSourceNames[one]}
            </option>
          ))}
        </ChoiceInput>
        <span role="status" className="figures text-muted">
          {list.total === undefined ? '' : countOf(list.total, 'student')}
        </span>
        <ExportButton filter={filter} total={list.total} />
      </div>
      {list.isError && list.records.length === 0 ? (
        <Failed error={list.error} onRetry={() => void list.refetch()} />
      ) : list.isPending ? (
        <div className="p-6">
          <SkeletonLines lines={5} />
        </div>
      ) : list.records.length === 0 ? (
        <Empty text={isFiltered ? 'No student matches.' : 'Nobody is enrolled yet.'} />
      ) : isPhone ? (
        <ul aria-label="Students" className="divide-y divide-line">
          {list.records.map((one, index) => (
            <Row key={one.id} enrolment={one} row={index} onMove={onMove} />
          ))}
        </ul>
      ) : (
        <Table records={list.records} onMove={onMove} />
      )}
      {list.hasNextPage ? (
        <div className="grid place-items-center p-4">
          <Button pending={list.isFetchingNextPage && 'Loading…'} onClick={() => list.fetchNextPage()}>
            Show more
          </Button>
        </div>
      ) : null}
      {moving ? <TransferDialog enrolment={moving} onClose={() => setMoving(null)} /> : null}
    </section>
  )
}

function ExportButton({ filter, total }: { filter: Record<string, string>; total: number | undefined }) {
  const { busy, run } = useDownload()
  const save = (format: FileFormat) =>
    run(() => download(enrolments.endpoints.export, { ...filter, sort: 'name', format }, `students.${format}`))
  return <ExportMenu className="ml-auto" busy={busy} disabled={!total} onChoose={(format) => void save(format)} />
}

/** Milliseconds after which holds are read again: they run out by the minute. */
const readHoldsAgain = 20_000

/** Seats taken, held and free. A hold shows whose it is and when it runs out. */
function BatchSeats({ batch }: { batch: BatchRecord }) {
  const { data, error, refetch } = useQuery({
    queryKey: [enrolments.name, 'seats', batch.id],
    queryFn: () => call(readBatchSeats, { params: { id: batch.id } }),
    refetchInterval: readHoldsAgain,
  })
  if (error && !data) return <Failed error={error} onRetry={() => void refetch()} />
  const { capacity = batch.capacity, taken = batch.students, holds = [], free = null, waiting = 0, requests = 0 } = data ?? {}
  return (
    <div className="border-b border-line px-4 py-4 sm:px-6">
      <dl className="flex flex-wrap gap-x-10 gap-y-3">
        <Figure name="Enrolled" value={capacity === null ? String(taken) : `${taken} of ${capacity}`} />
        <Figure name="Seats held" value={String(holds.length)} />
        <Figure name="Free seats" value={data ? (free === null ? 'Unlimited' : String(free)) : '–'} />
        {waiting > 0 ? <Figure name="Waiting" value={String(waiting)} /> : null}
        <Figure name="Open requests" value={String(requests)} />
      </dl>
      {holds.length > 0 ? (
        <ul aria-label="Seats that are held" className="mt-3 grid gap-1">
          {holds.map(({ student_id: id, name, email, until, by_cheque: byCheque, by_offer: byOffer }) => (
            <li key={`${id} ${until}`} className="flex flex-wrap items-baseline gap-x-2">
              <span className="font-semibold">{name}</span>
              <span className="min-w-0 wrap-anywhere text-muted">{shownAddresses(email)}</span>
              <span className="figures text-signal">
                {byCheque
                  ? `holds a seat by cheque until ${formatMoment(until)}`
                  : byOffer
                    ? `has an offer of the waitlist until ${formatMoment(until)}`
                    : `holds a seat until ${formatClock(until)}`}
              </span>
            </li>
          ))}
        </ul>
      ) : null}
    </div>
  )
}

function Figure({ name, value }: { name: string; value: string }) {
  return (
    <div>
      <dt className="text-xs font-semibold text-muted">{name}</dt>
      <dd className="figures mt-0.5 text-lg font-semibold">{value}</dd>
    </div>
  )
}

/** What is to know besides the name: a request, the end, a move. */
function Notes({ enrolment }: { enrolment: EnrolmentRecord }) {
  const { request, ended_at, moved_at, moved_from_starts_at: from } = enrolment
  return (
    <>
      {request ? <Badge tone="signal">{enrolmentRequestNames[request]}</Badge> : null}
      {ended_at ? <Badge>Ended {formatPlainDay(ended_at)}</Badge> : null}
      {moved_at && from ? <span className="text-muted">Moved from the batch of {formatPlainDay(from)}</span> : null}
    </>
  )
}

function Paid({ enrolment: { amount_paise } }: { enrolment: EnrolmentRecord }) {
  return amount_paise === null ? <span className="text-muted">Without payment</span> : <>{formatColumnPaise(amount_paise)}</>
}

const headClass = 'sticky top-0 z-10 h-9 border-b border-line bg-canvas px-3 text-left text-xs font-semibold text-muted'
const cellClass = 'border-b border-line px-3 py-2 group-hover:bg-sunken'

interface Shown {
  onMove: ((enrolment: EnrolmentRecord) => void) | undefined
}

function Table({ records, onMove }: Shown & { records: readonly EnrolmentRecord[] }) {
  return (
    <table aria-label="Students" className="w-full border-separate border-spacing-0 text-sm">
      <thead>
        <tr>
          <th scope="col" className={`${headClass} pl-6`}>
            Student
          </th>
          <th scope="col" className={`${headClass} max-lg:hidden`}>
            Phone
          </th>
          <th scope="col" className={headClass}>
            Enrolled
          </th>
          <th scope="col" className={`${headClass} text-right`}>
            Paid
          </th>
          <th scope="col" className={headClass}>
            Notes
          </th>
          {onMove ? (
            <th scope="col" className={headClass}>
              <span className="sr-only">Acts</span>
            </th>
          ) : null}
        </tr>
      </thead>
      <tbody>
        {records.map((one, index) => (
          <tr key={one.id} className="group cursor-pointer" onClick={openRow}>
            <th scope="row" className={`${cellClass} max-w-80 pl-6 text-left font-semibold`}>
              <StudentName enrolment={one} row={index} className="block truncate" />
              <span className="block truncate font-normal text-muted">{shownAddresses(one.email)}</span>
            </th>
            <td className={`${cellClass} figures whitespace-nowrap max-lg:hidden`}>
              {one.phone ?? <span className="text-muted">None</span>}
            </td>
            <td className={`${cellClass} figures whitespace-nowrap`}>{formatPlainDay(one.enrolled_at)}</td>
            <td className={`${cellClass} figures text-right whitespace-nowrap`}>
              <Paid enrolment={one} />
              {one.source === 'offline' ? <span className="block text-muted">offline</span> : null}
            </td>
            <td className={cellClass}>
              <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
                <Notes enrolment={one} />
              </span>
            </td>
            {onMove ? (
              <td className={`${cellClass} pr-6 text-right`}>
                <MoveButton enrolment={one} onMove={onMove} />
              </td>
            ) : null}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function Row({ enrolment: one, row, onMove }: Shown & { enrolment: EnrolmentRecord; row: number }) {
  return (
    <li className="relative grid grid-cols-[minmax(0,1fr)_auto] gap-x-3 gap-y-1 px-4 py-3">
      <span className="min-w-0">
        <StudentName enrolment={one} row={row} className="block truncate text-base font-semibold after:absolute after:inset-0" />
        <span className="block truncate text-muted">{shownAddresses(one.email)}</span>
        <span className="figures block text-muted">
          {[one.phone, formatPlainDay(one.enrolled_at)].filter(Boolean).join(', ')}
        </span>
      </span>
      <span className="figures text-right">
        <Paid enrolment={one} />
        <span className="relative z-10 mt-1 block">{onMove ? <MoveButton enrolment={one} onMove={onMove} /> : null}</span>
      </span>
      <span className="col-span-2 flex flex-wrap items-center gap-x-2 gap-y-1 empty:hidden">
        <Notes enrolment={one} />
      </span>
    </li>
  )
}

/** The name, which leads to the student for those who may see the person. */
function StudentName({ enrolment, row, className }: { enrolment: EnrolmentRecord; row: number; className: string }) {
  const { may } = useAccess()
  return may('students:read') ? (
    <Link to={`/students/${enrolment.student_id}`} data-row={row} className={`${className} hover:text-accent`}>
      {enrolment.name}
    </Link>
  ) : (
    <span className={className}>{enrolment.name}</span>
  )
}

function MoveButton({ enrolment, onMove }: { enrolment: EnrolmentRecord; onMove: (enrolment: EnrolmentRecord) => void }) {
  if (enrolment.ended_at !== null) return null
  return (
    <Button onClick={() => onMove(enrolment)} aria-label={`Move ${enrolment.name}`}>
      <ArrowRightLeft aria-hidden="true" className="size-3.5" />
      <span className="md:max-lg:hidden">Move</span>
    </Button>
  )
}
