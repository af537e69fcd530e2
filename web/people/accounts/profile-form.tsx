import { useEffect, useRef, useState } from 'react'
import { changeFields, type Profile, requestChange } from '#contract/people/accounts.ts'
import * as messages from '#contract/messages.ts'
import { call } from '#web/lib/api.ts'
import { toast } from '#web/lib/toast.ts'
import { firstMessage, useContractForm } from '#web/lib/use-contract-form.ts'
import { Button } from '#ui/button.tsx'
import { EmailField } from '#ui/email-field.tsx'
import { MailAddress } from '#web/lib/mail-address.tsx'
import { PhoneField } from '#web/lib/phone-field.tsx'
import { lazyDialog } from '#ui/lazy-part.tsx'
import { Notice } from '#ui/notice.tsx'
import { askForCode } from './ask-for-code.ts'
import { ProfileRow } from './profile-row.tsx'
import type { Requested } from './request-code.ts'

const ChangeCodeDialog = lazyDialog(() => import('./change-code-dialog.tsx'))

const unchanged = messages.noChanges
const failed = 'Error updating profile.'

interface ProfileDraft {
  email: string
  phone: string
}
type FieldName = keyof ProfileDraft

const sameAs = (one: ProfileDraft, other: ProfileDraft | null) => one.email === other?.email && one.phone === other.phone

/** Name, email and phone. Email and phone are editable through a button each. */
export function ProfileForm({ student }: { student: NonNullable<Profile['student']> }) {
  const original: ProfileDraft = { email: student.user.email, phone: student.phone }
  const { register, handleSubmit, showErrors, setFocus, reset, formState } = useContractForm(changeFields, original)
  const [editing, setEditing] = useState<Record<FieldName, boolean>>({ email: false, phone: false })
  const [problem, setProblem] = useState<{ text: string; enterCode: boolean } | null>(null)
  const [dialog, setDialog] = useState<ProfileDraft | null>(null)
  // The draft of the last code sent. The code stays valid after the dialog is closed.
  const [mailed, setMailed] = useState<ProfileDraft | null>(null)
  const emailPencil = useRef<HTMLButtonElement>(null)
  const phonePencil = useRef<HTMLButtonElement>(null)
  const [focus, setWantedFocus] = useState<{ name: FieldName; pencil: boolean } | null>(null)
  const { errors, isSubmitting } = formState
  const isEditing = editing.email || editing.phone

  useEffect(() => {
    // Runs after the input or the edit button has rendered.
    if (focus?.pencil) (focus.name === 'email' ? emailPencil : phonePencil).current?.focus()
    else if (focus) setFocus(focus.name, { shouldSelect: true })
  }, [focus, setFocus])

  const edit = (name: FieldName) => {
    setEditing((now) => ({ ...now, [name]: true }))
    setWantedFocus({ name, pencil: false })
  }
  const cancel = () => {
    reset(original)
    setProblem(null)
    setWantedFocus({ name: editing.email ? 'email' : 'phone', pencil: true })
    setEditing({ email: false, phone: false })
  }
  const ask = async (pendingChange: ProfileDraft): Promise<Requested> => {
    const { email, phone } = pendingChange
    const body = { user: { first_name: student.user.first_name, email }, student: { phone } }
    const requested = await askForCode(email, () => call(requestChange, { body }), failed)
    if (requested.sent) setMailed(pendingChange)
    return requested
  }
  const submit = handleSubmit(
    async (pendingChange) => {
      setProblem(null)
      if (sameAs(pendingChange, original)) {
        setProblem({ text: unchanged, enterCode: false })
        toast.account('error', unchanged)
        return
      }
      const requested = await ask(pendingChange)
      if (requested.sent) {
        setDialog(pendingChange)
        return
      }
      showErrors(requested.error)
      setProblem({ text: requested.text, enterCode: requested.wait !== undefined && sameAs(pendingChange, mailed) })
    },
    (invalid) => {
      setProblem(null)
      toast.account('error', firstMessage(invalid))
    },
  )
  // A field that is not being edited cannot show its own error.
  const besideFields = [editing.email && errors.email?.message, editing.phone && errors.phone?.message].filter(Boolean)
  const beside = problem !== null && (besideFields.includes(problem.text) || besideFields.join(' ') === problem.text)
  return (
    <>
      <form method="post" onSubmit={(event) => void submit(event)} noValidate aria-label="Personal Information">
        <dl className="divide-y divide-line px-6 sm:px-8">
          <ProfileRow name="User Name">{student.user.first_name}</ProfileRow>
          {editing.email ? (
            <div className="py-5">
              <dt className="sr-only">Email</dt>
              <dd>
                <EmailField field={register('email')} hint="We send the OTP to the new address." error={errors.email?.message} />
              </dd>
            </div>
          ) : (
            <ProfileRow
              name="Email"
              pencil={emailPencil}
              edit={student.user.verified ? { label: 'Edit email', onEdit: () => edit('email') } : undefined}
            >
              <MailAddress address={original.email} />
            </ProfileRow>
          )}
          {editing.phone ? (
            <div className="py-5">
              <dt className="sr-only">Phone</dt>
              <dd>
                <PhoneField field={register('phone')} label="Phone" error={errors.phone?.message} />
              </dd>
            </div>
          ) : (
            <ProfileRow name="Phone" pencil={phonePencil} edit={{ label: 'Edit phone', onEdit: () => edit('phone') }}>
              {original.phone || <span className="font-normal text-muted">Not given yet</span>}
            </ProfileRow>
          )}
        </dl>
        {isEditing ? (
          <div className="space-y-4 border-t border-line p-6 sm:px-8">
            {problem && !beside ? (
              <Notice tone="bad" title={problem.text}>
                {problem.enterCode ? (
                  <button type="button" className="font-semibold underline" onClick={() => setDialog(mailed)}>
                    Enter the code you have
                  </button>
                ) : null}
              </Notice>
            ) : null}
            <div className="flex flex-wrap gap-3">
              <Button variant="primary" type="submit" pending={isSubmitting && 'Sending…'}>
                Update
              </Button>
              <Button onClick={cancel} disabled={isSubmitting}>
                Cancel
              </Button>
            </div>
          </div>
        ) : null}
      </form>
      {/* Outside the form: a submit in the dialog would bubble to it. */}
      {dialog ? <ChangeCodeDialog email={dialog.email} resend={() => ask(dialog)} onClose={() => setDialog(null)} /> : null}
    </>
  )
}
