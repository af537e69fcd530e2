import { cancelSession, restoreSession, type SessionRecord } from '#contract/staff/sessions.ts'
import { call } from '../api/client.ts'
import { formatMoment } from '../parts/time.ts'
import { ChangeDialog } from './change-dialog.tsx'
import { classTitle } from '../calendar/states.tsx'

/** Cancels a class, or holds a cancelled one after all. Each takes the other back. */
export function CancelDialog({ session, onClose }: { session: SessionRecord; onClose: () => void }) {
  const restores = session.state === 'cancelled'
  const [act, back] = restores ? [restoreSession, cancelSession] : [cancelSession, restoreSession]
  const params = { id: session.id }
  const moment = formatMoment(session.starts_at)
  return (
    <ChangeDialog
      title={restores ? `Hold the class of ${moment} after all` : `Cancel ${classTitle(session).toLowerCase()}`}
      action={restores ? 'Restore class' : 'Cancel class'}
      danger={!restores}
      session={session}
      input={act.name}
      send={(_, { version, query }) => call(act, { params, query, ifMatch: version })}
      done={() => (restores ? `The class of ${moment} is held after all.` : `The class of ${moment} is cancelled.`)}
      undo={(outcome) => call(back, { params, query: {}, ifMatch: outcome.session.version })}
      onClose={onClose}
    />
  )
}
