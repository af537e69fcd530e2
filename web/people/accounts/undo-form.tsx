import { useEffect, useState } from 'react'
import { undoBody, undoChange } from '#contract/people/accounts.ts'
import { pathTo } from '#contract/pages.ts'
import { call, isEndpointError, messageOf } from '#web/lib/api.ts'
import { pathToLogin } from '#web/lib/return-to.ts'
import { clearSession } from '#web/lib/session.ts'
import { store } from '#web/lib/storage.ts'
import { toast } from '#web/lib/toast.ts'
import { MailAddress } from '#web/lib/mail-address.tsx'
import { Button, ButtonLink } from '#ui/button.tsx'
import { Loading, Skeleton } from '#ui/skeleton.tsx'
import { Notice } from '#ui/notice.tsx'

const failed = 'The change could not be undone. Please try again.'

/** Undoes a change on a click only, because mail programs open links as well. */
export function UndoForm() {
  const [token, setToken] = useState<string | null>(null)
  const [pending, setPending] = useState(false)
  const [problem, setProblem] = useState('')
  const [spent, setSpent] = useState(false)
  const [restored, setRestored] = useState<{ email: string; name: string | null } | null>(null)
  useEffect(() => setToken(location.hash.slice(1)), [])
  const undo = async () => {
    setPending(true)
    setProblem('')
    try {
      const { message, email, name } = await call(undoChange, { body: { token: token ?? '' } })
      // Removes the used token from the browser history.
      history.replaceState(history.state, '', location.pathname)
      toast.account('success', message)
      setRestored({ email, name })
      if (name !== null) return
      clearSession()
      store('emailForOtp', email)
    } catch (error) {
      const text = messageOf(error, failed)
      toast.account('error', text)
      setProblem(text)
      setSpent(isEndpointError(error, 400))
    }
    setPending(false)
  }
  if (token === null) {
    return (
      <Loading label="Loading" className="space-y-6">
        <Skeleton className="h-20 w-full" />
        <Skeleton className="h-13 w-48" />
      </Loading>
    )
  }
  if (restored) {
    return (
      <div className="space-y-6">
        <Notice tone="good" title="The change was undone.">
          {restored.name === null ? (
            <p>
              Your account belongs to{' '}
              <strong>
                <MailAddress address={restored.email} />
              </strong>{' '}
              again, and everyone was logged out.
            </p>
          ) : (
            <p>
              The name of your account is <strong className="wrap-anywhere">{restored.name}</strong> again.
            </p>
          )}
        </Notice>
        {restored.name === null ? (
          <ButtonLink variant="primary" to={pathToLogin(pathTo('profile'))} size="lg">
            Log in
          </ButtonLink>
        ) : (
          <ButtonLink variant="primary" to={pathTo('profile')} size="lg">
            See your profile
          </ButtonLink>
        )}
      </div>
    )
  }
  if (!undoBody.safeParse({ token }).success) {
    return (
      <div className="space-y-6">
        <Notice tone="bad" title="This link is not complete.">
          <p>Open it from our mail again, or copy all of it.</p>
        </Notice>
        <ButtonLink variant="primary" to="/contact">
          Contact us
        </ButtonLink>
      </div>
    )
  }
  return (
    <div className="space-y-6">
      <p className="prose-width text-lg text-muted">
        If you did not ask for a change of your account, undo it here. Your details come back. After a change of e-mail or phone,
        every device is logged out at once.
      </p>
      {problem ? (
        <Notice tone="bad" title={problem}>
          {spent ? <p>If you did not undo it yourself, please write to us at once.</p> : null}
        </Notice>
      ) : null}
      <div className="flex flex-wrap gap-3">
        {spent ? null : (
          <Button variant="primary" size="lg" pending={pending && 'Undoing…'} onClick={() => void undo()}>
            Undo the change
          </Button>
        )}
        {problem ? (
          <ButtonLink to="/contact" size="lg">
            Contact us
          </ButtonLink>
        ) : null}
      </div>
    </div>
  )
}
