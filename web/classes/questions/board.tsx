import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { Check, CircleQuestionMark, MessageSquareText, Plus, Search } from 'lucide-react'
import { useState } from 'react'
import { Link, useNavigate, useSearchParams } from 'react-router'
import type { RoomBatch } from '#contract/classes/classes.ts'
import { pathTo } from '#contract/pages.ts'
import { askQuestion, type Question } from '#contract/learning/questions.ts'
import { Button, ButtonLink } from '#ui/button.tsx'
import { Empty } from '#ui/empty.tsx'
import { inputClass } from '#ui/field.tsx'
import { formatDay } from '#ui/format.ts'
import { SelectField } from '#ui/select-field.tsx'
import { Loading, Skeleton } from '#ui/skeleton.tsx'
import { call } from '#web/lib/api.ts'
import { LoadFailed } from '#web/lib/load-failed.tsx'
import { boardQuery } from './queries.ts'
import { nameOfClass, QuestionForm } from './question-form.tsx'

/** Questions of a batch: those without an answer first. `?class=` and `?q=` narrow them, `?ask` opens the form. */
export function Board({ batch, email }: { batch: RoomBatch; email: string }) {
  const [query, setQuery] = useSearchParams()
  const navigate = useNavigate()
  const client = useQueryClient()
  const filter = { session: query.get('class') ?? '', q: (query.get('q') ?? '').trim().slice(0, 100) }
  const isAsking = query.has('ask')
  const change = (name: string, value: string | null) => {
    const next = new URLSearchParams(query)
    if (value === null) next.delete(name)
    else next.set(name, value)
    setQuery(next, { replace: true, preventScrollReset: true })
  }
  const classes = batch.classes.filter(({ state }) => state !== 'cancelled')
  const about = classes.find(({ session_id: id }) => String(id) === filter.session)
  return (
    <div className="space-y-6">
      {isAsking ? (
        <QuestionForm
          label="Ask a question"
          button="Ask your batch"
          begin={{ title: '', body: '', session_id: about?.session_id ?? null }}
          classes={classes}
          send={(body) => call(askQuestion, { params: { batch_id: batch.batch_id }, body })}
          onDone={(question) => {
            void client.invalidateQueries({ queryKey: ['questions'] })
            void navigate(pathTo('question', question.id))
          }}
          onCancel={() => change('ask', null)}
        />
      ) : (
        <Button variant="primary" onClick={() => change('ask', '')} className="max-sm:w-full">
          <Plus aria-hidden="true" className="size-4" />
          Ask a question
        </Button>
      )}
      <div className="grid gap-4 sm:grid-cols-2">
        <SelectField
          label="Class"
          value={about ? filter.session : ''}
          onChange={(event) => change('class', event.target.value || null)}
        >
          <option value="">All questions</option>
          {classes.map((one) => (
            <option key={one.session_id} value={one.session_id}>
              {nameOfClass(one)}
            </option>
          ))}
        </SelectField>
        <SearchBox key={filter.q} q={filter.q} onSearch={(q) => change('q', q || null)} />
      </div>
      <Questions batchId={batch.batch_id} email={email} filter={{ ...filter, session: about ? filter.session : '' }} />
    </div>
  )
}

function SearchBox({ q, onSearch }: { q: string; onSearch: (q: string) => void }) {
  const [text, setText] = useState(q)
  return (
    <form
      role="search"
      onSubmit={(event) => {
        event.preventDefault()
        onSearch(text.trim())
      }}
    >
      <label htmlFor="question-search" className="mb-1.5 block text-sm font-semibold">
        Words
      </label>
      <span className="flex gap-2">
        <input
          id="question-search"
          type="search"
          value={text}
          maxLength={100}
          onChange={(event) => setText(event.target.value)}
          className={`${inputClass} min-w-0`}
        />
        <Button type="submit" aria-label="Search questions" className="min-h-12">
          <Search aria-hidden="true" className="size-4" />
        </Button>
      </span>
    </form>
  )
}

interface QuestionsProps {
  batchId: number
  email: string
  filter: { session: string; q: string }
}

function Questions({ batchId, email, filter }: QuestionsProps) {
  const found = useInfiniteQuery(boardQuery(email, batchId, filter))
  const { data, error, isFetching, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = found
  const questions = data?.pages.flatMap((page) => page.questions) ?? []
  if (!data) {
    return error ? (
      <LoadFailed title="The questions could not be read." isFetching={isFetching} onRetry={() => void refetch()} />
    ) : (
      <Loading label="Loading the questions" className="space-y-3">
        {[0, 1, 2].map((place) => (
          <Skeleton key={place} className="h-20 w-full" />
        ))}
      </Loading>
    )
  }
  if (questions.length === 0) return <NoQuestions isFiltered={filter.session !== '' || filter.q !== ''} />
  return (
    <section aria-label="Questions">
      <ul className="divide-y divide-line rounded-lg border border-line bg-surface shadow-card">
        {questions.map((question) => (
          <Row key={question.id} question={question} />
        ))}
      </ul>
      {hasNextPage ? (
        <div className="mt-5 text-center">
          <Button pending={isFetchingNextPage && 'Loading…'} onClick={() => void fetchNextPage()}>
            Show older questions
          </Button>
        </div>
      ) : null}
    </section>
  )
}

function NoQuestions({ isFiltered }: { isFiltered: boolean }) {
  return isFiltered ? (
    <Empty title="No question is like this">
      <p className="mt-2 text-muted">Ask it, or look at all questions.</p>
      <p className="mt-5">
        <ButtonLink to="?">All questions</ButtonLink>
      </p>
    </Empty>
  ) : (
    <Empty title="Nobody has asked yet">
      <p className="mt-2 text-muted">
        Your instructor and your batch read what you ask here. Others often wonder about the same.
      </p>
    </Empty>
  )
}

const marks = {
  unanswered: [CircleQuestionMark, 'bg-signal-soft text-signal', 'Not answered yet'],
  answered: [MessageSquareText, 'bg-sunken text-muted', 'Answered'],
  accepted: [Check, 'bg-good-soft text-good', 'Answer accepted'],
} as const

function Row({ question }: { question: Question }) {
  const [Icon, colours, state] = marks[question.state]
  const { answer_count: count, session_id: session } = question
  return (
    <li className="group relative flex gap-4 px-4 py-4 first:rounded-t-lg last:rounded-b-lg hover:bg-accent-soft/60 sm:gap-5 sm:px-6">
      <span
        aria-hidden="true"
        className={`mt-0.5 grid size-8 shrink-0 place-items-center rounded-full forced-colors:border ${colours}`}
      >
        <Icon className="size-4" />
      </span>
      <div className="min-w-0 flex-1">
        <h2 className="text-base leading-snug font-semibold tracking-normal">
          <Link
            to={pathTo('question', question.id)}
            className="wrap-anywhere outline-offset-2 group-hover:text-accent after:absolute after:inset-0"
          >
            {question.title ?? 'The words are gone with their author'}
          </Link>
        </h2>
        <p className="figures mt-1 text-sm text-muted">
          {question.mine ? 'You' : question.asked_by} <span aria-hidden="true">·</span> {formatDay(question.created_at)}
          {session === null ? null : (
            <>
              {' '}
              <span aria-hidden="true">·</span>{' '}
              {nameOfClass({ number: question.class_number, topic: question.class_topic ?? '' })}
            </>
          )}
        </p>
        <p className="figures mt-1 text-sm font-semibold">
          <span className={question.state === 'unanswered' ? 'text-signal' : question.state === 'accepted' ? 'text-good' : ''}>
            {state}
          </span>
          {count > 0 ? (
            <span className="font-normal text-muted">
              , {count} {count === 1 ? 'answer' : 'answers'}
            </span>
          ) : null}
        </p>
      </div>
    </li>
  )
}
