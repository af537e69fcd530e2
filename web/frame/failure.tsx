import { useEffect, useState } from 'react'
import * as messages from '#contract/messages.ts'
import { Button, ButtonLink } from '#ui/button.tsx'

/** The error page: a plain message and links to other pages. */
export function Failure() {
  const [offline, setOffline] = useState(false)
  useEffect(() => setOffline(!navigator.onLine), [])
  return (
    <div data-hydrates="" className="page section-gap text-center">
      <h1 className="text-3xl">This page could not be loaded</h1>
      <p className="mx-auto mt-4 max-w-md text-muted">
        {offline
          ? messages.connectionLost
          : 'Something went wrong on our side. Nothing you did is lost; please try again in a moment.'}
      </p>
      <div className="mt-8 flex flex-wrap justify-center gap-3">
        <Button variant="primary" size="lg" onClick={() => location.reload()}>
          Try Again
        </Button>
        <ButtonLink to="/home" size="lg">
          Go Back Home
        </ButtonLink>
      </div>
    </div>
  )
}
