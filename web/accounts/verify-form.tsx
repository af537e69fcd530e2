import { useState } from 'react'
import { codeBody, verifyOtp } from '#contract/accounts.ts'
import { codeLength } from '#contract/rules.ts'
import { call } from '../lib/api.ts'
import { queryClient } from '../lib/query-client.ts'
import { needsFullLoad } from '../lib/return-to.ts'
import { saidBy } from '../lib/said-by.ts'
import { logIn } from '../lib/start-session.ts'
import { forget } from '../lib/storage.ts'
import { toast } from '../lib/toast.ts'
import { useContractForm } from '../lib/use-contract-form.ts'
import { useGoOn, useReturnTo } from '../lib/use-return-to.ts'
import { Button } from '../ui/button.tsx'
import { Field } from '../ui/field.tsx'

const done = 'OTP verified successfully!'
const failed = 'Invalid OTP. Please try again.'

/** Signs in with the code that was mailed to `email`, then goes on to where the reader was going. */
export function VerifyForm({ email }: { email: string }) {
  const returnTo = useReturnTo()
  const goOn = useGoOn()
  const { register, handleSubmit, setFocus, formState } = useContractForm(codeBody, { otp: '' })
  const [problem, setProblem] = useState('')
  const [entered, setEntered] = useState(false)
  const otp = register('otp')
  const submit = handleSubmit(async (body) => {
    if (entered) return
    setProblem('')
    try {
      const signedIn = await call(verifyOtp, { query: { email }, body })
      setEntered(true)
      logIn(signedIn)
      // What was read before belongs to somebody else, or to an address that was not verified.
      queryClient.clear()
      forget('emailForOtp', 'authFlow')
      const target = returnTo ?? '/home'
      if (needsFullLoad(target)) toast.acrossLoad('account', 'success', done)
      else toast.account('success', done)
      goOn(target)
    } catch (error) {
      const text = saidBy(error, 'detail', 'message') ?? failed
      setProblem(text)
      toast.account('error', text)
      setFocus('otp', { shouldSelect: true })
    }
  })
  return (
    <form method="post" onSubmit={(event) => void submit(event)} noValidate aria-label="Verify OTP" className="space-y-5">
      <Field
        {...otp}
        onChange={(event) => {
          // Pasted codes come with spaces and words around them.
          event.target.value = event.target.value.replace(/\D/g, '').slice(0, codeLength)
          void otp.onChange(event)
        }}
        onPaste={(event) => {
          // Before `maxLength` cuts what is around the code instead of the code.
          const digits = event.clipboardData.getData('text').replace(/\D/g, '').slice(0, codeLength)
          if (!digits) return
          event.preventDefault()
          event.currentTarget.value = digits
          void otp.onChange({ target: event.currentTarget, type: 'change' })
        }}
        label="OTP"
        type="text"
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={codeLength}
        pattern="[0-9]{4,6}"
        placeholder="Enter OTP"
        required
        error={formState.errors.otp?.message ?? (problem || undefined)}
        className="figures text-xl font-semibold tracking-[0.3em] placeholder:text-base placeholder:font-normal placeholder:tracking-normal"
      />
      <Button type="submit" size="lg" className="w-full" pending={(formState.isSubmitting || entered) && 'Checking…'}>
        Verify OTP
      </Button>
    </form>
  )
}
