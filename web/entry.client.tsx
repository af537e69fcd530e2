import { StrictMode, startTransition } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { HydratedRouter } from 'react-router/dom'
import { stayWithoutCode } from '#web/lib/stay-on-failed-navigation.ts'

// `web/start-hydration.ts` runs React without stacks of errors. This is the limit of browsers.
Object.assign(Error, { stackTraceLimit: 10 })

startTransition(() => {
  hydrateRoot(
    document,
    <StrictMode>
      <HydratedRouter instrumentations={[stayWithoutCode]} />
    </StrictMode>,
  )
})
