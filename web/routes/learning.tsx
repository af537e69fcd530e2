import { OwnPages, ownHeaders } from '#web/frame/own-pages.tsx'
import { RouteError } from '#web/frame/route-error.tsx'
import { LearningFrame } from '#web/frame/learning-frame.tsx'

export const headers = ownHeaders

/** The layout of the learning space. */
export default function LearningPages() {
  return (
    <LearningFrame>
      <OwnPages />
    </LearningFrame>
  )
}

export function ErrorBoundary() {
  return (
    <LearningFrame>
      <RouteError />
    </LearningFrame>
  )
}
