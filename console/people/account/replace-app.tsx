import { useQuery } from '@tanstack/react-query'
import { changeOwnTotp } from '#contract/people/staff/account.ts'
import { call } from '#console/kit/api/client.ts'
import { DigitsField } from '#console/kit/fields/digits-field.tsx'
import { FormError } from '#console/kit/fields/form-error.tsx'
import { textOf, useSubmit } from '#console/kit/fields/use-submit.ts'
import { AppSecret } from '#console/kit/parts/app-secret.tsx'
import { Button } from '#ui/button.tsx'
import { Dialog, DialogActions } from '#ui/dialog.tsx'
import { SkeletonLines, Failed } from '#console/kit/parts/states.tsx'
import { notify } from '#console/kit/parts/toasts.tsx'

type Answer = Awaited<ReturnType<typeof call<typeof changeOwnTotp>>>

interface Props {
  first: boolean
  start: () => Promise<Answer>
  onClose: () => void
}

/** Shows a new secret. The app counts from its first code on. */
export function ReplaceApp({ first, start, onClose }: Props) {
  const secret = useQuery({
    queryKey: ['account', 'new-app'],
    queryFn: start,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    retry: false,
  })
  const form = useSubmit(async (data) => {
    await call(changeOwnTotp, { body: { totp: textOf(data, 'totp') } })
    notify('The app is in use.')
    onClose()
  })
  const offered = secret.data && 'totp_uri' in secret.data ? secret.data : null
  return (
    <Dialog
      open
      onClose={onClose}
      title={first ? 'Set up your authenticator app' : 'Replace your authenticator app'}
      description={first ? 'Scan this with the app.' : 'Scan this with the new app. The app before it stops working.'}
    >
      <form onSubmit={form.onSubmit} className="grid gap-4">
        {offered ? (
          <AppSecret uri={offered.totp_uri} secret={offered.totp_secret} />
        ) : secret.isError ? (
          <Failed error={secret.error} onRetry={() => void secret.refetch()} />
        ) : (
          <SkeletonLines lines={3} />
        )}
        <DigitsField label="Code from the app" name="totp" autoComplete="off" required error={form.fields['totp']} />
        <FormError>{form.error}</FormError>
        <DialogActions>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" variant="primary" disabled={!offered} pending={form.busy && 'Checking…'}>
            Use this app
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}
