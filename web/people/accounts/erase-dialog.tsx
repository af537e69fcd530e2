import { useEffect, useRef, useState } from 'react'
import { eraseAccount, eraseFields, requestErasure } from '#contract/people/accounts.ts'
import { eraseWord, timings } from '#contract/rules.ts'
import * as messages from '#contract/messages.ts'
import { call } from '#web/lib/api.ts'
import { clearSession, useSession } from '#web/lib/session.ts'
import { toast } from '#web/lib/toast.ts'
import { firstMessage, useContractForm } from '#web/lib/use-contract-form.ts'
import { MailAddress } from '#web/lib/mail-address.tsx'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { Field } from '#ui/field.tsx'
import { Notice } from '#ui/notice.tsx'
import { askForCode } from './ask-for-code.ts'
import { CodeField } from './code-field.tsx'
import { TooManyGuesses, useCodeProblem } from './code-problem.tsx'
import { useCodeSentTo } from './late-codes.tsx'
import { ResendCode } from './resend-code.tsx'

const done = 'Your account and your data have been erased.'
const failed = messages.invalidCode
const notSent = 'The OTP could not be sent. Please try again.'

const ask = (email: string) => askForCode(email, () => call(requestErasure), notSent)

/** Erasure takes two steps: the typed word, then the mailed code. */
export function EraseDialog({ email, onClose }: { email: string; onClose: () => void }) {
  const { enrolled } = useSession()
  const { register, handleSubmit, trigger, setFocus, formState } = useContractForm(eraseFields)
  const [mailed, setMailed] = useState<'no' | 'sent' | 'waiting'>('no')
  const [sending, setSending] = useState(false)
  const { problem, setProblem, refuse } = useCodeProblem(failed, setFocus)
  const [erased, setErased] = useState(false)
  const sentTo = useCodeSentTo('We have sent an OTP to')
  const word = useRef<HTMLElement>(null)
  const confirm = register('confirm')
  useEffect(() => {
    if (mailed !== 'no') setFocus('otp')
  }, [mailed, setFocus])
  const send = async () => {
    if (sending || !(await trigger('confirm', { shouldFocus: true }))) return
    setSending(true)
    setProblem(null)
    const requested = await ask(email)
    setSending(false)
    if (requested.sent) setMailed('sent')
    else {
      // 429: a code sent recently is still valid.
      if (requested.wait) setMailed('waiting')
      setProblem({ text: requested.text, tooManyGuesses: false })
    }
  }
  const erase = handleSubmit(
    async (body) => {
      if (erased) return
      setProblem(null)
      try {
        await call(eraseAccount, { body })
        setErased(true)
        clearSession()
        sessionStorage.clear()
        toast.acrossLoad('account', 'success', done)
        setTimeout(() => location.assign('/home'), timings.profileReload)
      } catch (error) {
        refuse(error)
      }
    },
    (invalid) => toast.account('error', firstMessage(invalid)),
  )
  return (
    <Dialog
      open
      onClose={onClose}
      title="Erase your account"
      description="This can not be undone."
      focusFirst={word}
      dismissible={!erased}
    >
      <form
        method="post"
        noValidate
        aria-label="Erase your account"
        className="space-y-5"
        onSubmit={(event) => {
          event.preventDefault()
          void (mailed === 'no' ? send() : erase(event))
        }}
      >
        {enrolled.length > 0 ? (
          <Notice
            tone="bad"
            title={`You lose your place in ${enrolled.length === 1 ? 'your course' : `${enrolled.length} courses`}.`}
          >
            <p>It can not be given back, and what you paid for it is not refunded by this.</p>
          </Notice>
        ) : null}
        <ul className="list-disc space-y-1.5 pl-5 text-sm">
          <li>Your name, email, phone, devices and enquiries are erased now.</li>
          <li>Orders, payments, receipts and refunds are kept as long as the law asks.</li>
          <li>A payment that is still on its way goes back to where it came from.</li>
        </ul>
        <Field
          {...confirm}
          ref={(element: HTMLInputElement | null) => {
            confirm.ref(element)
            word.current = element
          }}
          label={`Type ${eraseWord} to confirm`}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          required
          readOnly={mailed !== 'no'}
          error={formState.errors.confirm?.message}
        />
        {mailed !== 'no' ? (
          <>
            {mailed === 'sent' ? (
              <p className="text-sm text-muted">
                {sentTo}{' '}
                <strong className="text-ink">
                  <MailAddress address={email} />
                </strong>
                .
              </p>
            ) : null}
            <CodeField field={register('otp')} error={formState.errors.otp?.message ?? problem?.text} />
            {problem?.tooManyGuesses ? <TooManyGuesses /> : null}
          </>
        ) : problem ? (
          <Notice tone="bad" title={problem.text} />
        ) : null}
        <div className="flex flex-col-reverse gap-3 sm:flex-row sm:justify-end">
          <Button size="lg" onClick={onClose} disabled={formState.isSubmitting || erased}>
            Keep my account
          </Button>
          {mailed !== 'no' ? (
            <Button variant="danger" type="submit" size="lg" pending={(formState.isSubmitting || erased) && 'Erasing…'}>
              Erase my account
            </Button>
          ) : (
            <Button variant="primary" type="submit" size="lg" pending={sending && 'Sending…'}>
              Send OTP
            </Button>
          )}
        </div>
      </form>
      {mailed !== 'no' && !erased ? <ResendCode email={email} request={ask} /> : null}
    </Dialog>
  )
}
