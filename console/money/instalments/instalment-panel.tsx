import { useQuery } from '@tanstack/react-query'
import { HandCoins } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router'
import { shownAddresses } from '#contract/shown-addresses.ts'
import {
  forgiveInstalment,
  type InstalmentListed,
  instalments,
  moveInstalment,
  waitForInstalment,
} from '#contract/money/staff/instalments.ts'
import { addDays, today } from '#ui/days.ts'
import { Button } from '#ui/button.tsx'
import { formatPlainDay } from '#ui/format.ts'
import { useAccess } from '#console/kit/api/access.ts'
import { call } from '#console/kit/api/client.ts'
import { useMoneyRefresh } from '#console/money/dialogs/use-act-form.ts'
import { PaymentLink } from '#console/money/dialogs/payment-link.tsx'
import { Facts } from '#console/kit/parts/facts.tsx'
import { formatPaise } from '#console/kit/parts/money.ts'
import { StudentLink } from '#console/kit/parts/student-link.tsx'
import { formatMoment } from '#console/kit/parts/time.ts'
import { notify } from '#console/kit/parts/toasts.tsx'
import { useChanges } from '#console/kit/resource/calls.ts'
import { ActDialog } from './act-dialog.tsx'
import { InstalmentState } from './instalment-state.tsx'
import { TakePartDialog } from './take-part-dialog.tsx'

/** A part of a price: whose it is, when it is due, and what staff can do about it. */
export function InstalmentPanel({ record: part }: { record: InstalmentListed }) {
  const { may } = useAccess()
  const isOwed = part.state !== 'paid' && part.state !== 'waived'
  return (
    <div className="grid gap-5">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-1">
        <span className="figures text-2xl font-semibold">{formatPaise(part.amount_paise)}</span>
        <InstalmentState part={part} />
      </div>
      {part.is_paused ? (
        <p className="rounded-md bg-sunken px-3.5 py-2.5">
          Recordings, joining and the certificate of {part.student} wait for this part. They open at once when it is paid, or when
          you wait.
        </p>
      ) : null}
      <Facts
        facts={[
          ['Student', <StudentLink key="student" id={part.student_id} name={part.student} />],
          [
            'E-mail',
            <span key="email" className="wrap-anywhere">
              {shownAddresses(part.student_email)}
            </span>,
          ],
          ['Phone', part.student_phone],
          ['For', `${part.course}, batch from ${formatPlainDay(part.batch_starts_on)}`],
          ['Part', `${part.number} of ${part.of}`],
          ['Due on', formatPlainDay(part.due_on)],
          ['Agreed', part.agreed_on === part.due_on ? null : formatPlainDay(part.agreed_on)],
          ['Waits until', part.waits_until === null ? null : formatPlainDay(part.waits_until)],
          ['Reason', part.reason],
          [
            'Payment',
            part.payment_id === null ? null : (
              <PaymentLink key="payment" id={part.payment_id} name={part.paid_at ? formatMoment(part.paid_at) : 'Payment'} />
            ),
          ],
          [
            'Decision',
            part.approval_id === null ? null : (
              <Link key="approval" to={`/approvals/${part.approval_id}`} className="text-accent underline">
                Approval {part.approval_id}
              </Link>
            ),
          ],
        ]}
      />
      {isOwed ? (
        <div className="flex flex-wrap gap-2 empty:hidden">
          {may('payments:write') ? <TakePart part={part} /> : null}
          {may('plans:write') ? <Acts part={part} /> : null}
        </div>
      ) : null}
    </div>
  )
}

/** Takes a payment of the next part of a place. A later part comes after it. */
function TakePart({ part }: { part: InstalmentListed }) {
  const [isTaking, setIsTaking] = useState(false)
  const { data } = useQuery({
    queryKey: ['instalments', 'open-of', part.enrolment_id],
    queryFn: () => call(instalments.endpoints.list, { query: { enrolment: String(part.enrolment_id) } }),
  })
  const open = data?.items ?? []
  if (!open.some(({ id }) => id === part.id) || open.some(({ number }) => number < part.number)) return null
  return (
    <>
      <Button variant="primary" onClick={() => setIsTaking(true)}>
        <HandCoins aria-hidden="true" className="size-4" />
        Take a payment
      </Button>
      {isTaking ? <TakePartDialog part={part} open={open} onClose={() => setIsTaking(false)} /> : null}
    </>
  )
}

type Act = 'wait' | 'move' | 'forgive'

function Acts({ part }: { part: InstalmentListed }) {
  const { keep, forget } = useChanges(instalments)
  const refresh = useMoneyRefresh()
  const [act, setAct] = useState<Act | null>(null)
  const target = { params: { id: part.id }, ifMatch: part.version }
  const amount = formatPaise(part.amount_paise)
  const close = () => setAct(null)
  const later = addDays(part.due_on > today() ? part.due_on : today(), 14)
  return (
    <>
      <Button onClick={() => setAct('wait')}>Wait</Button>
      <Button onClick={() => setAct('move')}>Move the day</Button>
      {part.approval_id === null ? <Button onClick={() => setAct('forgive')}>Forgive</Button> : null}
      {act === 'wait' ? (
        <ActDialog
          title={`Wait for part ${part.number} of ${part.student}`}
          text="Recordings and joining stay open until that day, and no reminder is mailed. The part stays late."
          dayLabel="Wait until"
          dayName="until"
          day={later}
          action="Wait"
          send={async (_key, { day, reason }) => {
            keep(await call(waitForInstalment, { ...target, body: { until: day, reason } }))
            notify(`You wait for ${part.student} until ${formatPlainDay(day)}.`)
            await refresh()
          }}
          onClose={close}
        />
      ) : null}
      {act === 'move' ? (
        <ActDialog
          title={`Move the day of part ${part.number} of ${part.student}`}
          text="The part is due on the new day. The student is reminded before it."
          dayLabel="New day"
          dayName="due_on"
          day={later}
          action="Move"
          send={async (_key, { day, reason }) => {
            keep(await call(moveInstalment, { ...target, body: { due_on: day, reason } }))
            notify(`The part is due on ${formatPlainDay(day)}.`)
            await refresh()
          }}
          onClose={close}
        />
      ) : null}
      {act === 'forgive' ? (
        <ActDialog
          title={`Forgive ${part.student} ${amount}?`}
          text="The part is not owed any more, and no money moves. Above the limit of the settings a second person decides."
          dayLabel={null}
          day={null}
          action={`Forgive ${amount}`}
          send={async (key, { reason }) => {
            const done = await call(forgiveInstalment, { params: { id: part.id }, body: { key, reason } })
            notify(done.state === 'waiting' ? 'A second person has to decide. They have got a mail.' : `${amount} is forgiven.`)
            await forget()
            await refresh()
          }}
          onClose={close}
        />
      ) : null}
    </>
  )
}
