import { pathTo } from '#contract/pages.ts'
import { AccountFrame } from '#web/people/accounts/account-frame.tsx'
import { LoginForm } from '#web/people/accounts/login-form.tsx'
import { pageMeta } from '#web/lib/page-meta.ts'
import type { Route } from './+types/login'

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches[0]?.loaderData, {
    title: 'Login',
    description: 'Log in with a code that we e-mail you. There is no password to remember.',
    path: pathTo('login'),
  })

export default function Login() {
  return (
    <AccountFrame
      title="Log in"
      lead={<p>There is no password to remember. We e-mail you a code, and you enter it here.</p>}
      points={[
        'Enter the e-mail address that you registered with.',
        'The code is in the e-mail’s subject line. It works for 10 minutes.',
        'You return to where you left off.',
      ]}
    >
      <LoginForm />
    </AccountFrame>
  )
}
