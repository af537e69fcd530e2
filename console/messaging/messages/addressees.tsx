import { useEffect, useRef } from 'react'
import { useFormContext, useWatch } from 'react-hook-form'
import { messageAudienceNames, messageAudiences, type messages } from '#contract/messaging/staff/messages.ts'
import { useAccess } from '#console/kit/api/access.ts'
import { ReferenceField } from '#console/kit/fields/reference-field.tsx'
import {
  batchReference,
  exerciseReference,
  heldClassReference,
  ownBatchReference,
  studentOfBatchReference,
  studentReference,
} from '#console/kit/fields/references.ts'
import { SelectField } from '#console/kit/fields/select-field.tsx'
import type { Blank, FormValues } from '#console/kit/resource/screen.ts'

type Values = FormValues<typeof messages>

const options = messageAudiences.map((value) => ({ value, label: messageAudienceNames[value] }))

/** Whom a message is for. An instructor writes to own batches and to students of them. */
export function Addressees() {
  const { may } = useAccess()
  const { control, setValue } = useFormContext<Blank<typeof messages>>()
  const [audience, batchId] = useWatch({ control, name: ['audience', 'batch_id'] })
  const seesAll = may('batches:read') && may('students:read')
  const hasBatch = audience !== 'student' || !seesAll
  const chosen = batchId ?? null
  const shown = useRef(chosen)
  useEffect(() => {
    if (shown.current === chosen) return
    shown.current = chosen
    // They belong to the batch before.
    for (const name of ['session_id', 'exercise_id', ...(seesAll ? [] : ['student_id' as const])] as const) setValue(name, null)
  }, [chosen, seesAll, setValue])
  return (
    <>
      <SelectField<Values> name="audience" required options={options} hint={hints[audience ?? 'batch']} />
      {hasBatch ? (
        <ReferenceField<Values> name="batch_id" label="Batch" to={seesAll ? batchReference : ownBatchReference} required />
      ) : null}
      {audience === 'student' && seesAll ? (
        <ReferenceField<Values> name="student_id" label="Student" to={studentReference} required />
      ) : null}
      {audience === 'student' && !seesAll && chosen !== null ? (
        <ReferenceField<Values> key={chosen} name="student_id" label="Student" to={studentOfBatchReference(chosen)} required />
      ) : null}
      {audience === 'absent' && chosen !== null ? (
        <ReferenceField<Values> key={chosen} name="session_id" label="Class" to={heldClassReference(chosen)} required />
      ) : null}
      {audience === 'owing' && chosen !== null ? (
        <ReferenceField<Values> key={chosen} name="exercise_id" label="Exercise" to={exerciseReference(chosen)} required />
      ) : null}
    </>
  )
}

const hints: Readonly<Record<(typeof messageAudiences)[number], string>> = {
  batch: 'Everybody who is in the batch when it is sent.',
  student: 'One mail, which nobody else gets.',
  absent: 'Students of the batch whom the attendance of the class has as absent when it is sent.',
  owing: 'Students of the batch who have not handed it in, or are asked for it again.',
  overdue: 'Students of the batch who owe an exercise whose time has passed.',
}
