import { X } from 'lucide-react'
import { type ReactNode, useEffect, useRef } from 'react'
import type { SessionRecord } from '#contract/classes/staff/sessions.ts'
import { Link } from 'react-router'
import { nameOfBatch } from '#console/kit/parts/batch-name.tsx'
import { Button } from '#ui/button.tsx'
import { ClassState, classTitle } from './states.tsx'

interface Props {
  session: Pick<SessionRecord, 'number' | 'total' | 'state'>
  onClose: () => void
  children: ReactNode
}

/** The panel of one class beside its batch. It covers the page on a phone, and never the list on a wider screen. */
export function ClassPanelFrame({ session, onClose, children }: Props) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  return (
    <aside
      aria-label={classTitle(session)}
      className="fixed inset-0 z-40 flex flex-col bg-canvas md:static md:w-[26rem] md:shrink-0 md:border-l md:border-line xl:w-[28rem]"
    >
      <header className="flex items-center gap-2 border-b border-line py-3 pr-3 pl-5">
        <h2
          ref={heading}
          tabIndex={-1}
          className="flex min-w-0 flex-1 flex-wrap items-center gap-x-3 gap-y-1 text-lg outline-none"
        >
          {classTitle(session)}
          <ClassState state={session.state} />
        </h2>
        <Button variant="quiet" size="square" aria-label="Close" onClick={onClose}>
          <X aria-hidden="true" className="size-4" />
        </Button>
      </header>
      <div role="region" aria-label="Details" tabIndex={0} className="relative min-h-0 flex-1 overflow-y-auto">
        {children}
      </div>
    </aside>
  )
}

/** One fact of a class under its name. */
export function ClassFact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt className="text-xs font-semibold text-muted">{name}</dt>
      <dd className="mt-0.5 text-base break-words">{children}</dd>
    </div>
  )
}

/** The batch of a class, as a link to its page. */
export function BatchFact({ session, path }: { session: Pick<SessionRecord, 'batch_id' | 'course'>; path: string }) {
  return (
    <ClassFact name="Batch">
      <Link to={path} className="inline-flex min-h-6 items-center text-accent underline underline-offset-2">
        {nameOfBatch({ id: session.batch_id, course: session.course })}
      </Link>
    </ClassFact>
  )
}
