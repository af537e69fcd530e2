import { OwnPages, ownHeaders } from '#web/frame/own-pages.tsx'
import { RouteError } from '#web/frame/route-error.tsx'
import { LearningFrame } from '#web/frame/learning-frame.tsx'

export const headers = ownHeaders

/** The layout of a live class, which has the whole window. */
export default function StagePages() {
  return <OwnPages />
}

export function ErrorBoundary() {
  return (
    <LearningFrame>
      <RouteError />
    </LearningFrame>
  )
}
