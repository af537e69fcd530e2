import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useLocation, useNavigate } from 'react-router'
import type { z } from 'zod'
import { claimSetupLink, readSetupLink } from '#contract/people/staff/setup-link.ts'
import { ApiError } from '#contract/client.ts'
import { call } from '#console/kit/api/client.ts'
import { hasStatus } from '#console/kit/api/error-text.ts'
import { FormError } from '#console/kit/fields/form-error.tsx'
import { textOf, useSubmit } from '#console/kit/fields/use-submit.ts'
import { Failed, SkeletonLines } from '#console/kit/parts/states.tsx'
import { Button, ButtonLink } from '#ui/button.tsx'
import { Field } from '#ui/field.tsx'
import { SignInFrame } from './frame.tsx'

type Link = z.output<(typeof readSetupLink)['answers'][200]>

const keyOf = (token: string) => ['setup-link', token]

/** The page of the link that a new school's server prints. The secret stands in the fragment, which no server and no log sees. */
export function SetupLink() {
  const token = useLocation().hash.slice(1)
  const link = useQuery({
    queryKey: keyOf(token),
    queryFn: () => call(readSetupLink, { body: { token } }),
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  })
  if (link.data) return <Owner token={token} link={link.data} />
  if (link.isPending) {
    return (
      <SignInFrame title="Open your school">
        <SkeletonLines lines={3} />
      </SignInFrame>
    )
  }
  if (link.error instanceof ApiError && link.error.code === 'setup_over') {
    return (
      <SignInFrame title="This school has its owner" text="The link was used. The owner signs in, and invites everybody else.">
        <ButtonLink to="/" variant="primary" className="h-9 w-full">
          Go to sign-in
        </ButtonLink>
      </SignInFrame>
    )
  }
  if (hasStatus(link.error, 410) || hasStatus(link.error, 400)) {
    return (
      <SignInFrame
        title="This link does not work any more"
        text="It is older than a day, or a newer one was printed, or a part of it is missing. Print a new one on the machine:"
      >
        <code className="block rounded-md bg-sunken px-3 py-2 break-words">npm run staff -- setup-link</code>
      </SignInFrame>
    )
  }
  return (
    <SignInFrame title="Open your school">
      <Failed error={link.error} onRetry={() => void link.refetch()} />
    </SignInFrame>
  )
}

function Owner({ token, link }: { token: string; link: Link }) {
  const navigate = useNavigate()
  const client = useQueryClient()
  const form = useSubmit(async (data) => {
    const body = { token, name: textOf(data, 'name'), email: textOf(data, 'email') }
    const invitation = await call(claimSetupLink, { body })
    // Who comes back finds what was given, and may correct it.
    client.setQueryData(keyOf(token), { ...link, name: body.name, email: body.email })
    await navigate(`/invitation#${invitation.token}`)
  })
  return (
    <SignInFrame
      title="Open your school"
      text="You are its first owner. First make your account; then the console leads you through the rest. Visitors see nothing until you open the school."
    >
      <form noValidate onSubmit={form.onSubmit} className="grid gap-5">
        <Field
          label="Your name"
          name="name"
          autoComplete="name"
          required
          maxLength={120}
          defaultValue={link.name}
          error={form.fields['name']}
        />
        <Field
          label="Your e-mail"
          name="email"
          type="email"
          autoComplete="email"
          autoCapitalize="none"
          spellCheck={false}
          required
          hint="Codes to sign in are sent there."
          defaultValue={link.email}
          error={form.fields['email']}
        />
        <FormError>{form.error ?? form.fields['token']}</FormError>
        <Button type="submit" variant="primary" className="h-9" pending={form.busy && 'Saving…'}>
          Go on to the second factor
        </Button>
      </form>
    </SignInFrame>
  )
}
