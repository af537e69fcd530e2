import { pathTo } from '#contract/pages.ts'
import { AccountFrame } from '../accounts/account-frame.tsx'
import { LoginForm } from '../accounts/login-form.tsx'
import { pageMeta } from '../lib/page-meta.ts'
import type { Route } from './+types/login'

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches[0]?.loaderData, {
    title: 'Login',
    description: 'Log in with a code that we send to your email. There is no password to remember.',
    path: pathTo('login'),
  })

export default function Login() {
  return (
    <AccountFrame
      title="Log in"
      lead={<p>No password to remember: we mail you a code, you type it here.</p>}
      points={[
        'Enter the email you registered with.',
        'The code stands in the subject of our mail and is good for 10 minutes.',
        'You go on where you were.',
      ]}
    >
      <LoginForm />
    </AccountFrame>
  )
}
