import './console.css'
import { CSPProvider } from '@base-ui/react/csp-provider'
import { QueryClientProvider } from '@tanstack/react-query'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { createBrowserRouter } from 'react-router'
import { RouterProvider } from 'react-router/dom'
import { createQueryClient } from '#console/kit/api/query-client.ts'
import { watchTabs } from '#console/kit/api/renew.ts'
import { sections } from './navigation.ts'
import { Moving } from '#console/kit/parts/moving.ts'
import { Navigation } from '#console/kit/parts/navigation.ts'
import { Toasts } from '#console/kit/parts/toasts.tsx'
import { routes } from './routes.tsx'

const place = document.querySelector('#console')
if (!place) throw new Error('the page has no place for the console')

watchTabs()
const router = createBrowserRouter(routes, { basename: '/console' })
const client = createQueryClient()
const isMoving = () => router.state.navigation.state !== 'idle'

const root = createRoot(place)
root.render(
  <StrictMode>
    <CSPProvider disableStyleElements>
      <QueryClientProvider client={client}>
        <Navigation value={sections}>
          <Moving value={isMoving}>
            <RouterProvider router={router} />
          </Moving>
          <Toasts />
        </Navigation>
      </QueryClientProvider>
    </CSPProvider>
  </StrictMode>,
)

import.meta.hot?.dispose(() => {
  root.unmount()
  router.dispose()
})
