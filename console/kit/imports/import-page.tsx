import { ArrowLeft } from 'lucide-react'
import { type ReactNode, useEffect, useRef } from 'react'
import { Link } from 'react-router'
import { FormError } from '#console/kit/fields/form-error.tsx'
import { formatMoment } from '#console/kit/parts/time.ts'

interface Props {
  /** The file. Times are those of its check and its run. */
  record: { file_name: string; staff: string | null; created_at: string; ran_at: string | null }
  back: { path: string; title: string }
  state: ReactNode
  /** After who and when. */
  byline?: ReactNode
  summary: ReactNode
  actions: ReactNode
  /** Why the last act failed. */
  failure: string | null
  /** What a person has to know before the next step. */
  notice: ReactNode
  /** Below the notice, in the head. */
  details?: ReactNode
  children: ReactNode
}

/** The page of one file that staff import: its head, and below it its lines. */
export function ImportPage({ record, back, state, byline, summary, actions, failure, notice, details, children }: Props) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  return (
    <div role="region" aria-label={record.file_name} tabIndex={0} className="h-full min-h-0 overflow-auto">
      <div className="border-b border-line px-4 pt-3 pb-4 sm:px-6">
        <Link to={back.path} className="inline-flex min-h-6 items-center gap-1 text-muted hover:text-ink">
          <ArrowLeft aria-hidden="true" className="size-3.5" />
          {back.title}
        </Link>
        <header className="flex flex-wrap items-start gap-x-6 gap-y-3">
          <div className="min-w-0 flex-1 basis-72">
            <h1 ref={heading} tabIndex={-1} className="flex flex-wrap items-center gap-x-3 gap-y-1 text-xl outline-none">
              <span className="min-w-0 wrap-anywhere">{record.file_name}</span>
              {state}
            </h1>
            <p className="mt-1 text-muted">
              {record.staff} · {formatMoment(record.ran_at ?? record.created_at)}
              {byline}
            </p>
            {summary}
          </div>
          <div className="flex flex-wrap gap-2">{actions}</div>
        </header>
        <div className="mt-3 grid gap-2 empty:hidden">
          <FormError>{failure}</FormError>
          {notice}
        </div>
        {details}
      </div>
      {children}
    </div>
  )
}
