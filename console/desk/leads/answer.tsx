import { SendHorizontal } from 'lucide-react'
import { type KeyboardEvent, useId, useRef } from 'react'
import type { LeadRecord } from '#contract/desk/staff/leads.ts'
import { shownAddresses } from '#contract/shown-addresses.ts'
import { Key } from '#console/kit/parts/badge.tsx'
import { Button } from '#ui/button.tsx'
import { addDays, today } from '#ui/days.ts'
import { areaClass, Field, inputClass } from '#ui/field.tsx'
import { formatDay } from '#ui/format.ts'
import { TemplatesMenu } from './templates-menu.tsx'
import { afterwards, useAnswer } from './use-answer.ts'

interface Props {
  lead: LeadRecord
  /** Hears that the lead is answered. */
  onDone: () => void
}

/** An answer by mail, or a note such as about a call. R and C lead here; Ctrl or ⌘ and Enter sends. */
export function Answer({ lead, onDone }: Props) {
  const answer = useAnswer(lead, onDone)
  const { mode, begin, subject, setSubject, text, setText, after, setAfter, answered, setAnswered, sending, box } = answer
  const form = useRef<HTMLFormElement>(null)
  const id = useId()
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
        void answer.send()
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
          <TemplatesMenu
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
        <Afterwards value={after} onChange={setAfter} onKeyDown={sendByKeys} />
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

interface AfterwardsProps {
  value: string
  onChange: (value: string) => void
  onKeyDown: (event: KeyboardEvent) => void
}

/** What becomes of the lead after the mail. */
function Afterwards({ value, onChange, onKeyDown }: AfterwardsProps) {
  return (
    <label className="grid gap-1.5 font-semibold">
      Afterwards
      <select
        value={value}
        onKeyDown={onKeyDown}
        onChange={(event) => onChange(event.target.value)}
        className={`${inputClass} font-normal`}
      >
        {afterwards.map(({ value: one, label, days }) => (
          <option key={one} value={one}>
            {days === undefined ? label : `${label}, ${formatDay(`${addDays(today(), days)}T12:00:00+05:30`)}`}
          </option>
        ))}
      </select>
    </label>
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
