import { useMemo } from 'react'
import { FormProvider, useForm, useWatch } from 'react-hook-form'
import { listSubstitutes, type SessionRecord, substituteInstructor } from '#contract/classes/staff/sessions.ts'
import { call } from '#console/kit/api/client.ts'
import { instructorReference } from '#console/kit/fields/references.ts'
import { type Referable, ReferenceField } from '#console/kit/fields/reference-field.tsx'
import { ChangeDialog } from './change-dialog.tsx'
import { classTitle } from '#console/kit/calendar/states.tsx'

interface Values {
  instructor_id: number | null
}

/** Instructors, those who are free at the time of the class first. */
const substitutesFor = (session: SessionRecord): Referable => ({
  ...instructorReference,
  key: `substitutes-${session.id}-${session.version}`,
  find: async (call, q) =>
    (await call(listSubstitutes, { params: { id: session.id } })).substitutes
      .filter(({ id, name }) => id !== session.instructor_id && name.toLowerCase().includes(q.toLowerCase()))
      .map(({ id, name, background, busy }) => ({
        id,
        name,
        note: busy === null ? ['Free', background].filter(Boolean).join(' · ') : `Teaches ${busy} then`,
      })),
})

/** Lets another instructor teach one class, or gives it back to the batch's own. */
export function SubstituteDialog({ session, onClose }: { session: SessionRecord; onClose: () => void }) {
  const form = useForm<Values>({ defaultValues: { instructor_id: null } })
  const chosen = useWatch({ control: form.control, name: 'instructor_id' })
  const hasSubstitute = session.substitute_for !== null
  const before = hasSubstitute ? session.instructor_id : null
  const input = useMemo(
    // Who teaches the class already is no substitute.
    () => (chosen === session.instructor_id || (chosen === null && !hasSubstitute) ? null : { instructor_id: chosen }),
    [chosen, session.instructor_id, hasSubstitute],
  )
  const to = useMemo(() => substitutesFor(session), [session])
  const params = { id: session.id }
  return (
    <FormProvider {...form}>
      <ChangeDialog
        title={`Substitute for ${classTitle(session).toLowerCase()}`}
        action={chosen === null && hasSubstitute ? 'Give the class back' : 'Save substitute'}
        session={session}
        input={input}
        send={(body, { version, query }) => call(substituteInstructor, { params, query, body, ifMatch: version })}
        done={(outcome) => `${outcome.session.instructor} teaches this class.`}
        undo={(outcome) =>
          call(substituteInstructor, {
            params,
            query: {},
            body: { instructor_id: before },
            ifMatch: outcome.session.version,
          })
        }
        onClose={onClose}
      >
        <ReferenceField<Values>
          name="instructor_id"
          label="Who teaches this class"
          to={to}
          required={!hasSubstitute}
          hint={
            chosen === session.instructor_id
              ? `${session.instructor} teaches this class already.`
              : hasSubstitute
                ? `${session.instructor} is the substitute now. Without a choice the class goes back to the batch's instructor.`
                : `${session.instructor} teaches it now. Other classes stay as they are.`
          }
        />
      </ChangeDialog>
    </FormProvider>
  )
}
