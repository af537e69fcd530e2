import { useEffect, useRef, useState } from 'react'
import { addLeadNote, type LeadRecord, type leadOutcomes, replyToLead } from '#contract/desk/staff/leads.ts'
import { call } from '#console/kit/api/client.ts'
import { areKeysHeldFor, holdKeys, releaseKeys } from '#console/kit/parts/held-keys.ts'
import { useKeys } from '#console/kit/parts/keys.ts'
import { notify } from '#console/kit/parts/toasts.tsx'
import { useLeaveGuard } from '#console/kit/resource/guards.ts'
import { addDays, today } from '#ui/days.ts'
import { formatDay } from '#ui/format.ts'
import { useLeadChange } from './use-lead-change.ts'

/** What becomes of the lead after the mail: days until it comes back, or the outcome that closes it. */
export const afterwards: readonly { value: string; label: string; days?: number; outcome?: (typeof leadOutcomes)[number] }[] = [
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

/**
 * What is typed as an answer, and sending it.
 * @param onDone hears that the lead is answered
 */
export function useAnswer(lead: LeadRecord, onDone: () => void) {
  const [mode, setMode] = useState<'reply' | 'note'>(lead.email ? 'reply' : 'note')
  const [subject, setSubject] = useState(subjects[lead.kind](lead))
  const [text, setText] = useState('')
  const [after, setAfter] = useState('3')
  const [answered, setAnswered] = useState(true)
  const [sending, setSending] = useState(false)
  const box = useRef<HTMLTextAreaElement>(null)
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
  return {
    mode,
    begin,
    subject,
    setSubject,
    text,
    setText,
    after,
    setAfter,
    answered,
    setAnswered,
    sending,
    send,
    box,
  }
}
