import { useLocation } from 'react-router'
import { OwnPages, ownHeaders } from '#web/frame/own-pages.tsx'
import { RouteError } from '#web/frame/route-error.tsx'
import { LearningFrame } from '#web/frame/learning-frame.tsx'

export const headers = ownHeaders

/** The layout of the learning space. A live class has the whole window. */
export default function LearningPages() {
  return useLocation().pathname.startsWith('/class/') ? (
    <OwnPages />
  ) : (
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
