import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Pencil, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { pathTo } from '#contract/pages.ts'
import { deleteQuestion, editQuestion, type QuestionThread } from '#contract/learning/questions.ts'
import { Button } from '#ui/button.tsx'
import { Dialog, DialogActions } from '#ui/dialog.tsx'
import { formatClock, formatDay } from '#ui/format.ts'
import { Notice } from '#ui/notice.tsx'
import { call, messageOf } from '#web/lib/api.ts'
import { roomQuery } from '#web/classes/queries.ts'
import { AnswerForm, Answers } from './answers.tsx'
import { questionQuery } from './queries.ts'
import { nameOfClass, QuestionForm } from './question-form.tsx'
import { Written } from './written.tsx'

/** Where the board of a question is. */
export const boardPath = ({ course_id: course, batch_id: batch }: QuestionThread) => pathTo('questions', course, { batch })

/** One question with its answers. */
export function Thread({ question, email }: { question: QuestionThread; email: string }) {
  const client = useQueryClient()
  const [isEditing, setIsEditing] = useState(false)
  const keep = (next: QuestionThread) => {
    client.setQueryData(questionQuery(email, String(question.id)).queryKey, next)
    void client.invalidateQueries({ queryKey: ['questions'] })
  }
  return (
    <>
      <h1 className="mt-3 max-w-4xl text-2xl font-extrabold wrap-anywhere sm:text-3xl">
        {question.title ?? 'The words are gone with their author'}
      </h1>
      <p className="figures mt-2 text-sm text-muted">
        {question.mine ? 'You asked' : `${question.asked_by} asked`} on {formatDay(question.created_at)},{' '}
        {formatClock(question.created_at)}
        {question.edited_at ? ', edited since' : ''}
      </p>
      {question.session_id === null ? null : (
        <p className="text-sm">
          <Link
            to={pathTo('room-class', [question.course_id, question.session_id])}
            className="inline-flex min-h-6 items-center font-semibold text-accent hover:underline"
          >
            {nameOfClass({ number: question.class_number, topic: question.class_topic ?? '' })}
          </Link>
        </p>
      )}
      <div className="mt-6 max-w-4xl">
        {isEditing ? (
          <Edit
            question={question}
            email={email}
            onDone={(next) => {
              keep(next)
              setIsEditing(false)
            }}
            onCancel={() => setIsEditing(false)}
          />
        ) : question.body === null ? (
          <p className="text-muted">The person who asked has erased the account. The answers stay for the batch.</p>
        ) : (
          <Written text={question.body} />
        )}
      </div>
      {question.mine && !isEditing ? <OwnActs question={question} onEdit={() => setIsEditing(true)} /> : null}
      <Answers question={question} onChange={keep} />
      {question.may_answer ? (
        <AnswerForm question={question} onDone={keep} />
      ) : (
        <p className="mt-8 text-sm text-muted">This question takes no more answers.</p>
      )}
    </>
  )
}

interface EditProps {
  question: QuestionThread
  email: string
  onDone: (question: QuestionThread) => void
  onCancel: () => void
}

function Edit({ question, email, onDone, onCancel }: EditProps) {
  const room = useQuery(roomQuery(email, String(question.course_id))).data
  const batch = room?.batches.find(({ batch_id: id }) => id === question.batch_id)
  if (!batch) return <p className="text-muted">Loading…</p>
  return (
    <QuestionForm
      label="Edit your question"
      button="Save"
      begin={{ title: question.title ?? '', body: question.body ?? '', session_id: question.session_id }}
      classes={batch.classes.filter(({ state }) => state !== 'cancelled')}
      send={(body) => call(editQuestion, { params: { id: question.id }, body, ifMatch: question.version })}
      onDone={onDone}
      onCancel={onCancel}
    />
  )
}

function OwnActs({ question, onEdit }: { question: QuestionThread; onEdit: () => void }) {
  const navigate = useNavigate()
  const client = useQueryClient()
  const [asks, setAsks] = useState(false)
  const [running, setRunning] = useState(false)
  const [problem, setProblem] = useState('')
  const remove = async () => {
    setRunning(true)
    setProblem('')
    try {
      await call(deleteQuestion, { params: { id: question.id } })
      void client.invalidateQueries({ queryKey: ['questions'] })
      void navigate(boardPath(question), { replace: true })
    } catch (error) {
      setProblem(messageOf(error, 'The question could not be deleted. Please try again.'))
      setRunning(false)
    }
  }
  return (
    <div className="mt-5 flex flex-wrap gap-3">
      {question.may_edit ? (
        <Button onClick={onEdit}>
          <Pencil aria-hidden="true" className="size-4" />
          Edit
        </Button>
      ) : null}
      <Button onClick={() => setAsks(true)}>
        <Trash2 aria-hidden="true" className="size-4" />
        Delete
      </Button>
      <Dialog
        open={asks}
        onClose={() => setAsks(false)}
        title="Delete your question?"
        description={question.answer_count > 0 ? 'Its answers go with it, also those of others.' : 'It is gone for everybody.'}
      >
        {problem ? <Notice tone="bad" title={problem} /> : null}
        <DialogActions>
          <Button onClick={() => setAsks(false)}>Keep it</Button>
          <Button variant="danger" pending={running && 'Deleting…'} onClick={() => void remove()}>
            Delete the question
          </Button>
        </DialogActions>
      </Dialog>
    </div>
  )
}
