import { useQueryClient } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { shownAddresses } from '#contract/shown-addresses.ts'
import type { BatchRecord } from '#contract/classes/staff/batches.ts'
import { type Cancellation, cancelBatch } from '#contract/money/staff/cancellations.ts'
import { formatPlainDay, formatRupees } from '#ui/format.ts'
import { call } from '#console/kit/api/client.ts'
import { errorText } from '#console/kit/api/error-text.ts'
import { useRefresh } from '#console/kit/calendar/use-refresh.ts'
import { countOf } from '#console/kit/calendar/change-texts.ts'
import { FormError } from '#console/kit/fields/form-error.tsx'
import { Button } from '#ui/button.tsx'
import { Textarea } from '#ui/field.tsx'
import { Checkbox } from '#console/kit/parts/checkbox.tsx'
import { Dialog, DialogActions } from '#ui/dialog.tsx'
import { formatColumnRupees } from '#console/kit/parts/money.ts'
import { SkeletonLines, Failed } from '#console/kit/parts/states.tsx'
import { notify } from '#console/kit/parts/toasts.tsx'
import { cancellationKey, useCancellation } from './use-cancellation.ts'

/** Cancels a batch: why, where its students go, and what that costs. */
export function CancelBatchDialog({ batch, onClose }: { batch: BatchRecord; onClose: () => void }) {
  const asked = useCancellation(batch.id)
  return (
    <Dialog
      open
      wide
      onClose={onClose}
      title={`Cancel batch ${batch.id}`}
      description={`${batch.course}. It can not be bought any more and none of its classes is held. This can not be undone.`}
    >
      {asked.isError ? (
        <Failed error={asked.error} onRetry={() => void asked.refetch()} />
      ) : asked.data ? (
        <Plan cancellation={asked.data} onClose={onClose} onStale={() => void asked.refetch()} />
      ) : (
        <SkeletonLines lines={5} />
      )}
    </Dialog>
  )
}

function Plan({ cancellation, onClose, onStale }: { cancellation: Cancellation; onClose: () => void; onStale: () => void }) {
  const { batch_id: batchId, students, targets } = cancellation
  const [reason, setReason] = useState('')
  const [target, setTarget] = useState<number | null>(null)
  const [refunded, setRefunded] = useState<readonly number[]>([])
  const [state, setState] = useState<{ running: boolean; error: unknown }>({ running: false, error: null })
  const client = useQueryClient()
  const refresh = useRefresh()
  const isRefunded = (id: number) => target === null || refunded.includes(id)
  const paidBack = students.filter(({ enrolment_id: id }) => isRefunded(id))
  const amount = paidBack.reduce((sum, { refundable }) => sum + refundable, 0)
  const moved = students.length - paidBack.length
  const run = async () => {
    setState({ running: true, error: null })
    try {
      const started = await call(cancelBatch, {
        params: { id: batchId },
        body: { reason: reason.trim(), move_to: target, refund: target === null ? [] : [...refunded] },
        ifMatch: cancellation.version,
      })
      client.setQueryData(cancellationKey(batchId), started)
      notify('The batch is cancelled.')
      onClose()
      await refresh()
    } catch (error) {
      setState({ running: false, error })
      onStale()
    }
  }
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        if (!state.running) void run()
      }}
    >
      <div className="grid gap-5">
        <Textarea
          label="Reason"
          hint="Required. Students read it in the mail."
          required
          maxLength={300}
          value={reason}
          onChange={({ target }) => setReason(target.value.replaceAll('\n', ' '))}
          className="min-h-16"
        />
        {students.length > 0 ? <Target targets={targets} value={target} onChange={setTarget} /> : null}
        <p role="status" className="rounded-md bg-signal-soft px-3 py-2 font-semibold text-signal">
          {consequenceOf({ total: students.length, moved, amount, paidBack: paidBack.length })}
        </p>
        <FormError>{state.error ? errorText(state.error) : null}</FormError>
        {students.length > 0 ? (
          <Students students={students} isRefunded={isRefunded} onRefunded={target === null ? null : setRefunded} />
        ) : null}
      </div>
      <DialogActions>
        <Button onClick={onClose}>Keep the batch</Button>
        <Button type="submit" variant="danger" pending={state.running && 'Cancelling…'} disabled={reason.trim() === ''}>
          {amount > 0 ? `Cancel batch and refund ${formatRupees(amount)}` : 'Cancel batch'}
        </Button>
      </DialogActions>
    </form>
  )
}

/** "10 students move to the other batch. 2 students lose access. ₹72,000 is paid back. Each of them gets a mail …" */
function consequenceOf({ total, moved, amount, paidBack }: { total: number; moved: number; amount: number; paidBack: number }) {
  if (total === 0) return 'Nobody is enrolled.'
  return [
    moved > 0 ? `${countOf(moved, 'student moves', 'students move')} to the other batch.` : '',
    paidBack > 0 ? `${countOf(paidBack, 'student loses access', 'students lose access')}.` : '',
    amount > 0 ? `${formatRupees(amount)} is paid back.` : '',
    'Each of them gets a mail with your reason.',
  ]
    .filter(Boolean)
    .join(' ')
}

interface TargetProps {
  targets: Cancellation['targets']
  value: number | null
  onChange: (id: number | null) => void
}

function Target({ targets, value, onChange }: TargetProps) {
  const group = useId()
  const choices = [
    { id: null, title: 'Refund everybody', note: 'Each student gets the money back.' },
    ...targets.map(({ id, batch_type, starts_at, time, seats_left }) => ({
      id,
      title: `Move to batch ${id} from ${formatPlainDay(starts_at)}`,
      note: `${batch_type}, ${time}, ${seats_left === null ? 'unlimited seats' : countOf(seats_left, 'seat left', 'seats left')}`,
    })),
  ]
  return (
    <fieldset>
      <legend className="mb-1.5 font-semibold">Students</legend>
      <div className="grid gap-2 sm:grid-cols-2">
        {choices.map(({ id, title, note }) => (
          <label
            key={id}
            className="grid cursor-pointer grid-cols-[auto_minmax(0,1fr)] content-start gap-x-2.5 rounded-md border border-line p-3 has-checked:border-accent has-checked:bg-accent-soft"
          >
            <input
              type="radio"
              name={group}
              checked={value === id}
              onChange={() => onChange(id)}
              className="mt-0.5 size-4 shrink-0 accent-accent"
            />
            <span className="font-semibold">{title}</span>
            <span className="col-start-2 text-muted">{note}</span>
          </label>
        ))}
      </div>
    </fieldset>
  )
}

interface StudentsProps {
  students: Cancellation['students']
  isRefunded: (id: number) => boolean
  /** Null when everybody is refunded. */
  onRefunded: ((change: (before: readonly number[]) => readonly number[]) => void) | null
}

function Students({ students, isRefunded, onRefunded }: StudentsProps) {
  return (
    <div className="rounded-md border border-line">
      <table aria-label="Students of the batch" className="w-full text-left">
        <thead className="bg-sunken text-xs text-muted">
          <tr>
            <th scope="col" className="px-3 py-2 font-semibold">
              Student
            </th>
            <th scope="col" className="px-3 py-2 text-right font-semibold">
              Paid
            </th>
            <th scope="col" className="px-3 py-2 font-semibold">
              {onRefunded ? 'Refund instead' : 'Gets'}
            </th>
          </tr>
        </thead>
        <tbody>
          {students.map(({ enrolment_id: id, name, email, refundable }) => (
            <tr key={id} className="border-t border-line">
              <th scope="row" className="px-3 py-2 font-semibold">
                {name}
                <span className="block text-xs font-normal wrap-anywhere text-muted">{shownAddresses(email)}</span>
              </th>
              <td className="figures px-3 py-2 text-right">{formatColumnRupees(refundable)}</td>
              <td className="px-3 py-2">
                {onRefunded ? (
                  <Checkbox
                    label={`Refund ${name}`}
                    checked={isRefunded(id)}
                    onChange={(on) => onRefunded((before) => (on ? [...before, id] : before.filter((other) => other !== id)))}
                  />
                ) : refundable > 0 ? (
                  `Refund of ${formatRupees(refundable)}`
                ) : (
                  'Access ends'
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
