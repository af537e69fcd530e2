import { KeyRound } from 'lucide-react'
import { staffStepUp } from '#contract/people/staff/sign-in.ts'
import { call } from '#console/kit/api/client.ts'
import { useStepUpRequest } from '#console/kit/api/step-up.ts'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { provePasskey } from '#console/kit/api/passkeys.ts'
import { DigitsField } from '#console/kit/fields/digits-field.tsx'
import { FormError } from '#console/kit/fields/form-error.tsx'
import { textOf, useSubmit } from '#console/kit/fields/use-submit.ts'

/** Asks for the second factor when a call needs it. The call then goes on by itself. */
export function StepUpDialog() {
  const request = useStepUpRequest()
  const done = () => request?.answer(true)
  const form = useSubmit(async (data) => {
    await call(staffStepUp, { body: { totp: textOf(data, 'totp') } })
    done()
  })
  const passkey = useSubmit(async () => {
    await call(staffStepUp, { body: { passkey: await provePasskey() } })
    done()
  })
  return (
    <Dialog
      open={request !== null}
      onClose={() => request?.answer(false)}
      title="Confirm that it is you"
      description="This needs your second factor again. It continues afterwards."
    >
      <form onSubmit={form.onSubmit} className="grid gap-4">
        <DigitsField
          label="Code from your authenticator app"
          name="totp"
          autoComplete="off"
          required
          error={form.fields['totp']}
        />
        <FormError>{form.error ?? passkey.error}</FormError>
        <Button type="submit" variant="primary" className="h-9" pending={form.busy && 'Checking…'}>
          Confirm
        </Button>
        <Button className="h-9" pending={passkey.busy && 'Waiting for the passkey…'} onClick={() => passkey.run(new FormData())}>
          <KeyRound aria-hidden="true" className="size-4" />
          Use a passkey
        </Button>
      </form>
    </Dialog>
  )
}
