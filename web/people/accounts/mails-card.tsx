import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { changeMailPreferences, type MailKind, type MailPreferences, mailKindNames } from '#contract/classes/mail-preferences.ts'
import { Notice } from '#ui/notice.tsx'
import { Loading, Skeleton } from '#ui/skeleton.tsx'
import { call, messageOf } from '#web/lib/api.ts'
import { LoadFailed } from '#web/lib/load-failed.tsx'
import { mailKindTexts } from './mail-kinds.ts'
import { mailPreferencesQuery } from './queries.ts'

const loadFailed = 'Your mails could not be read.'
const saveFailed = 'This could not be saved. Please try again.'

/** The mails that a student can switch off, each with a switch that saves at once. */
export function MailsCard({ email }: { email: string }) {
  const query = mailPreferencesQuery(email)
  const { data, error, isFetching, refetch } = useQuery(query)
  const client = useQueryClient()
  const [saving, setSaving] = useState<MailKind | null>(null)
  const [problem, setProblem] = useState('')
  const change = async (saved: MailPreferences, kind: MailKind, wanted: boolean) => {
    setSaving(kind)
    setProblem('')
    try {
      client.setQueryData(query.queryKey, await call(changeMailPreferences, { body: { ...saved, [kind]: wanted } }))
    } catch (failure) {
      setProblem(messageOf(failure, saveFailed))
    }
    setSaving(null)
  }
  return (
    <section aria-labelledby="mails" className="rounded-lg border border-line bg-surface shadow-card">
      <div className="border-b border-line p-6 sm:px-8">
        <h2 id="mails" className="text-xl">
          Mails
        </h2>
        <p className="prose-width mt-1 text-sm text-muted">
          Changes of your classes, receipts and codes always reach you. These are your choice.
        </p>
      </div>
      {data ? (
        <ul className="divide-y divide-line px-6 sm:px-8">
          {mailKindNames.map((kind) => (
            <li key={kind} className="relative flex min-h-16 items-center justify-between gap-6 py-4">
              <div>
                {/* The whole row switches. */}
                <label htmlFor={`mail-${kind}`} className="font-semibold before:absolute before:inset-0 before:cursor-pointer">
                  {mailKindTexts[kind].name}
                </label>
                <p id={`mail-${kind}-text`} className="text-sm text-muted">
                  {mailKindTexts[kind].text}
                </p>
              </div>
              <input
                id={`mail-${kind}`}
                type="checkbox"
                role="switch"
                checked={data[kind]}
                aria-describedby={`mail-${kind}-text`}
                aria-checked={data[kind]}
                aria-disabled={saving === kind}
                onChange={(event) => {
                  if (saving === null) void change(data, kind, event.target.checked)
                }}
                className="relative h-7 w-12 shrink-0 cursor-pointer appearance-none rounded-full border border-edge bg-sunken transition-colors before:absolute before:top-0.5 before:left-0.5 before:size-5.5 before:rounded-full before:bg-muted before:transition-transform checked:border-accent checked:bg-accent checked:before:translate-x-5 checked:before:bg-on-accent forced-colors:appearance-auto forced-colors:before:hidden"
              />
            </li>
          ))}
        </ul>
      ) : error ? (
        <div className="p-6 sm:px-8">
          <LoadFailed title={messageOf(error, loadFailed)} isFetching={isFetching} onRetry={() => void refetch()} />
        </div>
      ) : (
        <Loading label="Loading your mails" className="space-y-4 px-6 py-5 sm:px-8">
          {mailKindNames.map((kind) => (
            <Skeleton key={kind} className="h-10 w-full" />
          ))}
        </Loading>
      )}
      {problem ? (
        <div className="px-6 pb-6 sm:px-8">
          <Notice tone="bad" title={problem} />
        </div>
      ) : null}
    </section>
  )
}
