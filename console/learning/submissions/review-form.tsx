import { Check, Undo2 } from 'lucide-react'
import { useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { reviewSubmission, submissions, exercises, type SubmittedWork, undoReview } from '#contract/learning/staff/work.ts'
import { type Attempt, type Outcome, workLimits } from '#contract/learning/work.ts'
import { call } from '#console/kit/api/client.ts'
import { countOf } from '#console/kit/calendar/change-texts.ts'
import { FormError } from '#console/kit/fields/form-error.tsx'
import { useSubmit } from '#console/kit/fields/use-submit.ts'
import { Key } from '#console/kit/parts/badge.tsx'
import { Button } from '#ui/button.tsx'
import { Textarea } from '#ui/field.tsx'
import { useKeys } from '#console/kit/parts/keys.ts'
import { notify } from '#console/kit/parts/toasts.tsx'
import { useChanges } from '#console/kit/resource/calls.ts'
import { useLeaveGuard } from '#console/kit/resource/guards.ts'
import { Enclosed } from './attempt.tsx'
import { LineComment } from './line-comment.tsx'
import { lineId, NumberedLines } from './numbered-lines.tsx'

interface Props {
  work: SubmittedWork
  /** The last one of the student. */
  attempt: Attempt
  /** Of the list. */
  path: string
}

/** What was written for a review that is taken back. */
interface UndoneReview {
  words: string
  comments: [line: number, text: string][]
}

function useUndoneReview(): UndoneReview | null {
  const { state } = useLocation() as { state: UndoneReview | null }
  return state
}

/** Reviews the last attempt: comments by line, words, and whether it is accepted. The keys reach all of it. */
export function ReviewForm({ work, attempt, path }: Props) {
  const navigate = useNavigate()
  const list = useChanges(submissions)
  const ofClass = useChanges(exercises)
  const undone = useUndoneReview()
  const [comments, setComments] = useState<ReadonlyMap<number, string>>(() => new Map(undone?.comments))
  const [words, setWords] = useState(undone?.words ?? '')
  const [active, setActive] = useState(1)
  const [writing, setWriting] = useState<number | null>(null)
  const { submission, next } = work
  const { allow } = useLeaveGuard(words.trim() !== '' || comments.size > 0)
  const lines = attempt.text === null ? 0 : attempt.text.split('\n').length
  const nextPath = next === null ? `${path}?state=waiting&sort=submitted_at` : `${path}/${next}`

  const focusLine = (line: number) => {
    setActive(line)
    const button = document.getElementById(lineId(line))
    button?.focus({ preventScroll: true })
    button?.scrollIntoView({ block: 'nearest' })
  }
  const write = (line: number, text: string) => {
    const after = new Map(comments)
    if (text.trim() === '') after.delete(line)
    else after.set(line, text)
    setComments(after)
  }
  const comment = (line: number) => {
    setActive(line)
    setWriting(line)
  }
  const forget = () => {
    void list.forget()
    void ofClass.forget()
  }
  const { busy, error, fields, run } = useSubmit(async (form) => {
    const outcome = form.get('outcome') as Outcome
    const params = { id: submission.id }
    const written = [...comments]
    await call(reviewSubmission, {
      params,
      body: { outcome, words, comments: written.map(([line, text]) => ({ line, text })) },
    }).finally(forget)
    allow()
    notify(`${submission.student}: ${outcome === 'accepted' ? 'accepted' : 'asked for another attempt'}.`, async () => {
      await call(undoReview, { params }).finally(forget)
      await navigate(`${path}/${submission.id}`, { state: { words, comments: written } satisfies UndoneReview })
      return 'Undone. The student gets no mail.'
    })
    void navigate(nextPath)
  })
  const decide = async (outcome: Outcome) => {
    const form = new FormData()
    form.set('outcome', outcome)
    await run(form)
  }
  useKeys({
    ...(lines > 0
      ? {
          j: () => focusLine(Math.min(active + 1, lines)),
          k: () => focusLine(Math.max(active - 1, 1)),
          c: () => comment(active),
        }
      : {}),
    a: () => void decide('accepted'),
    r: () => void decide('again'),
    n: () => void navigate(nextPath),
  })
  return (
    <section
      aria-labelledby="review"
      className="grid grid-cols-[minmax(0,1fr)] items-start gap-6 xl:grid-cols-[minmax(0,1fr)_22rem]"
    >
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
        <Enclosed attempt={attempt} />
        {attempt.text === null ? null : (
          <>
            <p className="text-muted max-md:hidden touch:hidden">
              <Key>J</Key> and <Key>K</Key> go through the lines, <Key>C</Key> writes a comment.
            </p>
            <NumberedLines
              text={attempt.text}
              label="Text of the student"
              active={active}
              onChoose={comment}
              renderBelow={(line) =>
                writing === line || comments.has(line) ? (
                  <LineComment
                    line={line}
                    text={comments.get(line) ?? ''}
                    isOpen={writing === line}
                    maxLength={workLimits.comment}
                    onWrite={(text) => write(line, text)}
                    onOpen={() => comment(line)}
                    onDone={() => {
                      setWriting(null)
                      focusLine(line)
                    }}
                  />
                ) : null
              }
            />
          </>
        )}
      </div>
      <div className="grid gap-4 rounded-md border border-line bg-surface p-4 xl:sticky xl:top-4">
        <h2 id="review" className="text-base">
          Your review
        </h2>
        <FormError>{error ?? fields['comments'] ?? fields['outcome']}</FormError>
        <Textarea
          label="Words to the student"
          maxLength={workLimits.words}
          value={words}
          onChange={({ target }) => setWords(target.value)}
          error={fields['words']}
          hint="Say what works and what comes next. Web addresses become links."
        />
        <p className="figures text-muted">
          {comments.size === 0 ? 'No line has a comment.' : `${countOf(comments.size, 'line has', 'lines have')} a comment.`}
        </p>
        <div className="flex flex-wrap gap-2">
          <Button variant="primary" pending={busy && 'Sending…'} onClick={() => decide('accepted')} aria-keyshortcuts="A">
            <Check aria-hidden="true" className="size-4" />
            Accept
            <Key>A</Key>
          </Button>
          <Button pending={busy && 'Sending…'} onClick={() => decide('again')} aria-keyshortcuts="R">
            <Undo2 aria-hidden="true" className="size-4" />
            Ask again
            <Key>R</Key>
          </Button>
          {next === null ? null : (
            <Button variant="quiet" onClick={() => navigate(nextPath)} aria-keyshortcuts="N">
              Next
              <Key>N</Key>
            </Button>
          )}
        </div>
      </div>
    </section>
  )
}
