import { type ReactNode, useState } from 'react'
import type { BatchOfCourse } from '#contract/catalog/catalog.ts'
import type { WaitlistEntry } from '#contract/enrolment/waitlist.ts'
import { pathTo } from '#contract/pages.ts'
import { Button, ButtonLink } from '#ui/button.tsx'
import { formatClock, formatDay } from '#ui/format.ts'
import { LocalTime } from '#ui/local-time.tsx'
import { Notice } from '#ui/notice.tsx'
import { Loading, Skeleton } from '#ui/skeleton.tsx'
import { messageOf } from '#web/lib/api.ts'
import { pathToLogin } from '#web/lib/return-to.ts'
import { useSession } from '#web/lib/session.ts'

interface Props {
  batchId: string
  choice: BatchOfCourse | null | undefined
  /** The entry of the person; null without one. */
  entry: WaitlistEntry | null
  /** Absent where nobody is signed in. */
  onJoin?: () => Promise<unknown>
  onLeave: () => Promise<unknown>
  /** In place of the button that joins, for a visitor. */
  children?: ReactNode
}

/** What a person can do about a full batch now: join, wait, take the offered seat, leave. */
export function WaitingCard({ batchId, choice, entry, onJoin, onLeave, children }: Props) {
  if (entry?.state === 'offered') return <Offered batchId={batchId} entry={entry} onLeave={onLeave} />
  if (entry?.state === 'waiting') return <Waiting entry={entry} onLeave={onLeave} />
  if (entry?.state === 'taken') {
    return (
      <Words title="You have a place" text="You are enrolled in this batch, so you do not wait for it.">
        <ButtonLink variant="primary" size="lg" className="w-full" to={pathTo('room', entry.course_id)} reloadDocument>
          Go to your room
        </ButtonLink>
      </Words>
    )
  }
  const closed = closedTexts(choice)
  if (closed) {
    return (
      <Words title={closed.title} text={closed.text}>
        {closed.isOpen ? (
          <ButtonLink variant="primary" size="lg" className="w-full" to={pathTo('start-payment', batchId)} reloadDocument>
            Enroll
          </ButtonLink>
        ) : (
          <OtherBatches choice={choice} />
        )}
      </Words>
    )
  }
  const [title, text] = beforeJoining[entry?.state === 'lapsed' || entry?.state === 'left' ? entry.state : 'none']
  return (
    <Words title={title} text={text}>
      {children ?? (onJoin ? <Join onJoin={onJoin} /> : null)}
    </Words>
  )
}

const beforeJoining = {
  none: ['This batch is full', 'Join the waitlist, and we write to you when a seat comes free.'],
  lapsed: ['Your offer has ended', 'The seat went to the next person. You can join the waitlist again, at its end.'],
  left: ['You have left the waitlist', 'You can join it again, at its end.'],
} as const

/** Why nobody waits for a batch; null of a full one. */
function closedTexts(choice: BatchOfCourse | null | undefined): { title: string; text: string; isOpen?: true } | null {
  if (!choice) return { title: 'This batch is over', text: 'Other batches of the course may have a seat.' }
  const { can_enroll: isOpen, status } = choice.batch
  if (isOpen) return { title: 'A seat is free', text: 'Nobody has to wait for this batch now.', isOpen: true }
  if (status === 'Cancelled') return { title: 'This batch is cancelled', text: 'Other batches of the course may have a seat.' }
  return status === 'Batch already started'
    ? { title: 'This batch has started', text: 'Other batches of the course may have a seat.' }
    : null
}

function OtherBatches({ choice }: { choice: BatchOfCourse | null | undefined }) {
  return (
    <ButtonLink
      variant="primary"
      size="lg"
      className="w-full"
      to={choice ? pathTo('course', choice.course.id, { tab: 'batches' }) : pathTo('new-batches')}
    >
      See other batches
    </ButtonLink>
  )
}

function Words({ title, text, children }: { title: string; text: ReactNode; children?: ReactNode }) {
  return (
    <>
      <h2 id="place" className="text-2xl font-bold">
        {title}
      </h2>
      <p className="mt-3 mb-6 text-muted">{text}</p>
      {children}
    </>
  )
}

/** Runs an act of the card and says what went wrong. */
function useAct(act: () => Promise<unknown>, failed: string) {
  const [state, setState] = useState({ pending: false, problem: '' })
  const run = async () => {
    setState({ pending: true, problem: '' })
    try {
      await act()
      setState({ pending: false, problem: '' })
    } catch (error) {
      setState({ pending: false, problem: messageOf(error, failed) })
    }
  }
  return { ...state, run }
}

function Join({ onJoin }: { onJoin: () => Promise<unknown> }) {
  const { pending, problem, run } = useAct(onJoin, 'You could not join the waitlist. Please try again.')
  return (
    <div className="space-y-4">
      {problem ? <Notice tone="bad" title={problem} /> : null}
      <Button variant="primary" size="lg" className="w-full" pending={pending && 'Joining…'} onClick={run}>
        Join the waitlist
      </Button>
    </div>
  )
}

function Waiting({ entry, onLeave }: { entry: WaitlistEntry; onLeave: () => Promise<unknown> }) {
  return (
    <>
      <h2 id="place" className="text-2xl font-bold">
        You are on the waitlist
      </h2>
      <p className="figures mt-5 text-4xl leading-none font-extrabold text-accent">{entry.place}</p>
      <p className="mt-2 font-semibold">
        {entry.place === 1
          ? 'The next free seat is offered to you.'
          : 'is your place. It goes down as others get a seat or leave.'}
      </p>
      <p className="mt-3 mb-6 text-muted">We send an e-mail when a seat is free for you. There is nothing else to do.</p>
      <Leave question="You lose your place on the waitlist." button="Leave the waitlist" onLeave={onLeave} />
    </>
  )
}

function Offered({ batchId, entry, onLeave }: { batchId: string; entry: WaitlistEntry; onLeave: () => Promise<unknown> }) {
  const until = entry.offered_until ?? entry.starts_at
  const { loading, user } = useSession()
  const payment = pathTo('start-payment', batchId)
  return (
    <>
      <h2 id="place" className="text-2xl font-bold">
        A seat is free for you
      </h2>
      <p className="mt-4 border-l-4 border-signal pl-4 font-semibold text-signal">
        Seat offered to you until{' '}
        <time dateTime={until} className="figures">
          {formatDay(until)}, {formatClock(until)}
        </time>
        .{' '}
        <span className="block text-sm font-normal text-muted">
          <LocalTime instant={until} />
        </span>
      </p>
      <p className="mt-3 mb-6 text-muted">Nobody else can buy it before then. You are enrolled as soon as you have paid.</p>
      <ButtonLink
        variant="primary"
        size="lg"
        className="mb-3 w-full"
        to={user || loading ? payment : pathToLogin(payment)}
        reloadDocument
      >
        Pay and take the seat
      </ButtonLink>
      <Leave
        question="The seat goes to the next person, and you leave the waitlist."
        button="Give the seat back"
        onLeave={onLeave}
      />
    </>
  )
}

/** Asks once more, because a place that is given up does not come back. */
function Leave({ question, button, onLeave }: { question: string; button: string; onLeave: () => Promise<unknown> }) {
  const [asking, setAsking] = useState(false)
  const { pending, problem, run } = useAct(onLeave, 'This could not be done. Please try again.')
  if (!asking) {
    return (
      <Button variant="quiet" className="w-full" onClick={() => setAsking(true)}>
        {button}
      </Button>
    )
  }
  return (
    <div className="rounded-md bg-sunken p-4">
      <p className="mb-3 text-sm font-semibold">{question}</p>
      {problem ? (
        <div className="mb-3">
          <Notice tone="bad" title={problem} />
        </div>
      ) : null}
      <div className="flex flex-wrap gap-2">
        <Button variant="danger" pending={pending && 'One moment…'} onClick={run}>
          {button}
        </Button>
        <Button onClick={() => setAsking(false)}>Stay</Button>
      </div>
    </div>
  )
}

/** The size of the card while the place is read. */
export function WaitingSkeleton() {
  return (
    <Loading label="Loading your place" className="space-y-4">
      <Skeleton className="h-8 w-56 max-w-full" />
      <Skeleton className="h-12 w-full" />
      <Skeleton className="h-13 w-full" />
    </Loading>
  )
}
