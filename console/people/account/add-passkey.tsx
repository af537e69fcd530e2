import { addOwnPasskey, passkeyRegistrationOptions } from '#contract/people/staff/account.ts'
import { call } from '#console/kit/api/client.ts'
import { makePasskey } from '#console/kit/api/passkeys.ts'
import { FormError } from '#console/kit/fields/form-error.tsx'
import { textOf, useSubmit } from '#console/kit/fields/use-submit.ts'
import { Button } from '#ui/button.tsx'
import { Field } from '#ui/field.tsx'
import { Dialog, DialogActions } from '#ui/dialog.tsx'
import { notify } from '#console/kit/parts/toasts.tsx'

/** Makes a passkey on this device and names it. */
export function AddPasskey({ onClose }: { onClose: () => void }) {
  const form = useSubmit(async (data) => {
    const { options } = await call(passkeyRegistrationOptions)
    const passkey = await makePasskey(options)
    const made = await call(addOwnPasskey, { body: { label: textOf(data, 'label'), passkey } })
    notify(`“${made.label}” is added.`)
    onClose()
  })
  return (
    <Dialog
      open
      onClose={onClose}
      title="Add a passkey"
      description="Your browser asks for your fingerprint, your face or the code of this device."
    >
      <form onSubmit={form.onSubmit} className="grid gap-4">
        <Field label="Name" name="label" required maxLength={60} hint="Such as “Work laptop”." error={form.fields['label']} />
        <FormError>{form.error ?? form.fields['passkey']}</FormError>
        <DialogActions>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" variant="primary" pending={form.busy && 'Waiting for the passkey…'}>
            Continue
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}
