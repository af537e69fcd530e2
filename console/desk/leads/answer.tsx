import { useQuery } from '@tanstack/react-query'
import { MessageSquareText, SendHorizontal } from 'lucide-react'
import { type KeyboardEvent, type RefObject, useEffect, useId, useRef, useState } from 'react'
import { shownAddresses } from '#contract/shown-addresses.ts'
import { addLeadNote, type LeadRecord, type leadOutcomes, replyToLead } from '#contract/desk/staff/leads.ts'
import { type ReplyTemplateRecord, replyTemplates } from '#contract/desk/staff/reply-templates.ts'
import { call } from '#console/kit/api/client.ts'
import { formatDay } from '#ui/format.ts'
import { addDays, today } from '#ui/days.ts'
import { Key } from '#console/kit/parts/badge.tsx'
import { brandQuery } from '#console/kit/parts/brand.tsx'
import { Button } from '#ui/button.tsx'
import { areaClass, Field, inputClass } from '#ui/field.tsx'
import { useKeys } from '#console/kit/parts/keys.ts'
import { Menu, MenuItem } from '#console/kit/parts/menu.tsx'
import { notify } from '#console/kit/parts/toasts.tsx'
import { useLeaveGuard } from '#console/kit/resource/guards.ts'
import { fillTemplate } from './fill-template.ts'
import { holdKeys, areKeysHeldFor, releaseKeys } from '#console/kit/parts/held-keys.ts'
import { useLeadChange } from './use-lead-change.ts'
import { templateKindOf } from './template-kind.ts'

/** What becomes of the lead after the mail: days until it comes back, or the outcome that closes it. */
const afterwards: readonly { value: string; label: string; days?: number; outcome?: (typeof leadOutcomes)[number] }[] = [
  { value: '3', label: 'Comes back in 3 days', days: 3 },
  { value: '1', label: 'Comes back tomorrow', days: 1 },
  { value: '7', label: 'Comes back in a week', days: 7 },
  { value: '', label: 'Waits for their reply' },
  { value: 'agreed', label: 'Closed: agreed', outcome: 'agreed' },
  { value: 'not_interested', label: 'Closed: not interested', outcome: 'not_interested' },
]

const subjects: Record<LeadRecord['kind'], (lead: LeadRecord) => string> = {
  callback: ({ course }) => `Your question about ${course ?? 'our courses'}`,
  contact: ({ course }) => `Your question about ${course ?? 'our courses'}`,
  checkout: ({ course }) => `Your place in ${course ?? 'our course'}`,
  hire: () => 'Your hiring request',
  professor: () => 'Your research proposal',
  student: () => 'Your research proposal',
  trial: ({ course }) => `Your seat in a class of ${course ?? 'ours'}`,
}

interface Props {
  lead: LeadRecord
  /** Hears that the lead is answered. */
  onDone: () => void
}

/** An answer by mail, or a note such as about a call. R and C lead here; Ctrl or ⌘ and Enter sends. */
export function Answer({ lead, onDone }: Props) {
  const [mode, setMode] = useState<'reply' | 'note'>(lead.email ? 'reply' : 'note')
  const [subject, setSubject] = useState(subjects[lead.kind](lead))
  const [text, setText] = useState('')
  const [after, setAfter] = useState('3')
  const [answered, setAnswered] = useState(true)
  const [sending, setSending] = useState(false)
  const box = useRef<HTMLTextAreaElement>(null)
  const form = useRef<HTMLFormElement>(null)
  const id = useId()
  const run = useLeadChange()
  useLeaveGuard(text.trim() !== '' && !sending)
  const begin = (next: 'reply' | 'note') => {
    setMode(next)
    // The box is the same one in both modes.
    box.current?.focus()
    box.current?.scrollIntoView({ block: 'nearest' })
  }
  const hasMail = lead.email !== null
  useEffect(() => {
    if (!areKeysHeldFor(lead.id)) return
    // The panel moves the focus to its heading first.
    const timer = setTimeout(() => {
      const key = releaseKeys()
      if (key === null || (key === 'r' && !hasMail)) return
      setMode(key === 'r' ? 'reply' : 'note')
      box.current?.focus()
      box.current?.scrollIntoView({ block: 'nearest' })
    })
    return () => clearTimeout(timer)
  }, [lead.id, hasMail])
  useKeys({ ...(lead.email ? { r: () => begin('reply') } : {}), c: () => begin('note') })

  const send = async () => {
    if (sending || text.trim() === '') return box.current?.focus()
    setSending(true)
    holdKeys(lead.id)
    const target = { params: { id: lead.id }, ifMatch: lead.version }
    const { days, outcome = null } = afterwards.find(({ value }) => value === after) ?? {}
    const done = await run(() =>
      mode === 'note'
        ? call(addLeadNote, { ...target, body: { body: text, answered } })
        : call(replyToLead, {
            ...target,
            body: { subject, body: text, follow_up_on: days === undefined ? null : addDays(today(), days), outcome },
          }),
    )
    if (!done) {
      releaseKeys()
      return setSending(false)
    }
    setText('')
    setSending(false)
    const back = mode === 'note' || days === undefined ? '' : ` The lead comes back on ${formatDay(addDays(today(), days))}.`
    notify(mode === 'note' ? 'The note is saved.' : `The answer to ${lead.name} is on its way.${back}`)
    if (mode === 'reply' || answered) onDone()
    else releaseKeys()
  }
  // From each field, because a person chooses what happens afterwards last.
  const sendByKeys = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
    event.preventDefault()
    form.current?.requestSubmit()
  }
  return (
    <form
      ref={form}
      aria-label="Mail or note"
      onSubmit={(event) => {
        event.preventDefault()
        void send()
      }}
      className="grid gap-3 border-t border-line pt-4"
    >
      <div className="flex flex-wrap items-center gap-2">
        <div role="group" aria-label="Kind of answer" className="flex rounded-md border border-line p-0.5">
          {lead.email ? (
            <Mode on={mode === 'reply'} onClick={() => begin('reply')} keys="R">
              Mail
            </Mode>
          ) : null}
          <Mode on={mode === 'note'} onClick={() => begin('note')} keys="C">
            Note
          </Mode>
        </div>
        {mode === 'reply' ? (
          <Templates
            lead={lead}
            focusAfter={box}
            onChoose={(chosen) => {
              setSubject(chosen.subject)
              setText((before) => (before.trim() === '' ? chosen.body : `${before.trimEnd()}\n\n${chosen.body}`))
            }}
          />
        ) : null}
      </div>
      {mode === 'reply' ? (
        <Field
          label="Subject"
          value={subject}
          maxLength={150}
          required
          onKeyDown={sendByKeys}
          onChange={(event) => setSubject(event.target.value)}
        />
      ) : null}
      <div className="grid gap-1.5">
        <label htmlFor={id} className="font-semibold">
          {mode === 'reply' ? 'Answer' : 'Note'}
        </label>
        <textarea
          ref={box}
          id={id}
          value={text}
          maxLength={mode === 'reply' ? 10_000 : 5000}
          onKeyDown={(event) => {
            sendByKeys(event)
            if (event.key === 'Escape') event.currentTarget.blur()
          }}
          onChange={(event) => setText(event.target.value)}
          className={`${areaClass} min-h-28`}
        />
      </div>
      {mode === 'reply' ? (
        <label className="grid gap-1.5 font-semibold">
          Afterwards
          <select
            value={after}
            onKeyDown={sendByKeys}
            onChange={(event) => setAfter(event.target.value)}
            className={`${inputClass} font-normal`}
          >
            {afterwards.map(({ value, label, days }) => (
              <option key={value} value={value}>
                {days === undefined ? label : `${label}, ${formatDay(`${addDays(today(), days)}T12:00:00+05:30`)}`}
              </option>
            ))}
          </select>
        </label>
      ) : (
        <label className="flex items-center gap-2">
          <input type="checkbox" checked={answered} onChange={(event) => setAnswered(event.target.checked)} className="size-4" />
          The person was answered, such as by phone
        </label>
      )}
      <div className="flex flex-wrap items-center gap-3">
        <Button type="submit" variant="primary" pending={sending && (mode === 'reply' ? 'Sending…' : 'Saving…')}>
          <SendHorizontal aria-hidden="true" className="size-4" />
          {mode === 'reply' ? 'Send' : 'Save note'}
        </Button>
        <span className="flex min-w-0 items-center gap-1 text-xs text-muted">
          <Key>Ctrl</Key> <Key>Enter</Key>
          {mode === 'reply' ? <span className="min-w-0 truncate">to {shownAddresses(lead.email ?? '')}</span> : null}
        </span>
      </div>
    </form>
  )
}

function Mode({ on, onClick, keys, children }: { on: boolean; onClick: () => void; keys: string; children: string }) {
  return (
    <button
      type="button"
      aria-pressed={on}
      aria-keyshortcuts={keys}
      onClick={onClick}
      className="flex min-h-7 items-center gap-1.5 rounded-sm px-2.5 text-muted hover:text-ink aria-pressed:bg-sunken aria-pressed:font-semibold aria-pressed:text-ink touch:min-h-10"
    >
      {children}
      <Key>{keys}</Key>
    </button>
  )
}

/** Texts to begin with. */
function Templates({
  lead,
  focusAfter,
  onChoose,
}: {
  lead: LeadRecord
  focusAfter: RefObject<HTMLElement | null>
  onChoose: (chosen: { subject: string; body: string }) => void
}) {
  const { data } = useQuery({
    queryKey: [replyTemplates.name, 'all'],
    queryFn: () => call(replyTemplates.endpoints.list, { query: { limit: '100' } }),
    staleTime: 60_000,
  })
  const brand = useQuery(brandQuery).data ?? ''
  const kind = templateKindOf(lead)
  // The templates of this kind of lead stand first, then those of every lead.
  const place = (template: ReplyTemplateRecord) => (template.kind === kind ? 0 : template.kind === null ? 1 : 2)
  const templates = (data?.items ?? []).toSorted((a, b) => place(a) - place(b))
  if (templates.length === 0) return null
  const words = { name: lead.name, course: lead.course ?? 'our courses', school: brand }
  return (
    <Menu
      align="start"
      focusAfter={focusAfter}
      trigger={
        <Button>
          <MessageSquareText aria-hidden="true" className="size-4" />
          Template
        </Button>
      }
    >
      {templates.map((template) => (
        <MenuItem
          key={template.id}
          onClick={() => onChoose({ subject: fillTemplate(template.subject, words), body: fillTemplate(template.body, words) })}
        >
          {template.name}
        </MenuItem>
      ))}
    </Menu>
  )
}
