import { SendHorizontal } from 'lucide-react'
import { useEffect, useId, useRef, useState } from 'react'
import { questionLimits } from '#contract/learning/questions.ts'
import { answerAsStaff, type QuestionRecord } from '#contract/learning/staff/questions.ts'
import { call } from '#console/kit/api/client.ts'
import { Key } from '#console/kit/parts/badge.tsx'
import { Button } from '#ui/button.tsx'
import { areaClass } from '#ui/field.tsx'
import { holdKeys, areKeysHeldFor, releaseKeys } from '#console/kit/parts/held-keys.ts'
import { useKeys } from '#console/kit/parts/keys.ts'
import { notify } from '#console/kit/parts/toasts.tsx'
import { useLeaveGuard } from '#console/kit/resource/guards.ts'
import { useQuestionChange } from './use-question-change.ts'

/** An answer to the student. R leads here; Ctrl or ⌘ and Enter sends. */
export function AnswerBox({ question, onDone }: { question: QuestionRecord; onDone: () => void }) {
  const [text, setText] = useState('')
  const [sending, setSending] = useState(false)
  const box = useRef<HTMLTextAreaElement>(null)
  const form = useRef<HTMLFormElement>(null)
  const id = useId()
  const run = useQuestionChange()
  useLeaveGuard(text.trim() !== '' && !sending)
  const begin = () => {
    box.current?.focus()
    box.current?.scrollIntoView({ block: 'nearest' })
  }
  useEffect(() => {
    if (!areKeysHeldFor(question.id)) return
    // The panel moves the focus to its heading first.
    const timer = setTimeout(() => {
      if (releaseKeys() !== 'r') return
      box.current?.focus()
      box.current?.scrollIntoView({ block: 'nearest' })
    })
    return () => clearTimeout(timer)
  }, [question.id])
  useKeys({ r: begin })
  const send = async () => {
    if (sending || text.trim() === '') return box.current?.focus()
    setSending(true)
    holdKeys(question.id)
    const target = { params: { id: question.id }, body: { body: text }, ifMatch: question.version }
    const done = await run(() => call(answerAsStaff, target))
    setSending(false)
    if (!done) return void releaseKeys()
    setText('')
    notify(`The answer to ${question.student} is in the room.`)
    onDone()
  }
  return (
    <form
      ref={form}
      aria-label="Answer"
      onSubmit={(event) => {
        event.preventDefault()
        void send()
      }}
      className="grid gap-3 border-t border-line pt-4"
    >
      <div className="grid gap-1.5">
        <label htmlFor={id} className="flex items-center gap-2 font-semibold">
          Answer <Key>R</Key>
        </label>
        <textarea
          ref={box}
          id={id}
          value={text}
          maxLength={questionLimits.body}
          aria-describedby={`${id}-hint`}
          aria-keyshortcuts="R"
          onKeyDown={(event) => {
            if (event.key === 'Escape') event.currentTarget.blur()
            if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
            event.preventDefault()
            form.current?.requestSubmit()
          }}
          onChange={(event) => setText(event.target.value)}
          className={`${areaClass} min-h-28`}
        />
        <p id={`${id}-hint`} className="text-sm text-muted">
          The whole batch reads it. Code stands between two lines of three backticks.
        </p>
      </div>
      <div className="flex flex-wrap items-center gap-3">
        <Button type="submit" variant="primary" pending={sending && 'Sending…'}>
          <SendHorizontal aria-hidden="true" className="size-4" />
          Answer
        </Button>
        <span className="flex items-center gap-1 text-xs text-muted">
          <Key>Ctrl</Key> <Key>Enter</Key>
        </span>
      </div>
    </form>
  )
}
