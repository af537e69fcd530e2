import { namesOfRoles } from '#contract/permissions.ts'
import { useQuery } from '@tanstack/react-query'
import { KeyRound } from 'lucide-react'
import { useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import type { z } from 'zod'
import { shownAddresses } from '#contract/shown-addresses.ts'
import { staffAccept, staffInvitation, type StaffSignedIn } from '#contract/people/staff/sign-in.ts'
import { call } from '#console/kit/api/client.ts'
import { hasStatus } from '#console/kit/api/error-text.ts'
import { enter } from '#console/kit/api/session.ts'
import { AppSecret } from '#console/kit/parts/app-secret.tsx'
import { Button, ButtonLink } from '#ui/button.tsx'
import { Field } from '#ui/field.tsx'
import { SkeletonLines, Failed } from '#console/kit/parts/states.tsx'
import { SignInFrame } from './frame.tsx'
import { makePasskey } from '#console/kit/api/passkeys.ts'
import { DigitsField } from '#console/kit/fields/digits-field.tsx'
import { FormError } from '#console/kit/fields/form-error.tsx'
import { RecoveryCodes } from '#console/kit/parts/recovery-codes.tsx'
import { textOf, useSubmit } from '#console/kit/fields/use-submit.ts'

type Invited = z.output<(typeof staffInvitation)['answers'][200]>
type Accepted = StaffSignedIn & { recovery_codes: string[] }

/** The page of an invitation's link. The token stands in the fragment, which no server and no log sees. */
export function Invitation() {
  const token = useLocation().hash.slice(1)
  const [accepted, setAccepted] = useState<Accepted | null>(null)
  const invitation = useQuery({
    queryKey: ['invitation', token],
    queryFn: () => call(staffInvitation, { body: { token } }),
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  })
  if (accepted) return <Codes accepted={accepted} />
  if (invitation.data) return <Accept token={token} invited={invitation.data} onAccepted={setAccepted} />
  if (invitation.isPending) {
    return (
      <SignInFrame title="Your invitation">
        <SkeletonLines lines={3} />
      </SignInFrame>
    )
  }
  const isUsed = hasStatus(invitation.error, 410) || hasStatus(invitation.error, 400)
  return (
    <SignInFrame
      title={isUsed ? 'This link does not work any more' : 'Your invitation'}
      {...(isUsed
        ? { text: 'It was used already, or it is older than a day. Please ask an owner of the school for a new one.' }
        : {})}
    >
      {isUsed ? (
        <ButtonLink to="/" className="h-9 w-full">
          Go to sign-in
        </ButtonLink>
      ) : (
        <Failed error={invitation.error} onRetry={() => void invitation.refetch()} />
      )}
    </SignInFrame>
  )
}

interface AcceptProps {
  token: string
  invited: Invited
  onAccepted: (accepted: Accepted) => void
}

function Accept({ token, invited, onAccepted }: AcceptProps) {
  const [name, setName] = useState(invited.name)
  const form = useSubmit(async (data) => {
    onAccepted(await call(staffAccept, { body: { token, name, totp: textOf(data, 'totp') } }))
  })
  const passkey = useSubmit(async () => {
    onAccepted(await call(staffAccept, { body: { token, name, passkey: await makePasskey(invited.passkey_options) } }))
  })
  return (
    <SignInFrame
      title="Welcome to the console"
      text={
        <>
          <strong className="text-ink">{shownAddresses(invited.email)}</strong> joins with the{' '}
          {invited.roles.length > 1 ? 'roles' : 'role'} {namesOfRoles(invited.roles)}. Signing in needs a second factor besides
          your e-mail: an authenticator app, or a passkey of this device.
        </>
      }
    >
      <form onSubmit={form.onSubmit} className="grid gap-5">
        <Field
          label="Your name"
          autoComplete="name"
          required
          maxLength={120}
          value={name}
          onChange={(event) => setName(event.target.value)}
          error={form.fields['name'] ?? passkey.fields['name']}
        />
        <div className="grid gap-3">
          <p className="font-semibold">Scan this with your authenticator app</p>
          <AppSecret uri={invited.totp_uri} secret={invited.totp_secret} />
        </div>
        <DigitsField
          label="Code from your authenticator app"
          name="totp"
          autoComplete="off"
          required
          error={form.fields['totp']}
        />
        <FormError>{form.error ?? passkey.error ?? form.fields['token'] ?? passkey.fields['token']}</FormError>
        <Button type="submit" variant="primary" className="h-9" pending={form.busy && 'Joining…'}>
          Join
        </Button>
        <div className="flex items-center gap-3 text-muted before:h-px before:flex-1 before:bg-line after:h-px after:flex-1 after:bg-line">
          or
        </div>
        <Button className="h-9" pending={passkey.busy && 'Waiting for the passkey…'} onClick={() => passkey.run(new FormData())}>
          <KeyRound aria-hidden="true" className="size-4" />
          Join with a passkey
        </Button>
      </form>
    </SignInFrame>
  )
}

function Codes({ accepted }: { accepted: Accepted }) {
  const [confirmed, setConfirmed] = useState(false)
  const navigate = useNavigate()
  return (
    <SignInFrame
      title="Keep your recovery codes"
      text="Each signs you in once if you lose your second factor. They are shown only now."
    >
      <RecoveryCodes codes={accepted.recovery_codes} />
      <label className="mt-5 flex min-h-6 items-center gap-2.5 font-semibold">
        <input
          type="checkbox"
          checked={confirmed}
          onChange={(event) => setConfirmed(event.target.checked)}
          className="size-4 accent-accent"
        />
        I have kept the codes
      </label>
      <Button
        variant="primary"
        className="mt-4 h-9 w-full"
        disabled={!confirmed}
        onClick={() => {
          enter(accepted)
          void navigate('/', { replace: true })
        }}
      >
        Open the console
      </Button>
    </SignInFrame>
  )
}
