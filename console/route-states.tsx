import { Button, ButtonLink } from '#ui/button.tsx'
import { Empty } from '#console/kit/parts/states.tsx'
import { useTitle } from '#console/kit/parts/use-title.ts'

export function NotFound() {
  useTitle('Not found')
  return (
    <>
      <h1 className="sr-only">Not found</h1>
      <Empty text="There is no such page.">
        <ButtonLink to="/">Go to the first page</ButtonLink>
      </Empty>
    </>
  )
}

/** A page that failed. After a new version of the console its old parts are gone, and loading again brings the new ones. */
export function RouteFailed() {
  useTitle('Something went wrong')
  return (
    <main>
      <h1 className="sr-only">Something went wrong</h1>
      <Empty text="This page could not be shown. Check your connection and load it again.">
        <Button onClick={() => location.reload()}>Load again</Button>
      </Empty>
    </main>
  )
}
