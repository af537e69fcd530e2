import { useState } from 'react'
import type { BatchRecord } from '#contract/classes/staff/batches.ts'
import { makeUpClass, type SessionRecord } from '#contract/classes/staff/sessions.ts'
import { call } from '#console/kit/api/client.ts'
import { addDays, dayOf } from '#ui/days.ts'
import { Field } from '#ui/field.tsx'
import { formatMoment } from '#console/kit/parts/time.ts'
import { ChangeDialog } from './change-dialog.tsx'
import { MakeUpFields, makeUpOf } from './make-up-fields.tsx'
import { timingOf, type When, WhenFields } from './when-fields.tsx'

/** Adds a class that the pattern does not make. */
export function MakeUpDialog({ batch, onClose }: { batch: BatchRecord; onClose: () => void }) {
  const [when, setWhen] = useState<When>({
    day: addDays(dayOf(batch.ends_at), 1),
    clock: batch.clock,
    minutes: String(batch.minutes),
  })
  const [topic, setTopic] = useState('')
  const timing = timingOf(when)
  return (
    <ChangeDialog
      title="Add a make-up class"
      action="Add class"
      session={null}
      batch={batch}
      input={timing && { ...timing, topic: topic.trim() }}
      send={(body, { query }) => call(makeUpClass, { params: { id: batch.id }, query, body })}
      done={({ session }) => `A class is added on ${formatMoment(session.starts_at)}.`}
      onClose={onClose}
    >
      <WhenFields when={when} onChange={setWhen} />
      <Field
        label="Topic"
        maxLength={200}
        value={topic}
        onChange={({ target }) => setTopic(target.value)}
        hint="Optional. You can add it later."
      />
    </ChangeDialog>
  )
}

/** Adds a class that makes up for a cancelled one. */
export function MakeUpForDialog({ session, onClose }: { session: SessionRecord; onClose: () => void }) {
  const [when, setWhen] = useState(() => makeUpOf(session))
  const timing = timingOf(when)
  return (
    <ChangeDialog
      title={`Make up for the class of ${formatMoment(session.starts_at)}`}
      action="Add make-up class"
      session={null}
      batch={{ id: session.batch_id, course: session.course }}
      input={timing && { ...timing, makes_up_for: session.id }}
      send={(body, { query }) => call(makeUpClass, { params: { id: session.batch_id }, query, body })}
      done={(outcome) => `The class is made up on ${formatMoment(outcome.session.starts_at)}.`}
      onClose={onClose}
    >
      <MakeUpFields session={session} when={when} onChange={setWhen} />
    </ChangeDialog>
  )
}
