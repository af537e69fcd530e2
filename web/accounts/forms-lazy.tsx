import { type ComponentType, Suspense, lazy } from 'react'

/**
 * Rendered whole by the server, brought to life when their code arrives: forms and their validation are no part of a
 * page's first JavaScript, and what was typed meanwhile stays.
 */
const Login = lazy(() => import('./login-form.tsx'))
const Register = lazy(() => import('./register-form.tsx'))

export const LoginForm = () => <Later form={Login} />
export const RegisterForm = () => <Later form={Register} />

function Later({ form: Form }: { form: ComponentType }) {
  return (
    <Suspense fallback={<div className="min-h-80" />}>
      <Form />
    </Suspense>
  )
}
