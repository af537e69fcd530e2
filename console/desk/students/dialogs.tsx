import { useRef } from 'react'
import { eraseWord } from '#contract/rules.ts'
import { shownAddresses } from '#contract/shown-addresses.ts'
import {
  changeStudentAddress,
  disableStudent,
  eraseStudent,
  type StudentFile,
  type StudentRecord,
  students,
} from '#contract/desk/staff/students.ts'
import { call } from '#console/kit/api/client.ts'
import { countOf } from '#console/kit/calendar/change-texts.ts'
import { FormError } from '#console/kit/fields/form-error.tsx'
import { textOf, useSubmit } from '#console/kit/fields/use-submit.ts'
import { Button } from '#ui/button.tsx'
import { Field, Textarea } from '#ui/field.tsx'
import { Dialog, DialogActions } from '#ui/dialog.tsx'
import { formatPaise } from '#console/kit/parts/money.ts'
import { notify } from '#console/kit/parts/toasts.tsx'
import { useAct } from './use-act.ts'

interface Props {
  student: StudentRecord
  onClose: () => void
}

/** A new e-mail address or phone number for a student who has proven who they are. */
export function AddressDialog({ student, onClose }: Props) {
  const act = useAct()
  const form = useSubmit(async (data) => {
    const [email, phone] = [textOf(data, 'email'), textOf(data, 'phone')]
    await act(() =>
      call(changeStudentAddress, {
        params: { id: student.id },
        body: {
          ...(email !== '' && email !== shownAddresses(student.email ?? '') ? { email } : {}),
          ...(phone !== '' && phone !== student.phone ? { phone } : {}),
          proof: textOf(data, 'proof'),
        },
        ifMatch: student.version,
      }),
    )
    notify(`${student.name} is changed, and logged out everywhere.`)
    onClose()
  })
  return (
    <Dialog
      open
      onClose={onClose}
      title="Change e-mail or phone"
      description={
        student.state === 'unverified'
          ? 'Nobody has verified the old address, so no mail goes there. The next code proves the new one.'
          : 'The old address gets a mail that can undo the change for 7 days. Every device is logged out.'
      }
    >
      <form noValidate onSubmit={form.onSubmit} className="grid gap-4">
        <Field
          label="E-mail"
          name="email"
          type="email"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={254}
          defaultValue={shownAddresses(student.email ?? '')}
          error={form.fields['email']}
        />
        <Field
          label="Phone"
          name="phone"
          type="tel"
          inputMode="tel"
          defaultValue={student.phone ?? ''}
          error={form.fields['phone']}
        />
        <Textarea
          label="Proof"
          name="proof"
          required
          maxLength={1000}
          hint="How the person has shown who they are. It stays with the student’s notes."
          error={form.fields['proof']}
        />
        <FormError>{form.error}</FormError>
        <DialogActions>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" variant="primary" pending={form.busy && 'Changing…'}>
            Change
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}

export function DisableDialog({ student, onClose }: Props) {
  const act = useAct()
  const form = useSubmit(async (data) => {
    const disabled = await act(() =>
      call(disableStudent, { params: { id: student.id }, body: { reason: textOf(data, 'reason') }, ifMatch: student.version }),
    )
    notify(`${student.name} can not log in any more.`, () =>
      act(() => call(students.actions.enable, { params: { id: student.id }, ifMatch: disabled.version })),
    )
    onClose()
  })
  return (
    <Dialog
      open
      onClose={onClose}
      title={`Disable ${student.name}`}
      description="Every device is logged out at once, and no code is sent any more. Enrolments and payments stay as they are."
    >
      <form noValidate onSubmit={form.onSubmit} className="grid gap-4">
        <Textarea
          label="Reason"
          name="reason"
          required
          maxLength={1000}
          hint="For staff. The student’s export of data has it."
          error={form.fields['reason']}
        />
        <FormError>{form.error}</FormError>
        <DialogActions>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" variant="danger" pending={form.busy && 'Disabling…'}>
            Disable
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}

/** "2 enrolments end. 3 notes and 1 device are deleted. 1 payment of ₹36,000 and its documents stay. …" */
function consequenceOf(file: StudentFile): string {
  const enrolled = file.enrolments.filter(({ state }) => state === 'active').length
  const paid = file.payments.filter(({ status }) => status === 'captured' || status === 'refunded')
  const sum = paid.reduce((total, { amount_paise: paise }) => total + paise, 0)
  return [
    `Name, addresses, ${countOf(file.notes.length, 'note')} and ${countOf(file.sessions.length, 'device')} are deleted.`,
    enrolled > 0 ? `${countOf(enrolled, 'enrolment ends', 'enrolments end')}.` : '',
    paid.length > 0
      ? `${countOf(paid.length, 'payment')} of ${formatPaise(sum)} and the documents stay, as tax law asks. Nothing is paid back.`
      : '',
    'This can not be undone.',
  ]
    .filter(Boolean)
    .join(' ')
}

export function EraseDialog({ student, file, onClose }: Props & { file: StudentFile }) {
  const act = useAct()
  const box = useRef<HTMLInputElement>(null)
  const form = useSubmit(async (data) => {
    const confirm = textOf(data, 'confirm') as typeof eraseWord
    await act(() => call(eraseStudent, { params: { id: student.id }, body: { confirm }, ifMatch: student.version }))
    notify('The account is erased.')
    onClose()
  })
  return (
    <Dialog
      open
      onClose={onClose}
      focusFirst={box}
      title={`Erase ${student.name}`}
      description={
        student.state === 'unverified'
          ? 'Only when the student has asked for it. Nobody has verified the address, so no mail goes there.'
          : 'Only when the student has asked for it. The student gets a mail that confirms it.'
      }
    >
      <form noValidate onSubmit={form.onSubmit} className="grid gap-4">
        <p className="rounded-md bg-bad-soft px-3 py-2 font-semibold text-bad">{consequenceOf(file)}</p>
        <Field
          ref={box}
          label={`Type ${eraseWord} to confirm`}
          name="confirm"
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          error={form.fields['confirm']}
        />
        <FormError>{form.error}</FormError>
        <DialogActions>
          <Button onClick={onClose}>Keep the account</Button>
          <Button type="submit" variant="danger" pending={form.busy && 'Erasing…'}>
            Erase the account
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}
