import { OwnPages, ownHeaders } from '#web/frame/own-pages.tsx'
import { RouteError } from '#web/frame/route-error.tsx'
import { Shell } from '#web/frame/shell.tsx'

export const headers = ownHeaders

/** The layout of student pages that have the header and footer of the shop. */
export default function OwnShopPages() {
  return (
    <Shell>
      <OwnPages />
    </Shell>
  )
}

export function ErrorBoundary() {
  return (
    <Shell>
      <RouteError />
    </Shell>
  )
}
