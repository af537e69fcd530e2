import { QueryClientProvider } from '@tanstack/react-query'
import { useEffect } from 'react'
import { Outlet, useLocation } from 'react-router'
import { ownFrame } from '#contract/pages.ts'
import { profileQuery } from '#web/people/accounts/queries.ts'
import { queryClient } from '#web/lib/query-client.ts'
import { NeedsScript } from '#web/lib/needs-script.tsx'
import { restoreSession } from '#web/lib/restore-session.ts'
import { readSession } from '#web/lib/session.ts'
import { startSession } from '#web/lib/start-session.ts'
import { LearningFrame } from '#web/frame/learning-frame.tsx'
import { PayFrame } from '#web/frame/pay-frame.tsx'

export const headers = () => ({ 'cache-control': 'no-store', 'x-robots-tag': 'noindex' })

/** A page that shows the profile takes the one that the session has read. */
const readOwnProfile = () => queryClient.fetchQuery({ ...profileQuery(readSession().user?.email), retry: false })

/** The layout of student pages: the server renders the frame, the browser loads the data. */
export default function PrivatePages() {
  const { pathname } = useLocation()
  const frame = ownFrame(pathname)
  // Runs before the same effect of the root, which would load the code of `restoreSession` first.
  useEffect(() => startSession(() => restoreSession(readOwnProfile)), [])
  const page = (
    <>
      <NeedsScript what="page" />
      <div data-needs-script="">
        <Outlet />
      </div>
    </>
  )
  return (
    <QueryClientProvider client={queryClient}>
      {frame === 'payment' ? <PayFrame>{page}</PayFrame> : frame === 'learning' ? <LearningFrame>{page}</LearningFrame> : page}
    </QueryClientProvider>
  )
}
