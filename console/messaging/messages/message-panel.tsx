import { useQuery, useQueryClient } from '@tanstack/react-query'
import { RotateCw, SendHorizontal } from 'lucide-react'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { ApiError } from '#contract/client.ts'
import type { AnswerOf } from '#contract/endpoint.ts'
import { shownAddresses } from '#contract/shown-addresses.ts'
import {
  type Delivery,
  type DeliveryState,
  deliveryStates,
  type MessageInput,
  type MessageRecord,
  messages,
  nobodyInAudience,
  readAudience,
  readDelivery,
  recipients,
  sendMessage,
  deliveryNames,
} from '#contract/messaging/staff/messages.ts'
import { formatPlainDay } from '#ui/format.ts'
import { useAccess } from '#console/kit/api/access.ts'
import { call } from '#console/kit/api/client.ts'
import { hasStatus } from '#console/kit/api/error-text.ts'
import { countOf } from '#console/kit/calendar/change-texts.ts'
import { MailProblem } from '#console/kit/parts/mail-problem.tsx'
import { Button } from '#ui/button.tsx'
import { confirm } from '#console/kit/parts/confirm.tsx'
import { SkeletonLines, Failed } from '#console/kit/parts/states.tsx'
import { formatMoment } from '#console/kit/parts/time.ts'
import { notify, notifyFailure } from '#console/kit/parts/toasts.tsx'
import { useChanges, useList } from '#console/kit/resource/calls.ts'
import { nameOfAddressees } from './addressees-name.ts'
import { DeliveryBadge, MessageState } from './message-state.tsx'
import { Thumbnails } from './pictures-field.tsx'
import { Preview, TestButton } from './preview.tsx'

/** A draft with its preview, or a sent message with what became of each mail. */
export function MessagePanel({ record: message }: { record: MessageRecord }) {
  const words = wordsOf(message)
  const { may } = useAccess()
  return (
    <div className="grid gap-5">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <MessageState state={message.state} />
        <span className="min-w-0 text-muted">
          {nameOfAddressees(message)}
          {message.starts_at === null ? '' : `, from ${formatPlainDay(message.starts_at)}`}
        </span>
      </div>
      {message.sent_at === null ? (
        may('messages:write') ? (
          <>
            <SendDraft message={message} />
            <section aria-label="Preview" className="grid gap-3">
              <h3 className="text-base">Preview</h3>
              <Preview words={words} />
              <Attached paths={message.pictures} />
            </section>
          </>
        ) : null
      ) : (
        <>
          <p className="text-muted">
            {message.sent_by} sent it on {formatMoment(message.sent_at)} to {countOf(message.recipients ?? 0, 'student')}.
            {message.stays_in_room ? ' The room of the batch shows it.' : ''}
          </p>
          <DeliveryOf message={message} />
          <details>
            <summary className="w-fit rounded-sm font-semibold text-accent">The mail</summary>
            <p className="mt-3 font-semibold break-words">{message.subject}</p>
            <p className="mt-1 text-base break-words whitespace-pre-line">{message.body}</p>
            <Attached paths={message.pictures} />
          </details>
        </>
      )}
    </div>
  )
}

/** The pictures that go with the mail. */
function Attached({ paths }: { paths: readonly string[] }) {
  if (paths.length === 0) return null
  return (
    <div className="mt-3 grid gap-2">
      <p className="text-muted">{countOf(paths.length, 'picture is attached', 'pictures are attached')}.</p>
      <Thumbnails paths={paths} />
    </div>
  )
}

/** What the mail is made of. */
const wordsOf = ({ audience, batch_id, subject, body, pictures }: MessageRecord): MessageInput => ({
  audience,
  batch_id,
  subject,
  body,
  pictures,
})

/** How many students would get it, and the button that says so. */
function SendDraft({ message }: { message: MessageRecord }) {
  const audience = useQuery({
    queryKey: [messages.name, 'audience', message.id],
    queryFn: () => call(readAudience, { params: { id: message.id } }),
    staleTime: 0,
  })
  if (audience.error && !audience.data) return <Failed error={audience.error} onRetry={() => void audience.refetch()} />
  if (!audience.data) return <SkeletonLines lines={1} />
  return <SendTo message={message} audience={audience.data} onStale={() => audience.refetch()} />
}

interface SendToProps {
  message: MessageRecord
  audience: AnswerOf<typeof readAudience>
  onStale: () => Promise<unknown>
}

function SendTo({ message, audience: { count, hash, left_out: leftOut }, onStale }: SendToProps) {
  const { keep, forget } = useChanges(messages)
  const [sending, setSending] = useState(false)
  // A second press while the first is on its way sends nothing, on the server too.
  const running = useRef(false)
  const students = countOf(count, 'student')
  const send = async () => {
    if (running.current) return
    running.current = true
    try {
      const sure = await confirm({
        title: `Send to ${students}?`,
        text: `${nameOfAddressees(message)}: each gets the mail “${message.subject}”. A sent message can not be changed or called back.`,
        action: `Send to ${students}`,
      })
      if (!sure) return
      setSending(true)
      const body = { recipients: count, hash }
      keep(await call(sendMessage, { params: { id: message.id }, body, ifMatch: message.version }))
      notify(`The message is on its way to ${students}.`)
      await forget()
    } catch (error) {
      notifyFailure(error)
      // The number of now, or the message as somebody else has left it.
      if (error instanceof ApiError) await (hasStatus(error, 409) ? Promise.all([onStale(), forget()]) : forget())
    } finally {
      running.current = false
      setSending(false)
    }
  }
  return (
    <div className="grid gap-2 rounded-md border border-line p-3.5">
      <p role="status">
        {count === 0 ? nobodyInAudience[message.audience] : `${students} would get this mail now.`}
        {leftOut > 0 ? ` ${countOf(leftOut, 'disabled account')} would not.` : ''}
        {message.stays_in_room ? ' The room of the batch will show it.' : ''}
      </p>
      <div className="flex flex-wrap gap-2">
        <Button variant="primary" disabled={count === 0} pending={sending && 'Sending…'} onClick={() => send()}>
          <SendHorizontal aria-hidden="true" className="size-4" />
          Send to {students}
        </Button>
        <TestButton words={wordsOf(message)} />
      </div>
    </div>
  )
}

/** Milliseconds between two reads while mails wait. */
const readAgain = 2000
const waits = ({ queued }: Delivery) => queued > 0

function DeliveryOf({ message }: { message: MessageRecord }) {
  const { act, forget } = useChanges(messages)
  const client = useQueryClient()
  const { may } = useAccess()
  const [retrying, setRetrying] = useState(false)
  const [state, setState] = useState<DeliveryState | null>(null)
  const { data, error, refetch } = useQuery({
    queryKey: [messages.name, 'delivery', message.id],
    queryFn: () => call(readDelivery, { params: { id: message.id } }),
    staleTime: 0,
    refetchInterval: ({ state: { data: delivery } }) => (delivery && waits(delivery) ? readAgain : false),
  })
  // The state of the message follows as soon as its last mail is sent.
  const isOver = data !== undefined && !waits(data)
  const isBehind = isOver && message.state === 'sending'
  useEffect(() => {
    if (isBehind) void client.invalidateQueries({ queryKey: [messages.name] })
  }, [isBehind, client])
  if (error && !data) return <Failed error={error} onRetry={() => void refetch()} />
  if (!data) return <SkeletonLines lines={2} />
  const failed = data.failed + data.bouncing
  const retry = async () => {
    setRetrying(true)
    try {
      await act(message, 'retry')
      notify('The mails are sent again.')
    } catch (failure) {
      notifyFailure(failure)
    } finally {
      await forget()
      setRetrying(false)
    }
  }
  return (
    <section aria-label="Delivery" className="grid gap-3">
      <div className="grid gap-1.5">
        <progress aria-label="Mails that are sent" value={data.sent} max={data.total} className={barClass} />
        <p role="status" className="figures">
          {data.sent.toLocaleString('en-IN')} of {countOf(data.total, 'mail')} sent
          {waits(data) ? ` · ${countOf(data.queued, 'waits', 'wait')}` : ''}
        </p>
      </div>
      {failed > 0 && may('messages:write') ? (
        <div className="flex flex-wrap items-center gap-2 rounded-md bg-bad-soft px-3 py-2">
          <p className="min-w-0 flex-1 basis-48 font-medium text-bad">
            {data.failed > 0 ? `${countOf(data.failed, 'mail was', 'mails were')} given up. ` : ''}
            {data.bouncing > 0 ? `${countOf(data.bouncing, 'address refuses', 'addresses refuse')} mail. ` : ''}
            {may('students:write')
              ? 'Correct the addresses, then send again.'
              : 'The office can correct the addresses. Then send again.'}
          </p>
          <Button pending={retrying && 'Sending…'} onClick={() => retry()}>
            <RotateCw aria-hidden="true" className="size-3.5" />
            Send again
          </Button>
        </div>
      ) : null}
      <div role="group" aria-label="Show" className="flex flex-wrap gap-1">
        <Show on={state === null} onClick={() => setState(null)}>
          All {data.total.toLocaleString('en-IN')}
        </Show>
        {deliveryStates
          .filter((one) => data[one] > 0)
          .map((one) => (
            <Show key={one} on={state === one} onClick={() => setState(one)}>
              {deliveryNames[one]} {data[one].toLocaleString('en-IN')}
            </Show>
          ))}
      </div>
      <Recipients messageId={message.id} state={state} sent={data.sent} onRead={() => void refetch()} />
    </section>
  )
}

/** The browser's own bar ignores the accent once it has a height. */
const barClass =
  'h-1.5 w-full appearance-none overflow-hidden rounded-full border-0 bg-line [&::-moz-progress-bar]:bg-accent [&::-webkit-progress-bar]:bg-line [&::-webkit-progress-value]:bg-accent'

function Show({ on, onClick, children }: { on: boolean; onClick: () => void; children: (string | number)[] }) {
  return (
    <button
      type="button"
      aria-pressed={on}
      onClick={onClick}
      className="figures min-h-7 rounded-sm px-2.5 text-muted hover:text-ink aria-pressed:bg-sunken aria-pressed:font-semibold aria-pressed:text-ink touch:min-h-10"
    >
      {children}
    </button>
  )
}

interface RecipientsProps {
  messageId: number
  state: DeliveryState | null
  /** Raises with each sent mail, and the list is read again. */
  sent: number
  /** The rows may be newer than the figures above them, which are then read again. */
  onRead: () => void
}

function Recipients({ messageId, state, sent, onRead }: RecipientsProps) {
  const list = useList(recipients, { message: String(messageId), ...(state ? { state } : {}), sort: 'name' })
  const { refetch } = list
  const seen = useRef(sent)
  useEffect(() => {
    if (seen.current !== sent) void refetch()
    seen.current = sent
  }, [sent, refetch])
  const followRows = useEffectEvent(() => {
    if (list.records.filter((one) => one.state === 'sent').length > sent) onRead()
  })
  useEffect(() => followRows(), [list.dataUpdatedAt])
  if (list.isError && list.records.length === 0) return <Failed error={list.error} onRetry={() => void list.refetch()} />
  if (list.isPending) return <SkeletonLines lines={3} />
  return (
    <>
      <ul aria-label="Students" className="divide-y divide-line rounded-md border border-line">
        {list.records.map((one) => (
          <li key={one.id} className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-3 gap-y-1 px-3 py-2">
            <span className="min-w-0">
              <span className="block truncate font-semibold">{one.name}</span>
              {one.email ? <span className="block truncate text-xs text-muted">{shownAddresses(one.email)}</span> : null}
            </span>
            <DeliveryBadge state={one.state} />
            {one.error ? (
              <span className="col-span-2 text-bad">
                <MailProblem reply={one.error} />
              </span>
            ) : null}
          </li>
        ))}
      </ul>
      {list.hasNextPage ? (
        <Button pending={list.isFetchingNextPage && 'Loading…'} onClick={() => list.fetchNextPage()}>
          Show more
        </Button>
      ) : null}
    </>
  )
}
