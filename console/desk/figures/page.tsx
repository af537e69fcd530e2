import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { lazy, Suspense } from 'react'
import { useSearchParams } from 'react-router'
import {
  exportFigures,
  type Figures,
  type FiguresAnswer,
  figureDefinitions,
  figureGroups,
  figureRanges,
  readFigures,
} from '#contract/desk/staff/figures.ts'
import { Loading } from '#ui/skeleton.tsx'
import { call, download } from '#console/kit/api/client.ts'
import { today } from '#ui/days.ts'
import { ChoiceInput } from '#console/kit/fields/choice-input.tsx'
import type { FileFormat } from '#contract/exported-files.ts'
import { Button } from '#ui/button.tsx'
import { FormatItems } from '#console/kit/parts/export-menu.tsx'
import { Menu, MenuGroup } from '#console/kit/parts/menu.tsx'
import { PageHead } from '#console/kit/parts/page-head.tsx'
import { SkeletonLines, Failed } from '#console/kit/parts/states.tsx'
import { useTitle } from '#console/kit/parts/use-title.ts'
import { FigureTables } from './tables.tsx'
import { formatPaise, nameOfMonth, shareOf } from './figure-texts.ts'
import { useDownload } from '#console/kit/parts/use-download.ts'

/** The charts and their library, which nobody else loads. */
const Charts = lazy(() => import('./charts.tsx'))

const rangeNames: Record<(typeof figureRanges)[number], string> = {
  financial_year: 'This financial year',
  previous_financial_year: 'Previous financial year',
  last_12_months: 'Last 12 months',
}
const groupNames: Record<(typeof figureGroups)[number], string> = {
  month: 'By month',
  course: 'By course',
  source: 'By source',
  lead_kind: 'Leads by kind',
}

interface Asked {
  range?: (typeof figureRanges)[number]
  from?: string
  to?: string
}

/** What the school earned and who enrolled, for a range of months. The address holds the range. */
export function Page() {
  useTitle('Figures')
  const [params, setParams] = useSearchParams()
  const asked = readAsked(params)
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ['figures', asked],
    queryFn: () => call(readFigures, { query: { ...asked } }),
    placeholderData: keepPreviousData,
  })
  const set = (next: Asked) => setParams({ ...next }, { replace: true })
  return (
    <div className="flex h-full min-h-0 flex-col">
      <PageHead title="Figures">
        <ExportMenu asked={asked} />
      </PageHead>
      <div className="flex flex-wrap items-center gap-2 border-b border-line px-4 pb-3">
        <Range asked={asked} shown={data} onChange={set} />
        <p role="status" className="text-muted">
          {data ? `${nameOfMonth(data.from)} to ${nameOfMonth(data.to)}` : ''}
        </p>
      </div>
      <div
        role="region"
        aria-label="Figures"
        tabIndex={0}
        aria-busy={isFetching}
        className="min-h-0 flex-1 overflow-y-auto px-4 py-5 sm:px-6"
      >
        {data ? (
          <div className="mx-auto grid max-w-7xl gap-8">
            <Totals total={data.total} />
            <Suspense fallback={<ChartsPlace />}>
              <Charts figures={data} />
            </Suspense>
            <FigureTables figures={data} />
          </div>
        ) : error ? (
          <Failed error={error} onRetry={() => void refetch()} />
        ) : (
          <SkeletonLines lines={8} />
        )}
      </div>
    </div>
  )
}

function readAsked(params: URLSearchParams): Asked {
  const [from, to] = [params.get('from'), params.get('to')]
  if (from !== null && to !== null) return { from, to }
  const range = figureRanges.find((one) => one === params.get('range'))
  return range ? { range } : {}
}

/** Months that can be chosen: from the April five years ago. */
function monthChoices(): string[] {
  const now = today().slice(0, 7)
  const first = Number(now.slice(0, 4)) - 5
  return Array.from({ length: 12 * 6 + 3 }, (_, index) => {
    const number = first * 12 + 3 + index
    return `${Math.floor(number / 12)}-${String((number % 12) + 1).padStart(2, '0')}`
  })
}

function Range({ asked, shown, onChange }: { asked: Asked; shown: FiguresAnswer | undefined; onChange: (asked: Asked) => void }) {
  const isOwn = asked.from !== undefined
  const from = asked.from ?? shown?.from ?? ''
  const to = asked.to ?? shown?.to ?? ''
  const choices = [...new Set([...monthChoices(), from, to])].filter(Boolean).toSorted()
  return (
    <>
      <ChoiceInput
        label="Range"
        value={isOwn ? 'own' : (asked.range ?? 'financial_year')}
        onChange={(value) => {
          const range = figureRanges.find((one) => one === value)
          onChange(range ? { range } : { from, to })
        }}
      >
        {figureRanges.map((range) => (
          <option key={range} value={range}>
            {rangeNames[range]}
          </option>
        ))}
        <option value="own">Choose months</option>
      </ChoiceInput>
      {isOwn ? (
        <>
          <ChoiceInput
            label="First month"
            value={from}
            onChange={(month) => onChange({ from: month, to: month > to ? month : to })}
          >
            <MonthOptions months={choices} />
          </ChoiceInput>
          <span className="text-muted">to</span>
          <ChoiceInput
            label="Last month"
            value={to}
            onChange={(month) => onChange({ from: month < from ? month : from, to: month })}
          >
            <MonthOptions months={choices} />
          </ChoiceInput>
        </>
      ) : null}
    </>
  )
}

function MonthOptions({ months }: { months: readonly string[] }) {
  return months.map((month) => (
    <option key={month} value={month}>
      {nameOfMonth(month)}
    </option>
  ))
}

function ExportMenu({ asked }: { asked: Asked }) {
  const { busy, run } = useDownload()
  const save = (by: (typeof figureGroups)[number], format: FileFormat) =>
    run(() => download(exportFigures, { ...asked, by, format }, `figures-by-${by}.${format}`))
  return (
    <Menu
      trigger={
        <Button pending={busy && 'Export'}>
          <Download aria-hidden="true" className="size-4" />
          Export
        </Button>
      }
    >
      {figureGroups.map((by) => (
        <MenuGroup key={by} label={groupNames[by]}>
          <FormatItems onChoose={(format) => void save(by, format)} disabled={busy} />
        </MenuGroup>
      ))}
    </Menu>
  )
}

/** The sums of the range, each with what it counts. */
function Totals({ total }: { total: Figures }) {
  return (
    <dl className="grid gap-px overflow-hidden rounded-md border border-line bg-line sm:grid-cols-2 lg:grid-cols-4">
      <Total name="Net" value={formatPaise(total.net_paise)} text={figureDefinitions.net_paise} />
      <Total name="Revenue" value={formatPaise(total.revenue_paise)} text={figureDefinitions.revenue_paise} />
      <Total name="Refunds" value={formatPaise(total.refunds_paise)} text={figureDefinitions.refunds_paise} />
      <Total name="Lost disputes" value={formatPaise(total.lost_paise)} text={figureDefinitions.lost_paise} />
      <Total name="Enrolments" value={total.enrolments.toLocaleString('en-IN')} text={figureDefinitions.enrolments} />
      <Total
        name="Seats filled"
        value={shareOf(total.seats_taken, total.seats)}
        note={`${total.seats_taken.toLocaleString('en-IN')} of ${total.seats.toLocaleString('en-IN')}`}
        text="Students who are enrolled now, of the seats of limited batches that start in this period."
      />
      <Total name="Leads" value={total.leads.toLocaleString('en-IN')} text={figureDefinitions.leads} />
      <Total
        name="Leads that enrolled"
        value={shareOf(total.leads_enrolled, total.leads)}
        note={`${total.leads_enrolled.toLocaleString('en-IN')} of ${total.leads.toLocaleString('en-IN')}`}
        text={figureDefinitions.leads_enrolled}
      />
    </dl>
  )
}

function Total({ name, value, note, text }: { name: string; value: string; note?: string; text: string }) {
  return (
    <div className="bg-canvas p-4">
      <dt className="text-xs font-semibold text-muted">{name}</dt>
      <dd className="mt-1">
        <span className="figures text-xl font-semibold">{value}</span>
        {note ? <span className="figures ml-2 text-muted">{note}</span> : null}
        <span className="mt-1 block text-xs text-muted">{text}</span>
      </dd>
    </div>
  )
}

/** Holds the place of the charts. */
function ChartsPlace() {
  return (
    <Loading label="Loading" className="grid gap-8 xl:grid-cols-2">
      {[0, 1].map((chart) => (
        <span key={chart} aria-hidden="true" className="block h-[22rem] animate-pulse rounded-md bg-sunken" />
      ))}
    </Loading>
  )
}
