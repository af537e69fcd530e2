import { useQuery } from '@tanstack/react-query'
import { Check, Mail, Phone, UserRoundCheck } from 'lucide-react'
import { useRef } from 'react'
import {
  closeLead,
  type LeadRecord,
  leadOutcomes,
  leads,
  liftLeadBouncing,
  readLeadThread,
  type ThreadEntry,
  leadKindNames,
  leadOutcomeNames,
} from '#contract/desk/staff/leads.ts'
import { shownAddresses } from '#contract/shown-addresses.ts'
import { formatPlainDay, formatRupees } from '#ui/format.ts'
import { useAccess } from '#console/kit/api/access.ts'
import { call } from '#console/kit/api/client.ts'
import { Badge, Key } from '#console/kit/parts/badge.tsx'
import { Button } from '#ui/button.tsx'
import { useKeys } from '#console/kit/parts/keys.ts'
import { BouncingNotice } from '#console/kit/parts/bouncing-notice.tsx'
import { MailProblem } from '#console/kit/parts/mail-problem.tsx'
import { Menu, MenuItem } from '#console/kit/parts/menu.tsx'
import { SkeletonLines, Failed } from '#console/kit/parts/states.tsx'
import { formatMoment } from '#console/kit/parts/time.ts'
import { notify } from '#console/kit/parts/toasts.tsx'
import { useChanges } from '#console/kit/resource/calls.ts'
import { useNextRecord } from '#console/kit/resource/use-next-record.ts'
import { Answer } from './answer.tsx'
import { LeadState } from './lead-state.tsx'
import { workingAge } from '#console/kit/parts/working-age.tsx'
import { useLeadChange } from './use-lead-change.ts'

/** A lead: who, what was written, and what to answer. */
export function LeadPanel({ record: lead }: { record: LeadRecord }) {
  const { staff, may } = useAccess()
  const run = useLeadChange()
  const { change } = useChanges(leads)
  const next = useNextRecord(lead.id, '/leads')
  const closing = useRef<HTMLButtonElement>(null)
  const isOpen = lead.closed_at === null
  const mayAnswer = may('leads:write') && isOpen
  const take = () => run(() => change(lead, { owner_id: staff.id }))
  const close = async (outcome: (typeof leadOutcomes)[number]) => {
    const closed = await run(() => call(closeLead, { params: { id: lead.id }, body: { outcome }, ifMatch: lead.version }))
    if (!closed) return
    notify(`${lead.name}: ${leadOutcomeNames[outcome].toLowerCase()}.`, () =>
      call(leads.actions.reopen, { params: { id: lead.id }, ifMatch: closed.version }).then((again) => run(async () => again)),
    )
    next()
  }
  useKeys(mayAnswer ? { d: () => closing.current?.click(), ...(lead.owner_id === staff.id ? {} : { a: () => void take() }) } : {})
  return (
    <div className="grid gap-5">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <LeadState lead={lead} />
        <span className="text-muted">{leadKindNames[lead.kind]}</span>
        {mayAnswer ? (
          <span className="ml-auto flex gap-2">
            {lead.owner_id === staff.id ? null : (
              <Button onClick={() => take()} aria-keyshortcuts="A">
                <UserRoundCheck aria-hidden="true" className="size-4" />
                Assign to me
                <Key>A</Key>
              </Button>
            )}
            <Menu
              trigger={
                <Button ref={closing} aria-keyshortcuts="D">
                  <Check aria-hidden="true" className="size-4" />
                  Close
                  <Key>D</Key>
                </Button>
              }
            >
              {leadOutcomes.map((outcome) => (
                <MenuItem key={outcome} onClick={() => void close(outcome)}>
                  {leadOutcomeNames[outcome]}
                </MenuItem>
              ))}
            </Menu>
          </span>
        ) : null}
      </div>
      <Person lead={lead} />
      {lead.bouncing ? <Bouncing lead={lead} mayLift={may('leads:write')} /> : null}
      <Thread lead={lead} />
      {mayAnswer ? <Answer key={lead.id} lead={lead} onDone={next} /> : null}
    </div>
  )
}

function Person({ lead }: { lead: LeadRecord }) {
  const facts: [string, string | null][] = [
    ['Course', lead.course],
    ['Batch', lead.batch_starts_on === null ? null : `From ${formatPlainDay(lead.batch_starts_on)}`],
    ['Company', lead.company],
    ['Department', lead.department],
    ['Institution', lead.institution],
    ['Amount', lead.amount_paise === null ? null : formatRupees(lead.amount_paise / 100)],
    ['Owner', lead.owner],
    ['Received', formatMoment(lead.received_at)],
    ['Waits for', lead.age_hours === null ? null : workingAge(lead.age_hours)],
  ]
  return (
    <div className="grid gap-4">
      <div className="flex flex-wrap gap-x-5 gap-y-1.5">
        {lead.phone ? (
          <a
            href={`tel:+91${lead.phone}`}
            className="flex min-h-6 items-center gap-1.5 font-semibold text-accent hover:underline"
          >
            <Phone aria-hidden="true" className="size-4" />
            <span className="figures">{lead.phone}</span>
          </a>
        ) : null}
        {lead.email ? (
          <span className="flex min-w-0 items-center gap-1.5">
            <Mail aria-hidden="true" className="size-4 shrink-0 text-muted" />
            <span className="min-w-0 wrap-anywhere">{shownAddresses(lead.email)}</span>
          </span>
        ) : null}
      </div>
      <dl className="grid grid-cols-[7rem_1fr] gap-y-1.5">
        {facts
          .filter(([, value]) => value !== null)
          .map(([label, value]) => (
            <div key={label} className="contents">
              <dt className="text-muted">{label}</dt>
              <dd className="min-w-0 break-words">{value}</dd>
            </div>
          ))}
        {lead.url ? (
          <div className="contents">
            <dt className="text-muted">Web address</dt>
            {/* A stranger typed it, so it is text and no link. */}
            <dd className="min-w-0 wrap-anywhere">{lead.url}</dd>
          </div>
        ) : null}
      </dl>
    </div>
  )
}

/** Replies to this address are not sent. */
function Bouncing({ lead, mayLift }: { lead: LeadRecord; mayLift: boolean }) {
  const { forget } = useChanges(leads)
  const refusal = useThread(lead).data?.refusal
  const lift = async () => {
    await call(liftLeadBouncing, { params: { id: lead.id } })
    await forget()
  }
  return (
    <BouncingNotice refusal={refusal} lift={mayLift ? lift : null}>
      The mail server refuses this address, so an answer by mail does not arrive. Please call.
    </BouncingNotice>
  )
}

const mailNames = {
  waiting: 'On its way',
  sent: 'Sent',
  given_up: 'Not sent',
  bouncing: 'Refused',
  gone: 'Mail deleted',
} as const

const mailTones = { waiting: 'ahead', sent: 'good', given_up: 'bad', bouncing: 'bad', gone: 'neutral' } as const

const useThread = ({ id }: LeadRecord) =>
  useQuery({ queryKey: [leads.name, 'thread', id], queryFn: () => call(readLeadThread, { params: { id } }) })

/** What the person wrote, and what the school answered. */
function Thread({ lead }: { lead: LeadRecord }) {
  const { data, error, isPending, refetch } = useThread(lead)
  if (isPending) return <SkeletonLines lines={2} />
  if (error) return <Failed error={error} onRetry={() => void refetch()} />
  if (!lead.message && data.entries.length === 0) return null
  return (
    <ol aria-label="Conversation" className="grid gap-3">
      {lead.message ? (
        <li className="rounded-md bg-sunken px-3.5 py-2.5">
          <p className="text-xs text-muted">
            {lead.kind === 'contact' ? 'Written down' : lead.kind === 'trial' ? 'Took a seat as a guest' : lead.name} ·{' '}
            {formatMoment(lead.received_at)}
          </p>
          <p className="mt-1 text-base break-words whitespace-pre-line">{lead.message}</p>
        </li>
      ) : null}
      {data.entries.map((entry) => (
        <Entry key={`${entry.kind}${entry.id}`} entry={entry} />
      ))}
    </ol>
  )
}

function Entry({ entry }: { entry: ThreadEntry }) {
  return (
    <li className={`rounded-md border px-3.5 py-2.5 ${entry.kind === 'note' ? 'border-dashed border-edge' : 'border-line'}`}>
      <p className="flex flex-wrap items-center gap-x-2 gap-y-1 text-xs text-muted">
        <span>
          {entry.staff} · {formatMoment(entry.at)}
        </span>
        {entry.mail ? <Badge tone={mailTones[entry.mail]}>{mailNames[entry.mail]}</Badge> : <span>Note, for staff only</span>}
      </p>
      {entry.subject ? <p className="mt-1.5 font-semibold break-words">{entry.subject}</p> : null}
      {entry.problem ? (
        <p className="mt-1.5 text-bad">
          <MailProblem reply={entry.problem} />
        </p>
      ) : null}
      <p className="mt-1 text-base break-words whitespace-pre-line">{entry.body}</p>
    </li>
  )
}
