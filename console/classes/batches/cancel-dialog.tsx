import { useState } from 'react'
import { cancelSession, restoreSession, type SessionRecord } from '#contract/classes/staff/sessions.ts'
import { Field } from '#ui/field.tsx'
import { call } from '#console/kit/api/client.ts'
import { classTitle } from '#console/kit/calendar/states.tsx'
import { formatMoment } from '#console/kit/parts/time.ts'
import { ChangeDialog } from './change-dialog.tsx'

interface Props {
  session: SessionRecord
  onClose: () => void
}

/** Cancels a class. Holding it after all takes it back. */
export function CancelDialog({ session, onClose }: Props) {
  const [reason, setReason] = useState('')
  const params = { id: session.id }
  return (
    <ChangeDialog
      title={`Cancel ${classTitle(session).toLowerCase()}`}
      action="Cancel class"
      danger
      session={session}
      input={cancelSession.name}
      send={(_, { version, query }) => call(cancelSession, { params, query, body: { reason: reason.trim() }, ifMatch: version })}
      done={() => `The class of ${formatMoment(session.starts_at)} is cancelled.`}
      undo={(outcome) => call(restoreSession, { params, query: {}, ifMatch: outcome.session.version })}
      onClose={onClose}
    >
      <Field
        label="Reason"
        value={reason}
        maxLength={200}
        onChange={({ target }) => setReason(target.value)}
        hint="Optional. Students read it in the mail and in their room: no message is needed."
      />
    </ChangeDialog>
  )
}

/** Holds a cancelled class after all. Cancelling it again takes that back. */
export function RestoreDialog({ session, onClose }: Props) {
  const params = { id: session.id }
  const moment = formatMoment(session.starts_at)
  return (
    <ChangeDialog
      title={`Hold the class of ${moment} after all`}
      action="Restore class"
      session={session}
      input={restoreSession.name}
      send={(_, { version, query }) => call(restoreSession, { params, query, ifMatch: version })}
      done={() => `The class of ${moment} is held after all.`}
      undo={(outcome) =>
        call(cancelSession, { params, query: {}, body: { reason: session.cancel_reason }, ifMatch: outcome.session.version })
      }
      onClose={onClose}
    />
  )
}
