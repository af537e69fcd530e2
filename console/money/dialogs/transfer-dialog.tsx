import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import {
  type EnrolmentRecord,
  enrolments,
  readTransferChoice,
  type TransferChoice,
  transferEnrolment,
} from '#contract/enrolment/staff/enrolments.ts'
import { formatPlainDay } from '#ui/format.ts'
import { call } from '#console/kit/api/client.ts'
import { errorText } from '#console/kit/api/error-text.ts'
import { countOf } from '#console/kit/calendar/change-texts.ts'
import { FormError } from '#console/kit/fields/form-error.tsx'
import { batchFrom } from '#console/kit/parts/batch-name.tsx'
import { Button } from '#ui/button.tsx'
import { Field } from '#ui/field.tsx'
import { Dialog, DialogActions } from '#ui/dialog.tsx'
import { SkeletonLines, Empty, Failed } from '#console/kit/parts/states.tsx'
import { notify } from '#console/kit/parts/toasts.tsx'
import { useRecord } from '#console/kit/resource/calls.ts'
import { useMoneyRefresh } from './use-act-form.ts'

/** Moves a student to another batch of the course. The message offers to move back. */
export function TransferDialog({ enrolment, onClose }: { enrolment: EnrolmentRecord; onClose: () => void }) {
  const choice = useQuery({
    queryKey: [enrolments.name, 'transfer', enrolment.id],
    queryFn: () => call(readTransferChoice, { params: { id: enrolment.id } }),
    staleTime: 0,
    gcTime: 0,
  })
  return (
    <Dialog
      open
      wide
      onClose={onClose}
      title={`Move ${enrolment.name}`}
      description={`Now in batch ${enrolment.batch_id} from ${formatPlainDay(enrolment.starts_at)}, ${enrolment.course}. ${enrolment.payment_id === null ? '' : 'Payment and receipt stay as they are. '}The student gets a mail.`}
    >
      {choice.isError ? (
        <Failed error={choice.error} onRetry={() => void choice.refetch()} />
      ) : choice.data ? (
        <Choose enrolment={enrolment} choice={choice.data} onClose={onClose} onStale={() => void choice.refetch()} />
      ) : (
        <SkeletonLines lines={3} />
      )}
    </Dialog>
  )
}

/** The same for a page that has only the id. */
export function TransferDialogOf({ enrolmentId, onClose }: { enrolmentId: number; onClose: () => void }) {
  const { data, error, isPlaceholderData, refetch } = useRecord(enrolments, enrolmentId)
  if (data && !isPlaceholderData) return <TransferDialog enrolment={data} onClose={onClose} />
  return (
    <Dialog open wide onClose={onClose} title="Move to another batch">
      {error ? <Failed error={error} onRetry={() => void refetch()} /> : <SkeletonLines lines={3} />}
    </Dialog>
  )
}

interface Props {
  enrolment: EnrolmentRecord
  choice: TransferChoice
  onClose: () => void
  onStale: () => void
}

function Choose({ enrolment, choice: { targets, request }, onClose, onStale }: Props) {
  const [target, setTarget] = useState(request?.to_batch_id ?? null)
  const [reason, setReason] = useState('')
  const [state, setState] = useState<{ running: boolean; error: unknown }>({ running: false, error: null })
  const [isAsked, setAsked] = useState(false)
  const refresh = useMoneyRefresh()
  const chosen = targets.find(({ batch_id }) => batch_id === target && batch_id !== enrolment.batch_id)
  const blocked = request?.kind === 'refund'
  const move = async (to: number, version: number, why: string) =>
    call(transferEnrolment, { params: { id: enrolment.id }, body: { to_batch: to, reason: why }, ifMatch: version })
  const run = async () => {
    setAsked(true)
    if (!chosen || reason.trim() === '') return
    setState({ running: true, error: null })
    try {
      const moved = await move(chosen.batch_id, enrolment.version, reason.trim())
      await refresh()
      onClose()
      notify(`${enrolment.name} has moved to batch ${chosen.batch_id}.`, async () => {
        await move(enrolment.batch_id, moved.version, 'The move was taken back.')
        await refresh()
      })
    } catch (error) {
      setState({ running: false, error })
      onStale()
    }
  }
  if (targets.length === 0) return <Empty text="This course has no other batch that has not ended." />
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        if (!state.running) void run()
      }}
    >
      <div className="grid gap-5">
        {request ? <RequestNote request={request} targets={targets} /> : null}
        <Targets targets={targets} value={target} onChange={setTarget} />
        <Field
          label="Reason"
          hint="Required. The student reads it in the mail."
          required
          error={isAsked && reason.trim() === '' ? 'Please give a reason.' : undefined}
          maxLength={300}
          value={reason}
          onChange={(event) => setReason(event.target.value)}
        />
        <FormError>{state.error ? errorText(state.error) : null}</FormError>
      </div>
      <DialogActions>
        <Button onClick={onClose}>Cancel</Button>
        <Button
          type="submit"
          variant="primary"
          pending={state.running && 'Moving…'}
          disabled={!chosen || chosen.refusal !== null || blocked}
        >
          Move student
        </Button>
      </DialogActions>
    </form>
  )
}

function RequestNote({
  request,
  targets,
}: {
  request: NonNullable<TransferChoice['request']>
  targets: TransferChoice['targets']
}) {
  const wanted = targets.find(({ batch_id }) => batch_id === request.to_batch_id)
  return (
    <p className="rounded-md bg-signal-soft px-3 py-2 font-medium text-signal">
      {request.kind === 'refund'
        ? 'The student asks for a refund of this enrolment. Decide that request first.'
        : `The student asks to move to ${wanted ? `batch ${wanted.batch_id}` : 'another batch'}. This move approves the request. For another batch, decline the request first.`}
    </p>
  )
}

interface TargetsProps {
  targets: TransferChoice['targets']
  value: number | null
  onChange: (id: number) => void
}

function Targets({ targets, value, onChange }: TargetsProps) {
  const group = useId()
  return (
    <fieldset>
      <legend className="mb-1.5 font-semibold">New batch</legend>
      <div className="grid gap-2 sm:grid-cols-2">
        {targets.map(({ batch_id: id, batch_type, starts_at, time, seats_left, capacity, started, refusal }) => (
          <label
            key={id}
            className="grid cursor-pointer grid-cols-[auto_minmax(0,1fr)] content-start gap-x-2.5 rounded-md border border-line p-3 has-checked:border-accent has-checked:bg-accent-soft has-disabled:cursor-not-allowed has-disabled:bg-sunken has-disabled:text-muted"
          >
            <input
              type="radio"
              name={group}
              checked={value === id}
              disabled={refusal !== null}
              onChange={() => onChange(id)}
              className="mt-0.5 size-4 shrink-0 accent-accent"
            />
            <span className="font-semibold">{batchFrom({ id, starts_at })}</span>
            <span className="col-start-2 text-muted">
              {batch_type}, {time}
            </span>
            <span className={`figures col-start-2 ${refusal ? 'text-muted' : ''}`}>
              {refusal === 'enrolled'
                ? 'The student is enrolled here'
                : seats_left === null
                  ? 'Unlimited seats'
                  : seats_left === 0
                    ? 'No seat is free'
                    : `${countOf(seats_left, 'seat')} of ${capacity ?? 0} free`}
              {started ? ', has begun' : ''}
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  )
}
