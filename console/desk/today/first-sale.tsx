import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Check, Circle } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router'
import { confirmPolicies, type Opening, readOpening } from '#contract/desk/staff/opening.ts'
import { useAccess } from '#console/kit/api/access.ts'
import { call } from '#console/kit/api/client.ts'
import { confirm } from '#console/kit/parts/confirm.tsx'
import { notifyFailure } from '#console/kit/parts/toasts.tsx'
import { Button } from '#ui/button.tsx'

type Task = NonNullable<Opening['tasks']>[number]

const key = ['first-sale']
const dismissed = 'console:first-sale'

function isDismissed(): boolean {
  try {
    return localStorage.getItem(dismissed) !== null
  } catch {
    return false
  }
}

const texts: Record<Task['name'], { title: string; text: string; to?: string }> = {
  mail: { title: 'A mail has gone out', text: 'Sign in once with a mailed code, or answer a lead.', to: '/leads' },
  webhook: {
    title: 'The payment provider reports its events',
    text: 'In its dashboard, add this address for all events of payments, refunds and disputes, with the webhook secret of the server.',
    to: '/health',
  },
  policies_read: { title: 'A lawyer has read the policies', text: 'The drafts are a start, not advice.', to: '/policies' },
  gstin: { title: 'The GSTIN is on receipts', text: 'A school below the limit of GST needs none.', to: '/settings/school' },
  batch: { title: 'A batch is open for sale', text: 'Of a published course, with its first class ahead.', to: '/batches' },
}

/** What a new school does until its first sale, which ends the list. */
export function FirstSale() {
  const { may } = useAccess()
  const client = useQueryClient()
  const [isHidden, setIsHidden] = useState(isDismissed)
  const isAsked = may('settings:write') && !isHidden
  const { data } = useQuery({ queryKey: key, queryFn: () => call(readOpening), enabled: isAsked, refetchOnWindowFocus: true })
  if (!isAsked || !data?.tasks) return null
  const left = data.tasks.filter(({ done }) => !done).length
  const confirmRead = async () => {
    const yes = await confirm({
      title: 'Has a lawyer read the policies?',
      text: 'The log keeps who said so.',
      action: 'Yes, a lawyer has read them',
    })
    if (!yes) return
    await call(confirmPolicies).then((opening) => client.setQueryData(key, opening), notifyFailure)
  }
  const dismiss = () => {
    try {
      localStorage.setItem(dismissed, 'yes')
    } catch {
      // It comes back with the next visit, which does no harm.
    }
    setIsHidden(true)
  }
  return (
    <section aria-labelledby="first-sale">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
        <h2 id="first-sale" className="text-lg">
          Until the first sale
        </h2>
        {left === 0 ? (
          <Button variant="quiet" onClick={dismiss}>
            Hide this list
          </Button>
        ) : (
          <p className="figures text-muted">{left} left</p>
        )}
      </div>
      <ul className="mt-3 divide-y divide-line border-y border-line">
        {data.tasks.map(({ name, done }) => {
          const { title, text, to } = texts[name]
          return (
            <li key={name} className="flex flex-wrap items-start gap-x-3 gap-y-2 py-3">
              {done ? (
                <Check aria-hidden="true" className="mt-0.5 size-5 shrink-0 text-good" />
              ) : (
                <Circle aria-hidden="true" className="mt-0.5 size-5 shrink-0 text-muted" />
              )}
              <div className="min-w-0 flex-1 basis-56">
                <p className="font-semibold">
                  {done || !to ? (
                    title
                  ) : (
                    <Link to={to} className="hover:underline">
                      {title}
                    </Link>
                  )}
                  <span className="sr-only">{done ? ', done' : ', not done'}</span>
                </p>
                {done ? null : <p className="text-muted">{text}</p>}
                {!done && name === 'webhook' ? (
                  <code className="mt-2 block rounded-md bg-sunken px-3 py-2 break-words">{data.webhook_url}</code>
                ) : null}
              </div>
              {!done && name === 'policies_read' ? <Button onClick={confirmRead}>Confirm</Button> : null}
            </li>
          )
        })}
      </ul>
    </section>
  )
}
