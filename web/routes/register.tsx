import { pathTo } from '#contract/pages.ts'
import { AccountFrame } from '#web/people/accounts/account-frame.tsx'
import { RegisterForm } from '#web/people/accounts/register-form.tsx'
import { pageMeta } from '#web/lib/page-meta.ts'
import type { Route } from './+types/register'

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches[0]?.loaderData, {
    title: 'Create a free account',
    description: 'Register with name, phone and e-mail. You pay only when you choose a batch.',
    path: pathTo('register'),
  })

export default function Register() {
  return (
    <AccountFrame
      title="Create a free account"
      lead={
        <p>
          It needs your name, phone number and e-mail. You pay only when you choose a batch, and you see the full price first.
        </p>
      }
      points={[
        'Enter your details.',
        'We e-mail you a code. Enter it to confirm your address.',
        'Browse courses, choose a batch, and find classes and receipts in one place.',
      ]}
    >
      <RegisterForm />
    </AccountFrame>
  )
}
