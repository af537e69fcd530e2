import { type ReactNode, useId, useRef } from 'react'
import { type CodeComment, type CodeReview, linesText } from '#contract/learning/code-reviews.ts'
import { buttonClass } from '#ui/button.tsx'
import { CodeLines, type Mark } from '#ui/code-lines.tsx'

/** The steps: the code, each comment, the mended code. Radios hold the step, so it works before any script has arrived (`ui/steps.css`). */
export default function CodeReviewSteps({ review }: { review: CodeReview }) {
  // Two comments may have one text.
  const comments = review.comments.map((comment, index) => ({ ...comment, number: index + 1 }))
  const id = useId()
  const parts = useRef<HTMLDivElement>(null)
  const last = comments.length + 1
  const names = ['Code', ...comments.map(({ number }) => String(number)), 'Mended']
  const stepOf = (step: number) => `${id}${step}`
  // A long code scrolls within its box.
  const showMarked = (step: number) => {
    for (const pane of parts.current?.querySelectorAll<HTMLElement>('[data-tone]') ?? []) {
      const line = pane.querySelector<HTMLElement>(`.code-line[data-lit~="${step}"]`)
      if (line) pane.scrollTo({ top: line.offsetTop - pane.offsetTop - pane.clientHeight / 4, left: 0 })
    }
  }
  const go = (step: number, words: string, look: 'primary' | 'quiet') => (
    <label htmlFor={stepOf(step)} className={`${buttonClass(look)} select-none`}>
      {words}
    </label>
  )
  const before: Mark[] = comments.map(({ first_line, last_line, number }) => ({
    first: first_line,
    last: last_line,
    label: String(number),
    steps: String(number),
  }))
  const after: Mark[] = comments.flatMap(({ answer_first, answer_last, number }) =>
    answer_first === null || answer_last === null
      ? []
      : [{ first: answer_first, last: answer_last, label: String(number), steps: String(last) }],
  )
  return (
    <div className="@container">
      <div ref={parts} data-steps="" className="step-parts">
        <fieldset className="step-bar step-control mb-4">
          <legend className="sr-only">Steps of the review</legend>
          <span className="flex w-full flex-wrap gap-1 rounded-md bg-sunken p-1">
            {names.map((name, step) => (
              <label
                key={name}
                className="relative grid min-h-11 flex-auto place-items-center rounded-sm px-1.5 text-sm font-semibold text-muted hover:text-ink has-checked:bg-surface has-checked:text-ink has-checked:shadow-card has-focus-visible:outline-3 has-focus-visible:outline-accent sm:px-2.5"
              >
                <input
                  id={stepOf(step)}
                  type="radio"
                  name={`${id}step`}
                  value={step}
                  defaultChecked={step === 0}
                  aria-label={nameOf(step, last)}
                  onChange={() => showMarked(step)}
                  className="sr-only"
                />
                {name}
              </label>
            ))}
          </span>
        </fieldset>
        <div className="step-notes" aria-live="polite">
          <Note at={0} eyebrow="The task">
            <h3 className="text-xl">{review.title}</h3>
            <p className="mt-3">{review.task}</p>
            <p className="mt-3 text-muted">Read the code first. What would you say about it?</p>
            <p className="mt-3 text-sm text-muted">{creditOf(review)}</p>
            <Controls>{go(1, 'First comment', 'primary')}</Controls>
          </Note>
        </div>
        <Pane title="As it was handed in" language={review.language} at={names.slice(0, -1).map((_, step) => step)}>
          <CodeLines
            label="The code as it was handed in"
            code={review.code_before}
            marks={before}
            tone="signal"
            className={paneClass}
          />
        </Pane>
        <div className="step-notes" aria-live="polite">
          {comments.map((comment) => (
            <Note
              key={comment.number}
              at={comment.number}
              number={comment.number}
              eyebrow={`Comment ${comment.number} of ${comments.length}, ${linesText(comment.first_line, comment.last_line)}`}
            >
              <p className="sm:text-lg sm:leading-snug">
                <Words text={comment.text} />
              </p>
              <Controls>
                {go(comment.number - 1, 'Back', 'quiet')}
                {go(comment.number + 1, comment.number + 1 === last ? 'The mended code' : 'Next comment', 'primary')}
              </Controls>
            </Note>
          ))}
        </div>
        <Pane title="The mended code" language={review.language} at={[last]}>
          <CodeLines label="The mended code" code={review.code_after} marks={after} tone="good" className={paneClass} />
        </Pane>
        <div className="step-notes" aria-live="polite">
          <Note at={last} eyebrow="What changed">
            <ol className="grid gap-3">
              {comments.map((comment) => (
                <Answer key={comment.number} comment={comment} number={comment.number} />
              ))}
            </ol>
            <Controls>
              {go(last - 1, 'Back', 'quiet')}
              {go(0, 'From the start', 'quiet')}
            </Controls>
          </Note>
        </div>
      </div>
    </div>
  )
}

const paneClass = 'max-h-[min(34rem,66svh)] scroll-smooth print:max-h-none'

function nameOf(step: number, last: number): string {
  if (step === 0) return 'The code as it was handed in'
  return step === last ? 'The mended code' : `Comment ${step}`
}

function creditOf({ origin, student_name }: CodeReview): string {
  if (origin === 'written') return 'The school has written this example.'
  if (origin === 'anonymised') return 'A student wrote the code. Nothing in it says who.'
  return `${student_name ?? 'A student'} wrote the code and agreed in writing that it is shown.`
}

function Pane({ title, language, at, children }: { title: string; language: string; at: number[]; children: ReactNode }) {
  return (
    <figure data-at={at.join(' ')} className="step-code overflow-hidden rounded-lg border border-line bg-surface shadow-card">
      <figcaption className="flex justify-between gap-4 border-b border-line px-4 py-2 text-xs">
        <span className="font-semibold">{title}</span>
        <span className="text-muted">{language}</span>
      </figcaption>
      {children}
    </figure>
  )
}

interface NoteProps {
  at: number
  eyebrow: string
  number?: number
  children: ReactNode
}

function Note({ at, eyebrow, number, children }: NoteProps) {
  return (
    <div data-at={at} className="flex flex-col pt-5">
      <p className="eyebrow figures mb-2 flex items-center gap-2">
        {number === undefined ? null : <CommentNumber tone="bg-signal">{number}</CommentNumber>}
        {eyebrow}
      </p>
      {children}
    </div>
  )
}

function Answer({ comment, number }: { comment: CodeComment; number: number }) {
  const { answer, answer_first, answer_last } = comment
  return (
    <li className="flex gap-3">
      <CommentNumber tone="bg-good">{number}</CommentNumber>
      <p className="text-sm">
        <Words text={answer ?? 'Nothing had to change.'} />
        {answer_first === null || answer_last === null ? null : (
          <span className="figures block text-xs text-muted first-letter:uppercase">{linesText(answer_first, answer_last)}</span>
        )}
      </p>
    </li>
  )
}

function CommentNumber({ tone, children }: { tone: string; children: number }) {
  return (
    <span
      aria-hidden="true"
      className={`grid size-5 shrink-0 place-items-center rounded-full text-xs font-bold text-surface ${tone}`}
    >
      {children}
    </span>
  )
}

/** Words with code between backticks. */
function Words({ text }: { text: string }) {
  return [...text.matchAll(/`([^`]+)`|[^`]+|`/g)].map(({ 0: words, 1: code, index }) =>
    code === undefined ? (
      words
    ) : (
      <code key={index} className="rounded-sm bg-sunken px-1 font-mono text-[0.88em]">
        {code}
      </code>
    ),
  )
}

/**
 * Stand at one place at every step: right below the code, or at the end of a column beside it. The radios are the controls of
 * the keyboard and of screen readers.
 */
function Controls({ children }: { children: ReactNode }) {
  return (
    <div
      aria-hidden="true"
      className="step-control order-first justify-between gap-3 pb-5 *:last:ml-auto @[54rem]:order-none @[54rem]:mt-auto @[54rem]:pt-5 @[54rem]:pb-0"
    >
      {children}
    </div>
  )
}
