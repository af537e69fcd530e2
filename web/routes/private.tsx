import { QueryClientProvider } from '@tanstack/react-query'
import { Outlet } from 'react-router'
import { queryClient } from '../lib/query-client.ts'
import { NeedsScript } from '../lib/needs-script.tsx'

export const headers = () => ({ 'cache-control': 'no-store', 'x-robots-tag': 'noindex' })

/** The layout of student pages: the server renders the frame, the browser loads the data. */
export default function PrivatePages() {
  return (
    <QueryClientProvider client={queryClient}>
      <NeedsScript what="page" />
      <div data-needs-script="">
        <Outlet />
      </div>
    </QueryClientProvider>
  )
}
