import { useEffect } from 'react'
import { sessions } from '#contract/classes/staff/sessions.ts'
import { ownClasses } from '#contract/classes/staff/teaching.ts'
import type { ClassOfWeek } from '#contract/classes/staff/week.ts'
import { ClassPanel } from '#console/classes/batches/class-panel.tsx'
import { MoveDialog } from '#console/classes/batches/move-dialog.tsx'
import type { When } from '#console/classes/batches/when-fields.tsx'
import { ClassPanel as OwnClassPanel } from '#console/classes/teaching/class-panel.tsx'
import { useAccess } from '#console/kit/api/access.ts'
import { ClassFact, ClassPanelFrame } from '#console/kit/calendar/class-panel-frame.tsx'
import { nameOfBatch } from '#console/kit/parts/batch-name.tsx'
import { notifyFailure } from '#console/kit/parts/toasts.tsx'
import { useRecord } from '#console/kit/resource/calls.ts'
import { formatLongDay } from '#ui/format.ts'
import { clashText } from './class-text.ts'
import { timesOf } from './week-days.ts'

interface Props {
  session: ClassOfWeek
  onClose: () => void
}

/** The panel of a class: what the person sees of it elsewhere. */
export function ShownClass(props: Props) {
  const { may } = useAccess()
  if (may('sessions:read')) return <AnyClass {...props} />
  return may('teaching:own') ? <OwnClass {...props} /> : <Facts {...props} />
}

function AnyClass({ session, onClose }: Props) {
  const { may } = useAccess()
  const { data, isPlaceholderData } = useRecord(sessions, session.id)
  if (!data || isPlaceholderData) return <Facts session={session} onClose={onClose} />
  return <ClassPanel session={data} mayWrite={may('sessions:write')} batchPath={`/batches/${data.batch_id}`} onClose={onClose} />
}

function OwnClass({ session, onClose }: Props) {
  const { data, isPlaceholderData } = useRecord(ownClasses, session.id)
  if (!data || isPlaceholderData) return <Facts session={session} onClose={onClose} />
  return <OwnClassPanel session={data} batchPath={`/own-batches/${data.batch_id}`} onClose={onClose} />
}

/** What the calendar itself knows of a class. */
function Facts({ session, onClose }: Props) {
  const clash = clashText(session)
  return (
    <ClassPanelFrame session={session} onClose={onClose}>
      <dl className="grid gap-3 px-5 py-4">
        <ClassFact name="Batch">{nameOfBatch({ id: session.batch_id, course: session.course })}</ClassFact>
        <ClassFact name="When">
          {formatLongDay(session.starts_at)}
          <span className="figures block text-sm text-muted">{timesOf(session)} IST</span>
        </ClassFact>
        <ClassFact name="Instructor">{session.instructor}</ClassFact>
        {session.topic ? <ClassFact name="Topic">{session.topic}</ClassFact> : null}
        {session.cancel_reason ? <ClassFact name="Reason">{session.cancel_reason}</ClassFact> : null}
        {clash ? <ClassFact name="Clash">{clash}.</ClassFact> : null}
      </dl>
    </ClassPanelFrame>
  )
}

/** The dialog that moves a class, with another time filled in. The class is read first: the preview is about its newest version. */
export function MoveClass({ id, to, onClose }: { id: number; to?: Partial<When> | undefined; onClose: () => void }) {
  const { data, error, isPlaceholderData } = useRecord(sessions, id)
  useEffect(() => {
    if (!error) return
    notifyFailure(error)
    onClose()
  }, [error, onClose])
  if (!data || isPlaceholderData) return null
  return <MoveDialog session={data} {...(to ? { to } : {})} onClose={onClose} />
}
