import { useState } from 'react'
import { cancelSession, restoreSession, type SessionRecord } from '#contract/classes/staff/sessions.ts'
import { Field } from '#ui/field.tsx'
import { call } from '#console/kit/api/client.ts'
import { classTitle } from '#console/kit/calendar/states.tsx'
import { formatMoment } from '#console/kit/parts/time.ts'
import { ChangeDialog } from './change-dialog.tsx'
import { MakeUpFields, makeUpOf } from './make-up-fields.tsx'
import { timingOf } from './when-fields.tsx'

interface Props {
  session: SessionRecord
  onClose: () => void
}

/** Cancels a class, and makes it up at another time. Holding it after all takes both back. */
export function CancelDialog({ session, onClose }: Props) {
  const [reason, setReason] = useState('')
  const [isMadeUp, setIsMadeUp] = useState(false)
  const [when, setWhen] = useState(() => makeUpOf(session))
  const params = { id: session.id }
  const makeUp = isMadeUp ? timingOf(when) : null
  return (
    <ChangeDialog
      title={`Cancel ${classTitle(session).toLowerCase()}`}
      action={isMadeUp ? 'Cancel and make up' : 'Cancel class'}
      danger
      session={session}
      // The reason changes no consequence, so it is no part of what is asked.
      input={isMadeUp && makeUp === null ? null : { makeUp }}
      send={(input, { version, query }) =>
        call(cancelSession, {
          params,
          query,
          body: { reason: reason.trim(), ...(input.makeUp && { make_up: input.makeUp }) },
          ifMatch: version,
        })
      }
      done={({ session: { made_up_at } }) =>
        `The class of ${formatMoment(session.starts_at)} is cancelled${made_up_at ? ` and made up on ${formatMoment(made_up_at)}` : ''}.`
      }
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
      <label className="flex cursor-pointer items-center gap-2.5 font-semibold touch:min-h-11">
        <input type="checkbox" checked={isMadeUp} onChange={({ target }) => setIsMadeUp(target.checked)} className="size-4" />
        Make it up at another time
      </label>
      {isMadeUp ? <MakeUpFields session={session} when={when} onChange={setWhen} hint="One mail tells of both." /> : null}
    </ChangeDialog>
  )
}

/** Holds a cancelled class after all, instead of its make-up class. Cancelling it again takes that back, unless such a class is gone. */
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
      undo={
        session.made_up_at === null
          ? (outcome) =>
              call(cancelSession, {
                params,
                query: {},
                body: { reason: session.cancel_reason },
                ifMatch: outcome.session.version,
              })
          : undefined
      }
      onClose={onClose}
    >
      {session.made_up_at === null ? null : (
        <p>The class of {formatMoment(session.made_up_at)}, which makes up for it, is not held then.</p>
      )}
    </ChangeDialog>
  )
}
