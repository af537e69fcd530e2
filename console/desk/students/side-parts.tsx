import { useRef } from 'react'
import { Link } from 'react-router'
import type { AuditTransaction } from '#contract/platform/staff/audit.ts'
import { addStudentNote, endStudentSessions, fileRows, type StudentFile, students } from '#contract/desk/staff/students.ts'
import { call } from '#console/kit/api/client.ts'
import { FormError } from '#console/kit/fields/form-error.tsx'
import { textOf, useSubmit } from '#console/kit/fields/use-submit.ts'
import { actorOf, changedFields, describeEntry } from '#console/kit/history/describe-entry.ts'
import { masked } from '#console/kit/history/values.ts'
import { MailProblem } from '#console/kit/parts/mail-problem.tsx'
import { Badge } from '#console/kit/parts/badge.tsx'
import { Button, ButtonLink } from '#ui/button.tsx'
import { Textarea } from '#ui/field.tsx'
import { useKeys } from '#console/kit/parts/keys.ts'
import { formatMoment } from '#console/kit/parts/time.ts'
import { notify, notifyFailure } from '#console/kit/parts/toasts.tsx'
import { useChanges } from '#console/kit/resource/calls.ts'
import { Part, Row } from './part.tsx'

const noteKinds = { note: null, address_changed: 'Address changed', disabled: 'Disabled' } as const

/** What staff wrote, and the box for more. C leads to it; Ctrl or ⌘ and Enter saves. */
export function Notes({ studentId, rows, mayWrite }: { studentId: number; rows: StudentFile['notes']; mayWrite: boolean }) {
  return (
    <div className="grid gap-3">
      <Part title="Notes" count={rows.length} most={fileRows} empty="No notes yet.">
        {rows.map((note) => (
          <li key={note.id} className="py-2">
            <p className="text-xs text-muted">
              {note.staff} · {formatMoment(note.created_at)}
              {noteKinds[note.kind] ? ` · ${noteKinds[note.kind]}` : ''}
            </p>
            <p className="mt-1 break-words whitespace-pre-line">{note.body}</p>
          </li>
        ))}
      </Part>
      {mayWrite ? <NoteForm studentId={studentId} /> : null}
    </div>
  )
}

function NoteForm({ studentId }: { studentId: number }) {
  const { forget } = useChanges(students)
  const box = useRef<HTMLTextAreaElement>(null)
  const form = useSubmit(async (data) => {
    await call(addStudentNote, { params: { id: studentId }, body: { body: textOf(data, 'body') } })
    if (box.current) box.current.value = ''
    notify('The note is saved.')
    await forget()
  })
  useKeys({ c: () => box.current?.focus() })
  return (
    <form noValidate onSubmit={form.onSubmit} className="grid gap-2">
      <Textarea
        ref={box}
        label="New note"
        name="body"
        maxLength={5000}
        hint="For staff. The student’s export of data has it."
        error={form.fields['body']}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
            event.preventDefault()
            event.currentTarget.form?.requestSubmit()
          }
          if (event.key === 'Escape') event.currentTarget.blur()
        }}
      />
      <FormError>{form.error}</FormError>
      <div>
        <Button type="submit" pending={form.busy && 'Saving…'}>
          Save note
        </Button>
      </div>
    </form>
  )
}

/** Devices on which the student is logged in. */
export function Devices({ studentId, rows, mayEnd }: { studentId: number; rows: StudentFile['sessions']; mayEnd: boolean }) {
  const { forget } = useChanges(students)
  const end = async (sessionId: string, device: string) => {
    try {
      await call(endStudentSessions, { params: { id: studentId }, body: { session_id: sessionId } })
      notify(`${device} is logged out.`)
    } catch (error) {
      notifyFailure(error)
    }
    await forget()
  }
  return (
    <Part title="Devices" count={rows.length} most={fileRows} empty="Logged in nowhere.">
      {rows.map(({ id, device, last_seen_at: seen }) => (
        <Row
          key={id}
          name={device}
          line={`Last seen ${formatMoment(seen)}`}
          side={
            mayEnd ? (
              <Button variant="quiet" aria-label={`Log out ${device}`} onClick={() => end(id, device)}>
                Log out
              </Button>
            ) : null
          }
        />
      ))}
    </Part>
  )
}

const mailNames = { waiting: 'On its way', sent: 'Sent', given_up: 'Not sent', bouncing: 'Refused' } as const
const mailTones = { waiting: 'ahead', sent: 'good', given_up: 'neutral', bouncing: 'bad' } as const
const changeNames: Record<NonNullable<Mail['class_change']>, string> = {
  moved: 'Class moved',
  cancelled: 'Class cancelled',
  restored: 'Class held after all',
  added: 'Class added',
  removed: 'Class removed',
  instructor: 'Another instructor',
  link: 'Another classroom',
  timetable: 'Timetable changed',
}
const titleOf = (template: string) => template.charAt(0).toUpperCase() + template.slice(1).replaceAll('-', ' ')

type Mail = StudentFile['mails'][number]

export function Mails({ rows }: { rows: StudentFile['mails'] }) {
  return (
    <Part title="Mails" count={rows.length} most={fileRows} empty="No mail was sent yet.">
      {rows.map((mail) => (
        <Row
          key={mail.id}
          name={mail.subject ?? (mail.class_change === null ? titleOf(mail.template) : changeNames[mail.class_change])}
          line={
            <>
              {mail.subject === null ? '' : `${titleOf(mail.template)}, `}
              {formatMoment(mail.sent_at ?? mail.created_at)}
              {mail.problem ? (
                <span className="block text-bad">
                  <MailProblem reply={mail.problem} />
                </span>
              ) : null}
            </>
          }
          side={<Badge tone={mailTones[mail.state]}>{mailNames[mail.state]}</Badge>}
        />
      ))}
    </Part>
  )
}

/** Fields of a change that stand in its row. */
const shownFields = 3

/** What staff changed that belongs to this student: one row for each act, from what and to what. */
export function Changes({ studentId, rows }: { studentId: number; rows: NonNullable<StudentFile['audit']> }) {
  return (
    <div className="grid gap-3">
      <Part title="Changes by staff" count={rows.length} most={fileRows} empty="Staff changed nothing yet." folds>
        {rows.map((change) => (
          <Row
            key={change.id}
            name={
              <Link to={`/audit/${change.id}?student=${studentId}`} className="inline-flex min-h-6 items-center hover:underline">
                {describeEntry(change)}
              </Link>
            }
            line={
              <>
                <FieldsInRow change={change} />
                {actorOf(change)} · {formatMoment(change.at)}
              </>
            }
          />
        ))}
      </Part>
      <div>
        <ButtonLink to={`/audit?student=${studentId}`}>See the log</ButtonLink>
      </div>
    </div>
  )
}

/** Fields that were changed, before and after, and why. A new record says in its name what it is. */
function FieldsInRow({ change }: { change: AuditTransaction }) {
  const fields = changedFields(change).filter(({ name }) => change.operation === 'update' || name === 'reason')
  return fields.slice(0, shownFields).map(({ name, label, before, after }) => (
    <span key={name} className="block">
      {label}: {name === 'reason' ? null : <>{shortText(before)} → </>}
      {shortText(after)}
    </span>
  ))
}

function shortText(value: unknown): string {
  if (value === null || value === undefined || value === '') return 'empty'
  if (value === masked) return 'personal'
  return typeof value === 'string' || typeof value === 'number' ? String(value) : 'changed'
}
