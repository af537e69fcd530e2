import { UserX } from 'lucide-react'
import type { ReactNode } from 'react'
import type { ClassPlan } from '#contract/classes/staff/batches.ts'
import { formatDay, formatMonthOfYear } from '#ui/format.ts'
import { formatMoment } from '#console/kit/parts/time.ts'
import { dayOf, daysFrom, monthsBetween, weekdayNames, weeksOfMonth } from '#ui/days.ts'
import { changesOf, countOfClasses, sumUp, sumUpChanges, sumUpNotified, sumUpTopics } from './change-texts.ts'

interface Props {
  plan: ClassPlan
  weekdays: readonly number[]
  /** Whether the classes of a batch that exists are compared. */
  compares: boolean
}

/** The classes that a pattern makes: in words, as months, and what changes. */
export function PlanWeeks({ plan, weekdays, compares }: Props) {
  const marks = marksOf(plan, compares)
  const days = [...marks.keys()].toSorted()
  const [first, last] = [days[0], days.at(-1)]
  const onHolidays = plan.sessions.filter((session) => session.holiday !== null && session.starts_at !== null)
  return (
    <div className="grid gap-5">
      <div className="grid gap-1">
        <p className="text-base font-semibold">{sumUp(plan, weekdays)}.</p>
        {compares ? (
          <p className="text-muted">
            {[differenceOf(plan), sumUpTopics(plan), sumUpNotified(plan.tells)].filter(Boolean).join(' ')}
          </p>
        ) : null}
      </div>
      {plan.skipped.length > 0 ? (
        <Days title={plan.skipped.length === 1 ? 'A holiday is skipped' : `${plan.skipped.length} holidays are skipped`}>
          {plan.skipped.map(({ day, name }) => (
            <Day key={day} day={formatDay(day)} text={name} />
          ))}
        </Days>
      ) : null}
      {onHolidays.length > 0 ? (
        <Days title={`${countOfClasses(onHolidays.length)} on a holiday`}>
          {onHolidays.map(({ starts_at, holiday }) => (
            <Day key={starts_at} day={formatDay(starts_at ?? '')} text={holiday ?? ''} />
          ))}
        </Days>
      ) : null}
      <Clashes plan={plan} />
      {compares ? <Changes plan={plan} /> : null}
      {first && last ? (
        <>
          <Legend marks={marks} />
          <div className="grid items-start gap-x-8 gap-y-6 sm:grid-cols-2">
            {monthsBetween(first, last).map((month) => (
              <Month key={month} month={month} marks={marks} />
            ))}
          </div>
        </>
      ) : null}
    </div>
  )
}

function differenceOf(plan: ClassPlan): string {
  const changes = sumUpChanges(changesOf(plan))
  return changes ? `Compared with now: ${changes}.` : 'No class changes.'
}

type Kind = 'class' | 'clash' | 'added' | 'moved' | 'removed' | 'skipped' | 'on-holiday'
interface Mark {
  kind: Kind
  note: string
}

const kindNames: Record<Kind, string> = {
  class: 'Class',
  clash: 'Instructor is busy',
  added: 'Added',
  moved: 'Moved here',
  removed: 'No longer',
  skipped: 'Holiday',
  'on-holiday': 'Class on a holiday',
}
const kindClasses: Record<Kind, string> = {
  class: 'bg-accent text-on-accent font-semibold',
  clash: 'bg-accent text-on-accent font-semibold ring-2 ring-inset ring-signal',
  added: 'bg-accent-soft text-accent font-semibold ring-2 ring-inset ring-accent',
  moved: 'bg-accent-soft text-accent font-semibold underline underline-offset-2',
  removed: 'text-muted line-through ring-1 ring-inset ring-edge',
  skipped: 'text-signal font-semibold border border-dashed border-signal',
  'on-holiday': 'bg-signal-soft text-signal font-semibold ring-2 ring-inset ring-signal',
}

/** What each day shows. A class outweighs one that leaves the day. */
function marksOf({ sessions, skipped, clashes }: ClassPlan, compares: boolean): Map<string, Mark> {
  const busy = new Set(clashes.map(({ starts_at }) => starts_at))
  const marks = new Map<string, Mark>()
  for (const { was_at: was } of sessions)
    if (was !== null) marks.set(dayOf(was), { kind: 'removed', note: 'no class any longer' })
  for (const { day, name } of skipped) marks.set(day, { kind: 'skipped', note: `holiday, ${name}` })
  for (const { starts_at: start, was_at: was, change, holiday } of sessions) {
    if (start === null) continue
    const day = dayOf(start)
    const stays = !compares || change === 'unchanged' || (was !== null && dayOf(was) === day)
    const kind =
      holiday !== null ? 'on-holiday' : busy.has(start) ? 'clash' : stays ? 'class' : change === 'moved' ? 'moved' : 'added'
    marks.set(day, { kind, note: holiday === null ? kindNames[kind].toLowerCase() : `class on ${holiday}` })
  }
  return marks
}

function Legend({ marks }: { marks: ReadonlyMap<string, Mark> }) {
  const kinds = new Set([...marks.values()].map(({ kind }) => kind))
  return (
    <ul aria-hidden="true" className="flex flex-wrap gap-x-4 gap-y-1.5 text-xs text-muted">
      {Object.entries(kindNames)
        .filter(([kind]) => kinds.has(kind as Kind))
        .map(([kind, name]) => (
          <li key={kind} className="flex items-center gap-1.5">
            <span className={`figures grid size-5 place-items-center rounded-full text-xs ${kindClasses[kind as Kind]}`}>7</span>
            {name}
          </li>
        ))}
    </ul>
  )
}

function Month({ month, marks }: { month: string; marks: ReadonlyMap<string, Mark> }) {
  return (
    <table className="w-full table-fixed border-separate border-spacing-y-0.5 text-center text-xs [contain-intrinsic-size:auto_13rem] [content-visibility:auto]">
      <caption className="pb-1.5 text-left text-sm font-semibold">{formatMonthOfYear(`${month}-01`)}</caption>
      <thead>
        <tr>
          {weekdayNames.map((name) => (
            <th key={name} scope="col" abbr={name} className="pb-1 font-medium text-muted">
              {name.slice(0, 2)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {weeksOfMonth(month).map((monday) => (
          <tr key={monday}>
            {daysFrom(monday, 7).map((day) => {
              const mark = marks.get(day)
              return (
                <td key={day} className="p-0">
                  {day.startsWith(month) ? (
                    <span
                      title={mark?.note}
                      className={`figures mx-auto grid size-7 place-items-center rounded-full ${mark ? kindClasses[mark.kind] : 'text-muted'}`}
                    >
                      {Number(day.slice(8))}
                      {mark ? <span className="sr-only">, {mark.note}</span> : null}
                    </span>
                  ) : null}
                </td>
              )
            })}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** The other classes of the instructor, a line for each of their batches. */
function Clashes({ plan: { clashes } }: { plan: ClassPlan }) {
  if (clashes.length === 0) return null
  const times = new Set(clashes.map(({ starts_at }) => starts_at)).size
  const batches = Map.groupBy(clashes, ({ what }) => what)
  return (
    <Days isWarning title={`The instructor has another class at ${times === 1 ? 'one' : times} of these times`}>
      {[...batches].map(([what, classes]) => (
        <Day
          key={what}
          day={countOfClasses(classes.length)}
          text={`${what}, ${classes.length === 1 ? 'on' : 'first on'} ${formatDay(classes[0]?.starts_at ?? '')}`}
        />
      ))}
    </Days>
  )
}

function Changes({ plan }: { plan: ClassPlan }) {
  const changed = plan.sessions.filter(({ change }) => change !== 'unchanged')
  if (changed.length === 0) return null
  return (
    <Days title={changed.length === 1 ? '1 class changes' : `${changed.length} classes change`}>
      {changed.map(({ change, session_id: id, was_at: was, starts_at: start, topic }) => (
        <Day
          key={id ?? start}
          day={{ added: 'Added', moved: 'Moved', removed: 'Removed', unchanged: '' }[change]}
          text={
            <>
              {was ? <span className={start ? 'text-muted' : ''}>{formatMoment(was)}</span> : null}
              {was && start ? ' → ' : null}
              {start ? formatMoment(start) : topic ? `: ${topic}` : null}
            </>
          }
        />
      ))}
    </Days>
  )
}

/** Lines of a long list that are shown at once. */
const few = 6

interface DaysProps {
  title: string
  children: readonly ReactNode[]
  isWarning?: boolean
}

function Days({ title, children, isWarning = false }: DaysProps) {
  const rest = children.slice(few)
  return (
    <section className={`rounded-md px-3 py-2.5 ${isWarning ? 'bg-signal-soft' : 'bg-sunken'}`}>
      <h3 className={`mb-1 flex items-center gap-1.5 text-xs font-semibold ${isWarning ? 'text-signal' : ''}`}>
        {isWarning ? <UserX aria-hidden="true" className="size-3.5 shrink-0" /> : null}
        {title}
      </h3>
      <ul className="grid gap-1">{children.slice(0, few)}</ul>
      {rest.length > 0 ? (
        <details className="mt-1">
          <summary className="w-fit cursor-pointer rounded-sm text-muted hover:text-ink">{rest.length} more</summary>
          <ul className="mt-1 grid gap-1">{rest}</ul>
        </details>
      ) : null}
    </section>
  )
}

function Day({ day, text }: { day: string; text: ReactNode }) {
  return (
    <li className="flex gap-3">
      <span className="figures w-24 shrink-0 text-muted">{day}</span>
      <span className="min-w-0">{text}</span>
    </li>
  )
}
