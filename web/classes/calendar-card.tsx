import { useQuery } from '@tanstack/react-query'
import { CalendarPlus, Copy } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { type CalendarFeed, makeCalendarFeed, revokeCalendarFeed } from '#contract/classes/calendar-feeds.ts'
import { Button, buttonClass } from '#ui/button.tsx'
import { Dialog, DialogActions } from '#ui/dialog.tsx'
import { Field } from '#ui/field.tsx'
import { formatClock, formatPlainDay } from '#ui/format.ts'
import { Notice } from '#ui/notice.tsx'
import { Loading, Skeleton } from '#ui/skeleton.tsx'
import { call, isEndpointError, messageOf } from '#web/lib/api.ts'
import { LoadFailed } from '#web/lib/load-failed.tsx'
import { toast } from '#web/lib/toast.ts'
import { calendarFeedQuery } from './queries.ts'

const loadFailed = 'Your calendar could not be read.'
const makeFailed = 'The address could not be made. Please try again.'
const revokeFailed = 'The address could not be revoked. Please try again.'

/** The secret address at which a calendar subscribes to the student's classes. */
export function CalendarCard({ email }: { email: string }) {
  const { data, error, isFetching, refetch } = useQuery(calendarFeedQuery(email))
  const [url, setUrl] = useState<string | null>(null)
  const [isRevoked, setIsRevoked] = useState(false)
  const show = (next: string | null) => {
    setUrl(next)
    setIsRevoked(next === null)
    void refetch()
  }
  return (
    <section aria-labelledby="calendar" className="rounded-lg border border-line bg-surface shadow-card">
      <div className="border-b border-line p-6 sm:px-8">
        <h2 id="calendar" className="text-xl">
          Calendar
        </h2>
        <p className="prose-width mt-1 text-sm text-muted">
          Subscribe once, and your calendar shows every class. Calendars ask for changes only every few hours, so our mails are
          what counts.
        </p>
      </div>
      <div className="p-6 sm:px-8">
        {data ? (
          data.feed ? (
            <Feed feed={data.feed} url={url} onChange={show} />
          ) : (
            <Make onMade={show} takesFocus={isRevoked} />
          )
        ) : error ? (
          <LoadFailed title={messageOf(error, loadFailed)} isFetching={isFetching} onRetry={() => void refetch()} />
        ) : (
          <Loading label="Loading your calendar">
            <Skeleton className="h-11 w-56" />
          </Loading>
        )}
      </div>
    </section>
  )
}

/** Runs a call once at a time. */
function useAct(failed: string) {
  const [pending, setPending] = useState(false)
  const [problem, setProblem] = useState('')
  const act = async (work: () => Promise<void>) => {
    setPending(true)
    setProblem('')
    try {
      await work()
    } catch (error) {
      setProblem(messageOf(error, failed))
    }
    setPending(false)
  }
  return { pending, problem, act }
}

const make = async () => (await call(makeCalendarFeed)).url

/** @param takesFocus the button that had the focus is gone */
function Make({ onMade, takesFocus }: { onMade: (url: string) => void; takesFocus: boolean }) {
  const { pending, problem, act } = useAct(makeFailed)
  const button = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    if (takesFocus) button.current?.focus()
  }, [takesFocus])
  return (
    <div className="space-y-4">
      {problem ? <Notice tone="bad" title={problem} /> : null}
      <Button
        variant="primary"
        ref={button}
        pending={pending && 'Making it…'}
        onClick={() => void act(async () => onMade(await make()))}
      >
        Make calendar address
      </Button>
    </div>
  )
}

interface FeedProps {
  feed: CalendarFeed
  /** Known only after it was made. */
  url: string | null
  onChange: (url: string | null) => void
}

function Feed({ feed, url, onChange }: FeedProps) {
  const [asking, setAsking] = useState<'replace' | 'revoke' | null>(null)
  return (
    <div className="space-y-6">
      {url ? <Address url={url} /> : null}
      <div className="flex flex-wrap items-center justify-between gap-x-8 gap-y-4">
        <div className="min-w-0 flex-1 basis-72">
          <p className="font-semibold">{url ? 'Your calendar address works.' : 'You have a calendar address.'}</p>
          <p className="figures mt-1 text-sm text-muted">
            Made on {formatPlainDay(feed.created_at)}.{' '}
            {feed.last_read_at
              ? `A calendar last asked on ${formatPlainDay(feed.last_read_at)}, ${formatClock(feed.last_read_at)}.`
              : 'No calendar has asked yet.'}
          </p>
          {url ? null : <p className="mt-1 text-sm text-muted">We cannot show it again. Make a new one if you have lost it.</p>}
        </div>
        <div className="flex flex-wrap gap-3">
          <Button onClick={() => setAsking('replace')}>Make a new address</Button>
          <Button className="text-bad! hover:border-bad!" onClick={() => setAsking('revoke')}>
            Revoke
          </Button>
        </div>
      </div>
      {asking ? <Ask kind={asking} onClose={() => setAsking(null)} onChange={onChange} /> : null}
    </div>
  )
}

function Address({ url }: { url: string }) {
  const [copied, setCopied] = useState<'yes' | 'no' | null>(null)
  const field = useRef<HTMLInputElement>(null)
  // The button that made it is gone.
  useEffect(() => field.current?.focus(), [])
  const copy = () =>
    navigator.clipboard.writeText(url).then(
      () => setCopied('yes'),
      () => setCopied('no'),
    )
  return (
    <div className="rounded-md border border-line bg-sunken p-4 sm:p-5">
      <div className="grid items-end gap-3 sm:grid-cols-[minmax(0,1fr)_auto]">
        <Field
          label="Calendar address"
          ref={field}
          value={url}
          readOnly
          className="figures text-sm"
          onFocus={(event) => event.currentTarget.select()}
        />
        <Button variant="primary" className="sm:min-h-12" onClick={() => void copy()}>
          <Copy aria-hidden="true" className="size-4" />
          Copy address
        </Button>
      </div>
      <p role="status" className={`text-sm font-medium ${copied ? 'mt-2' : ''} ${copied === 'no' ? 'text-bad' : 'text-good'}`}>
        {copied === 'yes' ? 'Copied.' : copied === 'no' ? 'It could not be copied. Please select it.' : ''}
      </p>
      <p className="prose-width mt-3 text-sm text-muted">
        Copy it now, because it is shown only once. Paste it in Google Calendar under “Other calendars, From URL”, or in Outlook
        under “Add calendar, Subscribe from web”. On an Apple device, press the button below.
      </p>
      <p className="prose-width mt-2 text-sm text-muted">Whoever has the address sees your classes, so share it with nobody.</p>
      <a href={url.replace(/^https?:/, 'webcal:')} className={`${buttonClass()} mt-4`}>
        <CalendarPlus aria-hidden="true" className="size-4" />
        Open in a calendar app
      </a>
    </div>
  )
}

const questions = {
  replace: {
    title: 'Make a new address?',
    text: 'The former address stops working at once. Calendars that use it need the new one.',
    yes: 'Make a new address',
    pending: 'Making it…',
    failed: makeFailed,
  },
  revoke: {
    title: 'Revoke your calendar address?',
    text: 'It stops working at once, and calendars that use it lose your classes. You can make a new one at any time.',
    yes: 'Revoke address',
    pending: 'Revoking…',
    failed: revokeFailed,
  },
} as const

interface AskProps {
  kind: keyof typeof questions
  onClose: () => void
  onChange: (url: string | null) => void
}

function Ask({ kind, onClose, onChange }: AskProps) {
  const { title, text, yes, pending: pendingText, failed } = questions[kind]
  const { pending, problem, act } = useAct(failed)
  const work = async () => {
    if (kind === 'replace') onChange(await make())
    else {
      await revoke()
      onChange(null)
    }
    onClose()
  }
  return (
    <Dialog open onClose={onClose} title={title} description={text}>
      {problem ? <Notice tone="bad" title={problem} /> : null}
      <DialogActions>
        <Button onClick={onClose} disabled={pending}>
          Leave it
        </Button>
        <Button variant="primary" pending={pending && pendingText} onClick={() => void act(work)}>
          {yes}
        </Button>
      </DialogActions>
    </Dialog>
  )
}

async function revoke(): Promise<void> {
  try {
    toast.account('success', (await call(revokeCalendarFeed)).message)
  } catch (error) {
    // 404: it was revoked elsewhere.
    if (!isEndpointError(error, 404)) throw error
  }
}
