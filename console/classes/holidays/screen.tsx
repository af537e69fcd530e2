import { TriangleAlert } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router'
import { type HolidayRecord, holidays } from '#contract/classes/staff/holidays.ts'
import { formatDay, formatPlainDay } from '#ui/format.ts'
import { useAccess } from '#console/kit/api/access.ts'
import { call } from '#console/kit/api/client.ts'
import { AlignDialog } from '#console/kit/calendar/align-dialog.tsx'
import { weekdayNames, weekdayOf } from '#ui/days.ts'
import { useOutdated } from '#console/kit/calendar/outdated.ts'
import { countOf, sumUpChanges } from '#console/kit/calendar/change-texts.ts'
import { DateField } from '#console/kit/fields/date-field.tsx'
import { Badge } from '#console/kit/parts/badge.tsx'
import { Pair, Section } from '#console/kit/fields/section.tsx'
import { TextField } from '#console/kit/fields/text-field.tsx'
import { nameOfBatch } from '#console/kit/parts/batch-name.tsx'
import { Button } from '#ui/button.tsx'
import { notify } from '#console/kit/parts/toasts.tsx'
import { StateHolidays } from './state-holidays.tsx'
import { defineScreen, type FormValues } from '#console/kit/resource/screen.ts'

type Values = FormValues<typeof holidays>

const showDay = (day: string) => `${formatPlainDay(day)}, ${weekdayNames[weekdayOf(day) - 1] ?? ''}`

export const screen = defineScreen({
  resource: holidays,
  title: 'Holidays',
  one: 'holiday',
  labels: { name: 'Name', day: 'Day', is_tentative: 'Date to be checked', calendar: 'Calendar', from: 'From day', to: 'To day' },
  nameOf: ({ name, day }) => `${name}, ${formatPlainDay(day)}`,
  columns: [
    { name: 'name', show: ({ name }) => name },
    { name: 'day', show: ({ day }) => showDay(day) },
    { name: 'is_tentative', width: '9rem', atEnd: true, show: ({ is_tentative }) => (is_tentative ? <ToBeChecked /> : null) },
    { name: 'calendar' },
  ],
  filters: [
    { name: 'calendar', kind: 'text' },
    { name: 'from', kind: 'day' },
    { name: 'to', kind: 'day' },
  ],
  empty: 'Batches that follow a calendar have no class on its holidays.',
  blank: { name: '', day: '', calendar: 'India' },
  show: {
    day: (value) => (typeof value === 'string' ? showDay(value) : null),
    is_tentative: (value) => (value === true ? <ToBeChecked /> : 'Checked'),
  },
  making: { done: ({ name }) => `${name} is added. No class has moved yet.` },
  acts: [
    {
      label: 'Date is right',
      permission: 'holidays:write',
      primary: true,
      when: ({ is_tentative }) => is_tentative,
      run: 'confirm',
      done: ({ name }) => `The date of ${name} is checked.`,
      undo: 'doubt',
    },
    {
      label: 'Remove',
      permission: 'holidays:write',
      removes: true,
      run: remove,
    },
  ],
  Form: HolidayForm,
  Above: () => (
    <>
      <StateHolidays />
      <Outdated />
    </>
  ),
})

function ToBeChecked() {
  return <Badge tone="signal">To be checked</Badge>
}

async function remove({ id, version }: HolidayRecord): Promise<void> {
  const { calendar, day, name, is_tentative } = await call(holidays.actions.remove, { params: { id }, ifMatch: version })
  notify(`${name} is removed.`, async () => {
    const { id, version } = await call(holidays.endpoints.create, { body: { calendar, day, name } })
    if (is_tentative) await call(holidays.actions.doubt, { params: { id }, ifMatch: version })
  })
}

function HolidayForm() {
  return (
    <Section
      title="Holiday"
      text="No class is planned on this day. Classes that exist already move only when you bring their batch in line."
    >
      <TextField<Values> name="name" required maxLength={120} />
      <Pair>
        <DateField<Values> name="day" required min="2000-01-01" max="2099-12-31" />
        <TextField<Values> name="calendar" required maxLength={60} hint="Batches name the calendar that they follow." />
      </Pair>
    </Section>
  )
}

/** Rows of the message before the others are asked for. */
const few = 3

/** Batches that no longer follow the holidays, each with a way to bring it in line. */
function Outdated() {
  const { may } = useAccess()
  const { data } = useOutdated()
  const [showsAll, setShowsAll] = useState(false)
  const [open, setOpen] = useState<number | null>(null)
  const items = data?.items ?? []
  return (
    <>
      {items.length > 0 ? (
        <section aria-label="Batches out of line" className="border-b border-line bg-signal-soft/60 px-4 py-3">
          <h2 className="flex items-center gap-2 text-sm">
            <TriangleAlert aria-hidden="true" className="size-4 text-signal" />
            {countOf(items.length, 'batch is', 'batches are')} out of line with the days of the pattern and the holidays
          </h2>
          {data?.is_complete ? null : <p className="pl-6 text-muted">These are the next to start. There may be more.</p>}
          <ul className="mt-1 max-h-64 overflow-y-auto">
            {(showsAll ? items : items.slice(0, few)).map((batch) => (
              <li key={batch.id} className="flex flex-wrap items-center gap-x-3 gap-y-1 py-1.5 pl-6">
                <Link to={`/batches/${batch.id}`} className="font-semibold underline-offset-2 hover:underline">
                  {nameOfBatch(batch)}
                </Link>
                <span className="text-muted">from {formatDay(batch.starts_at)}</span>
                <span className="figures">{sumUpChanges(batch)}</span>
                {may('batches:write') ? (
                  <Button className="sm:ml-auto" onClick={() => setOpen(batch.id)} aria-label={`Review ${nameOfBatch(batch)}`}>
                    Review
                  </Button>
                ) : null}
              </li>
            ))}
          </ul>
          {items.length > few ? (
            <Button variant="quiet" className="ml-3" aria-expanded={showsAll} onClick={() => setShowsAll(!showsAll)}>
              {showsAll ? 'Show fewer' : `Show all ${items.length}`}
            </Button>
          ) : null}
        </section>
      ) : null}
      {items.length === 0 && data?.is_complete === false ? (
        <p className="border-b border-line px-4 py-3 text-muted">
          The batches are being compared with the holidays. This takes a minute or two.
        </p>
      ) : null}
      {open === null ? null : <AlignDialog batchId={open} onClose={() => setOpen(null)} />}
    </>
  )
}
