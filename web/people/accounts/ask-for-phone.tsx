import { useState } from 'react'
import { type Profile, phoneFields, requestChange } from '#contract/people/accounts.ts'
import { call } from '#web/lib/api.ts'
import { queryClient } from '#web/lib/query-client.ts'
import { toast } from '#web/lib/toast.ts'
import { firstMessage, useContractForm } from '#web/lib/use-contract-form.ts'
import { MailAddress } from '#web/lib/mail-address.tsx'
import { Button } from '#ui/button.tsx'
import { PhoneField } from '#web/lib/phone-field.tsx'
import { lazyDialog } from '#ui/lazy-part.tsx'
import { Notice } from '#ui/notice.tsx'
import { askForCode } from './ask-for-code.ts'
import { profileQuery, sessionsQuery } from './queries.ts'
import type { Requested } from './request-code.ts'

const ChangeCodeDialog = lazyDialog(() => import('./change-code-dialog.tsx'))

const failed = 'Your phone number could not be added.'

/** Takes a phone number and confirms it with a code from a mail. */
export default function AskForPhone({ student }: { student: NonNullable<Profile['student']> }) {
  const { email } = student.user
  const { register, handleSubmit, showErrors, formState } = useContractForm(phoneFields, { phone: '' })
  const [problem, setProblem] = useState<{ text: string; enterCode: boolean } | null>(null)
  const [dialog, setDialog] = useState('')
  // The phone number of the last code sent. The code stays valid after the dialog is closed.
  const [mailed, setMailed] = useState('')
  const { errors, isSubmitting } = formState
  const ask = async (phone: string): Promise<Requested> => {
    const body = { user: { first_name: student.user.first_name, email }, student: { phone } }
    const requested = await askForCode(email, () => call(requestChange, { body }), failed)
    if (requested.sent) setMailed(phone)
    return requested
  }
  const submit = handleSubmit(
    async ({ phone }) => {
      setProblem(null)
      const requested = await ask(phone)
      if (requested.sent) {
        setDialog(phone)
        return
      }
      showErrors(requested.error)
      setProblem({ text: requested.text, enterCode: requested.wait !== undefined && phone === mailed })
    },
    (invalid) => {
      setProblem(null)
      toast.account('error', firstMessage(invalid))
    },
  )
  const beside = problem !== null && problem.text === errors.phone?.message
  return (
    <section aria-labelledby="phone-missing" className="rounded-md border-l-4 border-signal bg-signal-soft p-5">
      <h2 id="phone-missing" className="text-base tracking-normal">
        We need your phone number
      </h2>
      <p className="prose-width mt-1 text-sm">
        Another account has verified the number you gave. Add one of yours, so that we can reach you about your classes. Your
        courses and payments work without it.
      </p>
      <form method="post" onSubmit={(event) => void submit(event)} noValidate aria-label="Add your phone number" className="mt-4">
        <div className="grid items-start gap-x-4 gap-y-3 sm:grid-cols-[minmax(0,20rem)_auto] sm:justify-start">
          <PhoneField field={register('phone')} error={errors.phone?.message} />
          <Button type="submit" className="sm:mt-7" pending={isSubmitting && 'Sending…'}>
            Send OTP
          </Button>
        </div>
        <p className="mt-2 text-xs text-muted">
          We send the OTP to <MailAddress address={email} />.
        </p>
        {problem && !beside ? (
          <div className="mt-4">
            <Notice tone="bad" title={problem.text}>
              {problem.enterCode ? (
                <button type="button" className="py-1 font-semibold underline" onClick={() => setDialog(mailed)}>
                  Enter the code you have
                </button>
              ) : null}
            </Notice>
          </div>
        ) : null}
      </form>
      {/* Outside the form: a submit in the dialog would bubble to it. */}
      {dialog ? (
        <ChangeCodeDialog
          email={email}
          resend={() => ask(dialog)}
          onClose={() => setDialog('')}
          // A reload would start a success page's payment again.
          onDone={() => {
            setDialog('')
            void queryClient.invalidateQueries({ queryKey: profileQuery(email).queryKey })
            void queryClient.invalidateQueries({ queryKey: sessionsQuery(email).queryKey })
          }}
        />
      ) : null}
    </section>
  )
}
