import { CircleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button, ButtonLink } from '#ui/button.tsx'
import { Loading, Skeleton } from '#ui/skeleton.tsx'
import { errorText, hasStatus } from '#console/kit/api/error-text.ts'

/** The place of a list that is empty: what it means, what would stand here, and what to do about it. */
export function Empty({ title, text, children }: { title?: string | undefined; text: string; children?: ReactNode }) {
  return (
    <div className="grid place-items-center gap-4 px-6 py-20 text-center">
      <div className="grid max-w-md gap-1.5">
        {title ? <p className="text-lg font-semibold text-balance">{title}</p> : null}
        <p className={`text-base text-muted ${title ? 'text-pretty' : 'text-balance'}`}>{text}</p>
      </div>
      {children ? <div className="flex flex-wrap justify-center gap-3">{children}</div> : null}
    </div>
  )
}

/** A part that could not be loaded. */
export function Failed({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  if (hasStatus(error, 403)) {
    return (
      <Empty text="Your role does not include this page. Ask an owner if you need it.">
        <ButtonLink to="/">Go to the first page</ButtonLink>
      </Empty>
    )
  }
  return (
    <div role="alert" className="grid place-items-center gap-4 px-6 py-20 text-center">
      <CircleAlert aria-hidden="true" className="-mb-1 size-5 text-bad" />
      <p className="max-w-sm text-base text-balance">{errorText(error)}</p>
      <Button onClick={onRetry}>Retry</Button>
    </div>
  )
}

/** Lines of a form or panel that are on their way. */
export function SkeletonLines({ lines }: { lines: number }) {
  return (
    <Loading label="Loading" className="grid gap-5">
      {Array.from({ length: lines }, (_, index) => (
        <span key={index} className="grid gap-2">
          <Skeleton className="h-3 w-20" />
          <Skeleton className="h-4 w-3/5" />
        </span>
      ))}
    </Loading>
  )
}

interface RecordStateProps {
  /** Why it could not be read; null while it is read. */
  error: unknown
  onRetry: () => void
  /** What a missing record means. An id that can not be one is missing too. */
  missing: string
  back: { path: string; title: string }
}

/** The page of a record that is on its way, does not exist, or could not be loaded. */
export function RecordState({ error, onRetry, missing, back }: RecordStateProps) {
  return (
    <div className="p-6">
      <h1 className="sr-only">{back.title}</h1>
      {hasStatus(error, 404) || hasStatus(error, 400) ? (
        <Empty text={missing}>
          <ButtonLink to={back.path}>Back to {back.title}</ButtonLink>
        </Empty>
      ) : error ? (
        <Failed error={error} onRetry={onRetry} />
      ) : (
        <SkeletonLines lines={6} />
      )}
    </div>
  )
}
