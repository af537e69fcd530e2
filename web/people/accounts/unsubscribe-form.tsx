import { useEffect, useState } from 'react'
import { changeByLink, type MailKind, mailKinds, unsubscribeToken } from '#contract/classes/mail-preferences.ts'
import { pathTo } from '#contract/pages.ts'
import { Button, ButtonLink } from '#ui/button.tsx'
import { Notice } from '#ui/notice.tsx'
import { Loading, Skeleton } from '#ui/skeleton.tsx'
import { call, messageOf } from '#web/lib/api.ts'
import { mailKindTexts } from './mail-kinds.ts'

const failed = 'The mails could not be switched. Please try again.'

/** Switches one kind of mail off on a click only, because mail programs open links as well. */
export function UnsubscribeForm() {
  const [token, setToken] = useState<string | null>(null)
  const [state, setState] = useState<{ pending: boolean; wanted: boolean; problem: string }>({
    pending: false,
    wanted: true,
    problem: '',
  })
  useEffect(() => setToken(location.hash.slice(1)), [])
  const send = async (wanted: boolean) => {
    setState((before) => ({ ...before, pending: true, problem: '' }))
    try {
      const saved = await call(changeByLink, { body: { token: token ?? '', wanted } })
      setState({ pending: false, wanted: saved.wanted, problem: '' })
    } catch (error) {
      setState((before) => ({ ...before, pending: false, problem: messageOf(error, failed) }))
    }
  }
  if (token === null) {
    return (
      <Loading label="Loading" className="space-y-6">
        <Skeleton className="h-20 w-full" />
        <Skeleton className="h-13 w-48" />
      </Loading>
    )
  }
  const kind = kindOf(token)
  if (!kind) {
    return (
      <div className="space-y-6">
        <Notice tone="bad" title="This link is not complete.">
          <p>Open it from our mail again, or copy all of it.</p>
        </Notice>
        <ButtonLink variant="primary" to={pathTo('profile')}>
          Go to your profile
        </ButtonLink>
      </div>
    )
  }
  const { name, text } = mailKindTexts[kind]
  const { pending, wanted, problem } = state
  return (
    <div className="space-y-6">
      {wanted ? (
        <p className="prose-width text-lg text-muted">
          <strong className="text-ink">{name}.</strong> {text} Other mails stay as they are: changes of your classes, receipts and
          codes always reach you.
        </p>
      ) : (
        <Notice tone="good" title={`${name}: switched off.`}>
          <p>You get no more of these mails. Other mails stay as they are.</p>
        </Notice>
      )}
      {problem ? <Notice tone="bad" title={problem} /> : null}
      <div className="flex flex-wrap gap-3">
        {wanted ? (
          <Button variant="primary" size="lg" pending={pending && 'Switching off…'} onClick={() => void send(false)}>
            Switch off
          </Button>
        ) : (
          <Button size="lg" pending={pending && 'Switching on…'} onClick={() => void send(true)}>
            Switch on again
          </Button>
        )}
        <ButtonLink to={pathTo('profile')} variant="quiet" size="lg">
          All mails in your profile
        </ButtonLink>
      </div>
    </div>
  )
}

/** The token's first part, which only says what the page shows: the server checks the signature. */
function kindOf(token: string): MailKind | undefined {
  const [kind = ''] = token.split('.')
  return unsubscribeToken.safeParse(token).success && Object.hasOwn(mailKinds, kind) ? (kind as MailKind) : undefined
}
