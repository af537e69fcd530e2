import { useQueryClient } from '@tanstack/react-query'
import { ArrowUpDown, Ticket, UserX } from 'lucide-react'
import { useState } from 'react'
import { enrolments } from '#contract/enrolment/staff/enrolments.ts'
import { moveWaiting, offerSeat, removeWaiting, waitlist, type WaitlistRecord } from '#contract/enrolment/staff/waitlist.ts'
import { useAccess } from '#console/kit/api/access.ts'
import { call } from '#console/kit/api/client.ts'
import { ReasonDialog } from '#console/kit/fields/reason-dialog.tsx'
import { notify } from '#console/kit/parts/toasts.tsx'
import { useChanges } from '#console/kit/resource/calls.ts'
import { Button } from '#ui/button.tsx'
import { MoveDialog } from './move-dialog.tsx'

/** What staff can do with a person who waits. Each act asks for a reason. */
export function EntryActs({ entry }: { entry: WaitlistRecord }) {
  const { may } = useAccess()
  const client = useQueryClient()
  const { keep, forget } = useChanges(waitlist)
  const [open, setOpen] = useState<'move' | 'offer' | 'remove' | null>(null)
  if (!may('enrolments:write') || entry.place === null) return null
  const close = () => setOpen(null)
  const done = async (after: WaitlistRecord, message: string) => {
    keep(after)
    // Other people's places, and the seats of the batch.
    await Promise.all([forget(), client.invalidateQueries({ queryKey: [enrolments.name, 'seats'] })])
    notify(message)
  }
  const target = { params: { id: entry.id }, ifMatch: entry.version }
  const name = entry.student
  const isWaiting = entry.state === 'waiting'
  return (
    <div className="flex flex-wrap gap-2">
      {isWaiting ? (
        <>
          <Button onClick={() => setOpen('offer')} aria-label={`Offer a seat to ${name}`}>
            <Ticket aria-hidden="true" className="size-3.5" />
            Offer a seat
          </Button>
          <Button onClick={() => setOpen('move')} aria-label={`Move ${name}`}>
            <ArrowUpDown aria-hidden="true" className="size-3.5" />
            Move
          </Button>
        </>
      ) : null}
      <Button onClick={() => setOpen('remove')} aria-label={`Remove ${name}`}>
        <UserX aria-hidden="true" className="size-3.5" />
        Remove
      </Button>
      {open === 'move' ? (
        <MoveDialog
          entry={entry}
          onClose={close}
          send={async (body) => {
            const after = await call(moveWaiting, { ...target, body })
            await done(after, `${name} is number ${after.place ?? ''} now.`)
          }}
        />
      ) : null}
      <ReasonDialog
        open={open === 'offer'}
        onClose={close}
        title={`Offer a seat to ${name} out of turn?`}
        description={`${name} is number ${entry.place} and gets a mail with the time until which the seat is held. It needs a free seat that nobody has an offer for.`}
        label="Reason, for staff"
        action="Offer seat"
        send={async (reason) =>
          done(await call(offerSeat, { ...target, body: { reason } }), `A seat is offered to ${name}, with a mail.`)
        }
      />
      <ReasonDialog
        open={open === 'remove'}
        onClose={close}
        title={`Take ${name} off the waitlist?`}
        description={`${isWaiting ? 'The place is lost' : 'The offered seat goes to the next person'}. ${name} gets a mail with the reason and can join again at the end.`}
        label="Reason, which the person reads"
        action="Remove"
        danger
        send={async (reason) =>
          done(await call(removeWaiting, { ...target, body: { reason } }), `${name} is not on the waitlist any more.`)
        }
      />
    </div>
  )
}
