import { useQuery } from '@tanstack/react-query'
import { ArrowRight } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { shownAddresses } from '#contract/shown-addresses.ts'
import { readToday, type Today } from '#contract/desk/staff/today.ts'
import { FirstSale } from './first-sale.tsx'
import { Loading, Skeleton } from '#ui/skeleton.tsx'
import { formatClock, formatLongDay, formatPlainDay, formatShortDay } from '#ui/format.ts'
import { useAccess } from '#console/kit/api/access.ts'
import { call } from '#console/kit/api/client.ts'
import { Badge } from '#console/kit/parts/badge.tsx'
import { AgePill } from '#console/kit/parts/working-age.tsx'
import { formatPaise } from '#console/kit/parts/money.ts'
import { Failed } from '#console/kit/parts/states.tsx'
import { formatMoment } from '#console/kit/parts/time.ts'
import { useTitle } from '#console/kit/parts/use-title.ts'
import { StartDemoClass } from './start-demo-class.tsx'
import { TeachingToday } from './teaching-today.tsx'

/** Milliseconds after which the page is read anew while it is open. */
const everyMinute = 60_000

/** The first page: what happens today, and what waits for the person who reads it. */
export function Page() {
  useTitle('Today')
  const { staff } = useAccess()
  const teaches = staff.roles.includes('instructor')
  const isOfOffice = staff.roles.some((role) => role !== 'instructor')
  const { data, error, refetch } = useQuery({
    queryKey: ['today'],
    queryFn: () => call(readToday),
    refetchInterval: everyMinute,
  })
  return (
    <div className="h-full overflow-auto">
      <div className="mx-auto grid max-w-5xl gap-5 px-4 pt-4 pb-12 sm:gap-8 sm:px-8 sm:pt-6">
        <header className="flex flex-wrap items-start justify-between gap-3">
          <div>
            <h1 tabIndex={-1} className="text-2xl outline-none">
              {data ? formatLongDay(`${data.day}T06:00:00Z`) : 'Today'}
            </h1>
            <p className="mt-1 text-base text-muted max-sm:hidden">
              Good to see you, {staff.name.split(' ')[0] || shownAddresses(staff.email)}.
            </p>
          </div>
          {data?.is_demo ? <StartDemoClass /> : null}
        </header>
        <FirstSale />
        {data?.questions && data.questions.waiting > 0 && !isOfOffice ? (
          <section aria-label="What waits" className="grid grid-cols-2 gap-3 lg:grid-cols-4">
            <Tile {...questionsTile(data.questions)} />
          </section>
        ) : null}
        {teaches ? <TeachingToday isAll={!isOfOffice} /> : null}
        {!isOfOffice ? null : error && !data ? (
          <Failed error={error} onRetry={() => void refetch()} />
        ) : data ? (
          <Parts today={data} />
        ) : (
          <Waiting />
        )}
      </div>
    </div>
  )
}

/** Holds the place of the tiles and lists. */
function Waiting() {
  return (
    <Loading label="Loading" className="grid gap-8">
      <div className="grid grid-cols-2 gap-3 lg:grid-cols-4">
        {[0, 1, 2, 3].map((place) => (
          <Skeleton key={place} className="h-24" />
        ))}
      </div>
      <Skeleton className="h-48" />
    </Loading>
  )
}

function Parts({ today }: { today: Today }) {
  const tiles = tilesOf(today)
  const { classes, late_recordings: late, leads, filling } = today
  return (
    <>
      <section aria-label="What waits" className="grid grid-cols-2 gap-3 lg:grid-cols-4">
        {tiles.map((tile) => (
          <Tile key={tile.title} {...tile} />
        ))}
        {tiles.length === 0 && !late?.total ? <p className="col-span-full text-base text-muted">Nothing waits for you.</p> : null}
      </section>
      <div className="grid items-start gap-8 lg:grid-cols-2">
        {classes ? <Classes classes={classes} /> : null}
        {leads && leads.oldest.length > 0 ? <Leads leads={leads} /> : null}
        {late && late.total > 0 ? <LateRecordings late={late} /> : null}
        {filling ? <Filling batches={filling} /> : null}
      </div>
    </>
  )
}

interface TileProps {
  title: string
  value: string
  note: string
  /** A second line below the note. */
  more?: string
  to: string
  tone?: 'signal' | 'bad'
}

const plural = (count: number, word: string) => `${count} ${word}${count === 1 ? '' : 's'}`

const urgencyOf = ({ tone }: TileProps) => (tone === 'bad' ? 0 : tone === 'signal' ? 1 : 2)

/** What waits, the most urgent first, with the page where it is done. What is zero, or what the role may not read, has no tile. */
function tilesOf({
  leads,
  approvals,
  imports,
  requests,
  review,
  restore,
  backup,
  money,
  owed,
  questions,
  course_reviews: courseReviews,
  waitlist,
  failures,
}: Today): TileProps[] {
  const tiles: (TileProps | null)[] = [
    leads && leads.todo > 0
      ? {
          title: 'Leads to answer',
          value: String(leads.todo),
          note: lateNote(leads.late),
          to: '/leads?state=todo',
          ...(leads.late > 0 ? { tone: 'bad' } : {}),
        }
      : null,
    approvals && approvalsTile(approvals),
    imports?.oldest_at
      ? {
          title: 'Lists to decide',
          value: String(imports.waiting),
          note: `The oldest is of ${formatShortDay(imports.oldest_at)}`,
          to: '/imports?state=waiting&sort=created_at',
          tone: 'signal',
        }
      : null,
    requests?.oldest_at
      ? {
          title: 'Requests to decide',
          value: String(requests.open),
          note: `The oldest is of ${formatShortDay(requests.oldest_at)}`,
          to: '/requests?status=open',
          tone: 'signal',
        }
      : null,
    owed && owed.late > 0
      ? {
          title: 'Late parts',
          value: formatPaise(owed.late_paise),
          note: `${plural(owed.late, 'part')} late`,
          ...(owed.paused > 0 ? { more: `${plural(owed.paused, 'place')} paused` } : {}),
          to: '/instalments?state=late',
          tone: 'signal',
        }
      : null,
    questions && questions.waiting > 0 ? questionsTile(questions) : null,
    waitlist && waitlist.waiting + waitlist.offered > 0
      ? {
          title: 'Wait for a seat',
          value: String(waitlist.waiting),
          note: waitlist.first_ends_at
            ? `${plural(waitlist.offered, 'offer')} open, the first until ${formatMoment(waitlist.first_ends_at)}`
            : 'No seat is offered now',
          to: '/waitlist?open=true&sort=joined_at',
        }
      : null,
    courseReviews?.oldest_at
      ? {
          title: 'Course reviews to decide',
          value: String(courseReviews.waiting),
          note: `The oldest is of ${formatShortDay(courseReviews.oldest_at)}`,
          to: '/reviews?state=waiting',
          tone: 'signal',
        }
      : null,
    review && reviewTile(review),
    restore && restoreTile(restore),
    backup && backupTile(backup),
    failures &&
      (failures.mails + failures.jobs > 0
        ? {
            title: 'Failed',
            value: String(failures.mails + failures.jobs),
            note: [failures.mails ? plural(failures.mails, 'mail') : '', failures.jobs ? plural(failures.jobs, 'job') : '']
              .filter(Boolean)
              .join(', '),
            to: '/review',
            tone: 'bad',
          }
        : null),
    money && money.month_paise + money.refunded_month_paise > 0
      ? {
          title: 'Received today',
          value: formatPaise(money.today_paise),
          note: `${money.refunded_today_paise > 0 ? formatPaise(money.refunded_today_paise) : 'Nothing'} refunded today`,
          more: `This month ${formatPaise(money.month_paise)} received, ${formatPaise(money.refunded_month_paise)} refunded`,
          to: '/payments',
        }
      : null,
    money && money.to_pay_back > 0
      ? {
          title: 'To pay back',
          value: formatPaise(money.to_pay_back_paise),
          note: `${plural(money.to_pay_back, 'refund')} to pay by hand`,
          to: '/refunds?to_pay_back=true&sort=created_at',
          tone: 'signal',
        }
      : null,
    money && money.to_give_back + money.cheques_to_give_back > 0
      ? {
          title: 'To give back',
          value: money.to_give_back > 0 ? formatPaise(money.to_give_back_paise) : plural(money.cheques_to_give_back, 'cheque'),
          note: money.to_give_back > 0 ? `${plural(money.to_give_back, 'payment')} not accepted` : 'Not accepted, not banked',
          ...(money.to_give_back > 0 && money.cheques_to_give_back > 0
            ? { more: `And ${plural(money.cheques_to_give_back, 'cheque')}` }
            : {}),
          to: '/offline-payments?state=return_due&sort=recorded_at',
          tone: 'signal',
        }
      : null,
    money && money.refunds + money.confirming > 0
      ? {
          title: 'Money that waits',
          value: formatPaise(money.refunds_paise + money.confirming_paise),
          note: [
            money.refunds ? `${plural(money.refunds, 'refund')} on the way` : '',
            money.confirming ? `${plural(money.confirming, 'payment')} confirming` : '',
          ]
            .filter(Boolean)
            .join(', '),
          to: money.refunds ? '/payments?state=refund_due' : '/payments?state=confirming',
        }
      : null,
  ]
  return tiles.filter((tile) => tile !== null).toSorted((a, b) => urgencyOf(a) - urgencyOf(b))
}

const lateNote = (late: number) => (late > 0 ? `${late} late, 24 working hours and more` : 'None is late')

function questionsTile({ waiting, late }: NonNullable<Today['questions']>): TileProps {
  return {
    title: 'Questions to answer',
    value: String(waiting),
    note: lateNote(late),
    to: '/questions?state=waiting',
    ...(late > 0 ? { tone: 'bad' } : {}),
  }
}

/** Only what the reader can decide is theirs: who asks never approves. */
function approvalsTile(approvals: NonNullable<Today['approvals']>): TileProps | null {
  const { waiting, waiting_paise: paise, for_others: others, alone_from: aloneFrom } = approvals
  if (waiting > 0) {
    return {
      title: 'Approvals to decide',
      value: String(waiting),
      note: `${formatPaise(paise)} ${waiting === 1 ? 'waits' : 'wait'} for you`,
      ...(others > 0 ? { more: otherApprovals(others) } : {}),
      to: '/approvals?waits_for=me&sort=asked_at',
      tone: 'signal',
    }
  }
  if (others === 0) return null
  return {
    title: 'Approvals',
    value: String(others),
    note: aloneFrom ? `You may decide from ${formatMoment(aloneFrom)}` : otherApprovals(others),
    to: '/approvals?waits_for=others&sort=asked_at',
  }
}

const otherApprovals = (count: number) => `${count} ${count === 1 ? 'waits' : 'wait'} for somebody else`

function reviewTile(review: NonNullable<Today['review']>): TileProps | null {
  const { payments, disputes, unmatched, unmatched_paise: paise, events, late_refunds: late, respond_by: deadline } = review
  const total = payments + disputes + unmatched + events + late
  if (total === 0) return null
  return {
    title: 'Reviews to decide',
    value: String(total),
    note: deadline ? `A dispute is answered by ${formatPlainDay(deadline)}` : 'Payments and events',
    ...(paise > 0 ? { more: `${formatPaise(paise)} without an order` } : {}),
    to: '/review',
    tone: disputes > 0 ? 'signal' : 'bad',
  }
}

function restoreTile({ snapshot_at: at, waiting }: NonNullable<Today['restore']>): TileProps {
  return {
    title: 'Documents that wait',
    value: String(waiting),
    note: `A backup of ${formatMoment(at)} was restored. The operator says which numbers were issued since.`,
    more: 'npm run payments -- series',
    to: '/review',
    tone: 'bad',
  }
}

function backupTile({ made_at: at, problem, is_set_up: isSetUp }: NonNullable<Today['backup']>): TileProps {
  return {
    title: 'Verified backup',
    value: at === null ? 'None' : formatShortDay(at),
    note: isSetUp
      ? (problem ?? 'The newest is older than a day. The person who runs the server looks at npm run backup.')
      : 'The person who runs the server sets BACKUP_DIR and BACKUP_PASSPHRASE.',
    to: '/backups',
    tone: 'bad',
  }
}

const tones = { signal: 'text-signal', bad: 'text-bad' } as const

/** A long amount stays on one line where tiles are narrow. */
const longClass = 'text-base sm:text-2xl lg:text-lg xl:text-2xl'

function Tile({ title, value, note, more, to, tone }: TileProps) {
  return (
    <Link
      to={to}
      className="grid content-start gap-1 rounded-lg border border-line bg-surface p-4 transition-colors hover:border-edge hover:bg-sunken"
    >
      <span className="text-sm text-muted">{title}</span>
      <span
        className={`figures font-semibold whitespace-nowrap ${value.length > 9 ? longClass : 'text-2xl'} ${tone ? tones[tone] : ''}`}
      >
        {value}
      </span>
      <span className="text-sm text-muted">{note}</span>
      {more ? <span className="text-sm text-muted">{more}</span> : null}
    </Link>
  )
}

function Part({ title, more, children }: { title: string; more?: { to: string; text: string }; children: ReactNode }) {
  return (
    <section aria-label={title} className="grid gap-2">
      <div className="flex min-h-8 items-center justify-between gap-3">
        <h2 className="text-base">{title}</h2>
        {more ? (
          <Link to={more.to} className="inline-flex min-h-6 items-center gap-1 text-muted hover:text-ink">
            {more.text}
            <ArrowRight aria-hidden="true" className="size-3.5" />
          </Link>
        ) : null}
      </div>
      {children}
    </section>
  )
}

const classStates = {
  scheduled: { tone: 'ahead', text: 'Scheduled' },
  live: { tone: 'good', text: 'Live now' },
  held: { tone: 'neutral', text: 'Held' },
  cancelled: { tone: 'bad', text: 'Cancelled' },
} as const

function Classes({ classes }: { classes: NonNullable<Today['classes']> }) {
  return (
    <Part title="Classes today">
      {classes.length === 0 ? (
        <p className="rounded-lg border border-dashed border-line px-4 py-6 text-muted">No class is held today.</p>
      ) : (
        <ul className="divide-y divide-line rounded-lg border border-line">
          {classes.map(({ id, batch_id, course, number, total, topic, instructor, starts_at, state, clash }) => (
            <li key={id}>
              <Link
                to={`/batches/${batch_id}?class=${id}`}
                className="grid grid-cols-[1fr_auto] items-start gap-x-3 gap-y-1 px-4 py-3 hover:bg-sunken sm:grid-cols-[4.5rem_1fr_auto]"
              >
                <span className="figures font-semibold">{formatClock(starts_at).replace(' IST', '')}</span>
                <span className="min-w-0 max-sm:col-span-2 max-sm:row-start-2">
                  <span className="block break-words">{course}</span>
                  <span className="block text-sm break-words text-muted">
                    {[number === null ? null : `Class ${number} of ${total}`, topic, instructor].filter(Boolean).join(' · ')}
                  </span>
                  {clash === null ? null : (
                    <span className="mt-0.5 block text-sm font-medium break-words text-signal">
                      {instructor} has another class at that time: {clash}
                    </span>
                  )}
                </span>
                <Badge tone={classStates[state].tone}>{classStates[state].text}</Badge>
              </Link>
            </li>
          ))}
        </ul>
      )}
    </Part>
  )
}

function LateRecordings({ late: { total, newest } }: { late: NonNullable<Today['late_recordings']> }) {
  return (
    <Part title="Recordings that are late" more={{ to: '/class-recordings?late=true', text: `All ${total}` }}>
      <ul className="divide-y divide-line rounded-lg border border-line">
        {newest.map(({ session_id, batch_id, course, number, topic, starts_at }) => (
          <li key={session_id}>
            <Link to={`/batches/${batch_id}?class=${session_id}`} className="grid gap-0.5 px-4 py-3 hover:bg-sunken">
              <span className="break-words">{topic || `Class ${number}`}</span>
              <span className="text-sm break-words text-muted">
                {formatShortDay(starts_at)} · {course}, class {number}
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </Part>
  )
}

function Leads({ leads }: { leads: NonNullable<Today['leads']> }) {
  return (
    <Part title="Leads, the oldest first" more={{ to: '/leads?state=todo', text: `All ${leads.todo}` }}>
      <ul className="divide-y divide-line rounded-lg border border-line">
        {leads.oldest.map(({ id, name, age_hours: hours, due_at: due }) => (
          <li key={id}>
            <Link to={`/leads/${id}?state=todo`} className="flex items-center justify-between gap-3 px-4 py-3 hover:bg-sunken">
              <span className="min-w-0 truncate">{name}</span>
              {hours === null ? <Badge tone="signal">Back since {formatShortDay(due)}</Badge> : <AgePill hours={hours} />}
            </Link>
          </li>
        ))}
      </ul>
    </Part>
  )
}

function Filling({ batches }: { batches: NonNullable<Today['filling']> }) {
  return (
    <Part title="Seats of the next batches" more={{ to: '/batches', text: 'All batches' }}>
      {batches.length === 0 ? (
        <p className="rounded-lg border border-dashed border-line px-4 py-6 text-muted">No batch begins soon.</p>
      ) : (
        <ul className="divide-y divide-line rounded-lg border border-line">
          {batches.map(({ batch_id, course, starts_at, students, capacity }) => (
            <li key={batch_id}>
              <Link to={`/batches/${batch_id}`} className="grid grid-cols-[1fr_auto] gap-x-4 gap-y-1.5 px-4 py-3 hover:bg-sunken">
                <span className="min-w-0">
                  <span className="block break-words">{course}</span>
                  <span className="block text-sm text-muted">From {formatPlainDay(starts_at)}</span>
                </span>
                <span className="figures text-right">
                  {capacity === null ? plural(students, 'student') : `${students} of ${capacity}`}
                </span>
                {capacity === null ? null : (
                  <progress
                    aria-label={`Seats of ${course} that are taken`}
                    value={students}
                    max={capacity}
                    className="col-span-2 h-1 w-full appearance-none overflow-hidden rounded-full bg-line [&::-moz-progress-bar]:bg-accent [&::-webkit-progress-bar]:bg-line [&::-webkit-progress-value]:bg-accent"
                  />
                )}
              </Link>
            </li>
          ))}
        </ul>
      )}
    </Part>
  )
}
