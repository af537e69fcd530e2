import { useQuery } from '@tanstack/react-query'
import { Pencil, Plus } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router'
import type { Permission } from '#contract/permissions.ts'
import { type ExerciseRecord, exercises } from '#contract/learning/staff/work.ts'
import { countOf } from '#console/kit/calendar/change-texts.ts'
import { Button } from '#ui/button.tsx'
import { SkeletonLines, Failed } from '#console/kit/parts/states.tsx'
import { formatMoment } from '#console/kit/parts/time.ts'
import { listKey } from '#console/kit/resource/calls.ts'
import { everyRecord } from '#console/kit/resource/every-record.ts'
import { type ClassOfExercise, ExerciseDialog } from './exercise-dialog.tsx'

interface Props {
  session: ClassOfExercise & { state: 'scheduled' | 'live' | 'held' | 'cancelled' }
  /** Of the person who sees the class: for own ones where they teach, and for all where the office plans. */
  may: (permission: Permission) => boolean
}

/** The exercises of a class in its panel, with how many students have handed in. */
export function ClassWorkSection({ session, may }: Props) {
  const [open, setOpen] = useState<ExerciseRecord | 'new' | null>(null)
  const { data, error, refetch } = useQuery({
    queryKey: [...listKey(exercises), 'class', session.id],
    queryFn: () => everyRecord(exercises.endpoints.list, { session: String(session.id), sort: 'due_at' }),
    enabled: may('work:read'),
  })
  if (!may('work:read')) return null
  const isCancelled = session.state === 'cancelled'
  if (isCancelled && !data?.length) return null
  return (
    <section aria-labelledby="class-work" className="grid gap-3 border-b border-line px-5 py-4">
      <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-2">
        <h3 id="class-work" className="text-base">
          Work
        </h3>
        {may('work:write') && !isCancelled ? (
          <Button onClick={() => setOpen('new')}>
            <Plus aria-hidden="true" className="size-3.5" />
            Add an exercise
          </Button>
        ) : null}
      </div>
      {data ? (
        data.length === 0 ? (
          <p className="text-muted">This class has no exercise.</p>
        ) : (
          <ul className="grid gap-3">
            {data.map((one) => (
              <Exercise key={one.id} one={one} mayWriteTo={may('messages:write')} onEdit={() => setOpen(one)} />
            ))}
          </ul>
        )
      ) : error ? (
        <Failed error={error} onRetry={() => void refetch()} />
      ) : (
        <SkeletonLines lines={1} />
      )}
      {open === null ? null : (
        <ExerciseDialog session={session} exercise={open === 'new' ? null : open} onClose={() => setOpen(null)} />
      )}
    </section>
  )
}

function Exercise({ one, mayWriteTo, onEdit }: { one: ExerciseRecord; mayWriteTo: boolean; onEdit: () => void }) {
  return (
    <li className="flex items-start gap-3">
      <div className="min-w-0 flex-1">
        <p className="font-semibold break-words">{one.title}</p>
        <p className="figures text-sm text-muted">Due {formatMoment(one.due_at)}</p>
        <p className="figures text-sm">
          {one.handed_in} of {countOf(one.students, 'student')} handed in, {one.accepted} accepted
          {one.waiting > 0 ? (
            <>
              ,{' '}
              <Link
                to={`/submissions?exercise=${one.id}&state=waiting&sort=submitted_at`}
                className="font-semibold text-accent hover:underline"
              >
                {one.waiting} to review
              </Link>
            </>
          ) : null}
        </p>
        {mayWriteTo && one.handed_in < one.students ? (
          <Link
            to={`/messages/new?batch=${one.batch_id}&exercise=${one.id}`}
            className="text-sm font-semibold text-accent hover:underline"
          >
            Write to those who owe it
          </Link>
        ) : null}
      </div>
      {one.may_write ? (
        <Button variant="quiet" size="square" aria-label={`Edit ${one.title}`} onClick={onEdit}>
          <Pencil aria-hidden="true" className="size-4" />
        </Button>
      ) : null}
    </li>
  )
}
