import { useFormContext, useWatch } from 'react-hook-form'
import { z } from 'zod'
import { findStudents } from '#contract/money/staff/hand-enrolments.ts'
import { email, line, copiedPhone } from '#contract/fields.ts'
import { shownAddresses } from '#contract/shown-addresses.ts'
import type { call } from '#console/kit/api/client.ts'
import { type Found, type Referable, ReferenceField } from '#console/kit/fields/reference-field.tsx'
import { TextField } from '#console/kit/fields/text-field.tsx'
import type { Lack } from './use-act-form.ts'

/** Students by name, address or phone. A chosen one is among those that were found. */
const known = new Map<number, Found>()
const studentReference: Referable = {
  key: 'money-students',
  async find(ask: typeof call, q) {
    const { students } = await ask(findStudents, { query: q ? { q } : {} })
    const found = students.map(({ id, name, email: address, phone: number, is_verified }) => ({
      id,
      name,
      note: [shownAddresses(address), number, is_verified ? null : 'not verified'].filter(Boolean).join(', '),
    }))
    for (const one of found) known.set(one.id, one)
    return found
  },
  read: (_ask, id) => Promise.resolve(known.get(id) ?? { id, name: `Student ${id}` }),
}

/** A student that the page has chosen. */
export interface ChosenStudent {
  id: number
  name: string
}

export interface StudentValues {
  who: 'account' | 'new'
  student_id: number | null
  new_student: { full_name: string; email: string; phone_number: string }
}

export const blankStudent = (student?: ChosenStudent): StudentValues => ({
  who: 'account',
  student_id: student?.id ?? null,
  new_student: { full_name: '', email: '', phone_number: '' },
})

const newStudent = z.object({ full_name: line(120, 'Full name is required.'), email, phone_number: copiedPhone })

/** What is shown and lacks something: an account, or the details of somebody without one. */
export function lacksOfStudent(values: StudentValues): Lack[] {
  if (values.who === 'account') return values.student_id === null ? [['student_id', 'Please choose a student.']] : []
  const issues = newStudent.safeParse(values.new_student).error?.issues ?? []
  return issues.map(({ path, message }) => [`new_student.${path.join('.')}`, message])
}

/** What the call names of the student. */
export const sentStudent = ({ who, student_id, new_student }: StudentValues) =>
  who === 'account' ? { student_id, new_student: null } : { student_id: null, new_student }

/** Where the form holds a field that the server names. */
export const pathOfStudent = (name: string) =>
  ['full_name', 'email', 'phone_number'].includes(name) ? `new_student.${name}` : name

/** What people call the student of the form; "the student" until one is chosen. */
export function useStudentName(student?: ChosenStudent): string {
  const { control } = useFormContext<StudentValues>()
  const [who, id, name] = useWatch({ control, name: ['who', 'student_id', 'new_student.full_name'] })
  if (student) return student.name
  if (who === 'new') return name.trim() || 'the student'
  return (id !== null && known.get(id)?.name) || 'the student'
}

/** Who it is for: an account, found by typing, or somebody without one. */
export function StudentFields({ student }: { student: ChosenStudent | undefined }) {
  const { control, register } = useFormContext<StudentValues>()
  const who = useWatch({ control, name: 'who' })
  if (student) return null
  return (
    <fieldset className="grid min-w-0 gap-4">
      <legend className="sr-only">Student</legend>
      <div className="flex w-fit flex-wrap rounded-md border border-line p-0.5">
        {(['account', 'new'] as const).map((value) => (
          <label
            key={value}
            className="flex min-h-8 cursor-pointer items-center rounded-sm px-3 text-muted has-checked:bg-sunken has-checked:font-semibold has-checked:text-ink has-focus-visible:outline-2 has-focus-visible:outline-accent touch:min-h-11"
          >
            <input type="radio" value={value} {...register('who')} className="sr-only" />
            {value === 'account' ? 'Has an account' : 'New student'}
          </label>
        ))}
      </div>
      {who === 'account' ? (
        <ReferenceField<StudentValues>
          name="student_id"
          label="Student"
          to={studentReference}
          required
          hint="Name, e-mail or phone"
        />
      ) : (
        <>
          <TextField<StudentValues> name="new_student.full_name" label="Full name" required maxLength={120} />
          <div className="grid gap-4 sm:grid-cols-2">
            <TextField<StudentValues> name="new_student.email" label="E-mail" type="email" required maxLength={254} />
            <TextField<StudentValues>
              name="new_student.phone_number"
              label="Phone"
              type="tel"
              inputMode="tel"
              required
              hint="Ten digits"
            />
          </div>
          <p className="text-xs text-muted">
            The account is not verified until the student has entered a code from this e-mail address.
          </p>
        </>
      )}
    </fieldset>
  )
}
