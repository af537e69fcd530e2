import { QueryClientProvider } from '@tanstack/react-query'
import { useEffect } from 'react'
import { Outlet } from 'react-router'
import { profileQuery } from '#web/people/accounts/queries.ts'
import { queryClient } from '#web/lib/query-client.ts'
import { NeedsScript } from '#web/lib/needs-script.tsx'
import { restoreSession } from '#web/lib/restore-session.ts'
import { readSession } from '#web/lib/session.ts'
import { startSession } from '#web/lib/start-session.ts'

export const ownHeaders = () => ({ 'cache-control': 'no-store', 'x-robots-tag': 'noindex' })

/** A page that shows the profile takes the one that the session has read. */
const readOwnProfile = () => queryClient.fetchQuery({ ...profileQuery(readSession().user?.email), retry: false })

/** Student pages inside their frame: the server renders the frame, the browser loads the data. */
export function OwnPages() {
  // Runs before the same effect of the root, which would load the code of `restoreSession` first.
  useEffect(() => startSession(() => restoreSession(readOwnProfile)), [])
  return (
    <QueryClientProvider client={queryClient}>
      <NeedsScript what="page" />
      <div data-needs-script="">
        <Outlet />
      </div>
    </QueryClientProvider>
  )
}
