import { lazy, Suspense } from 'react'

const Form = lazy(() => import('./callback-form.tsx'))

/**
 * Rendered whole by the server, brought to life when its code arrives: forms and their validation are no part of a
 * page's first JavaScript, and what was typed meanwhile stays.
 */
export function CallbackForm({ courseName }: { courseName: string }) {
  return (
    <Suspense fallback={<div className="min-h-96" />}>
      <Form courseName={courseName} />
    </Suspense>
  )
}
