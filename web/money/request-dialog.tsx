import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { z } from 'zod'
import type { UpcomingBatch } from '#contract/catalog/catalog.ts'
import { createRequest, type Purchase, type PurchaseRequest, requestBody } from '#contract/money/payments.ts'
import { refundTime } from '#contract/rules.ts'
import { call, messageOf } from '#web/lib/api.ts'
import { toast } from '#web/lib/toast.ts'
import { type Draft, useContractForm } from '#web/lib/use-contract-form.ts'
import { Button } from '#ui/button.tsx'
import { Dialog, DialogActions } from '#ui/dialog.tsx'
import { Textarea } from '#ui/field.tsx'
import { formatPlainDay, formatRupees } from '#ui/format.ts'
import { invalidatePurchases } from './queries.ts'

interface Props {
  kind: PurchaseRequest['kind']
  purchase: Purchase
  draft: RequestDraft
  onClose: () => void
}

const [refundBody, transferBody] = requestBody.options
const forms = {
  refund: z.object({ reason: refundBody.shape.reason, to_batch_id: z.string().optional() }),
  transfer: z.object({ reason: transferBody.shape.reason, to_batch_id: z.string({ error: 'Please choose a batch.' }).min(1) }),
}
export type RequestDraft = Draft<z.input<typeof forms.refund>>

const failed = 'Your request could not be sent. Please try again.'
const sent = 'Your request has been sent. We write to you as soon as it is decided.'

export default function RequestDialog({ kind, purchase, draft, onClose }: Props) {
  const client = useQueryClient()
  const { register, handleSubmit, formState, showErrors, reset } = useContractForm<
    z.input<typeof forms.refund>,
    z.output<typeof forms.refund>
  >(forms[kind], undefined, draft)
  const [problem, setProblem] = useState('')
  const { errors, isSubmitting } = formState
  const submit = handleSubmit(async ({ reason, to_batch_id: chosen }) => {
    setProblem('')
    try {
      const base = { enrolment_id: purchase.enrolment_id, reason }
      await call(createRequest, {
        body: kind === 'refund' ? { kind, ...base } : { kind, ...base, to_batch_id: Number(chosen) },
      })
      toast.form('success', sent)
      reset({ reason: '', to_batch_id: undefined })
      onClose()
    } catch (error) {
      showErrors(error)
      setProblem(messageOf(error, failed))
      toast.form('error', messageOf(error, failed))
    }
    await invalidatePurchases(client)
  })
  return (
    <Dialog
      open
      onClose={onClose}
      title={kind === 'refund' ? 'Ask for a refund' : 'Move to another batch'}
      description={
        kind === 'refund'
          ? `Up to ${formatRupees(purchase.refundable)} can go back to the source you paid from, within ${refundTime} after we agree. Your place then ends.`
          : 'It is the same course, so nothing is to be paid. Your place moves when we agree; until then nothing changes.'
      }
    >
      <form method="post" noValidate onSubmit={(event) => void submit(event)} className="space-y-5">
        {kind === 'transfer' ? (
          <fieldset aria-describedby={errors.to_batch_id ? 'target-error' : undefined}>
            <legend className="mb-2 text-sm font-semibold">New batch</legend>
            <div className="space-y-2">
              {purchase.transfer_choices.map((batch) => (
                <BatchChoice key={batch.id} batch={batch} field={register('to_batch_id')} />
              ))}
            </div>
            {errors.to_batch_id ? (
              <p id="target-error" className="mt-1.5 text-sm font-medium text-bad">
                {errors.to_batch_id.message}
              </p>
            ) : null}
          </fieldset>
        ) : null}
        <Textarea
          {...register('reason')}
          label="Why do you ask?"
          hint="A sentence or two is enough."
          className="min-h-32"
          required
          error={errors.reason?.message}
        />
        {problem ? (
          <p role="alert" className="text-sm font-medium text-bad">
            {problem}
          </p>
        ) : null}
        <DialogActions>
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="primary" type="submit" pending={isSubmitting && 'Sending…'}>
            Send request
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}

function BatchChoice({ batch, field }: { batch: UpcomingBatch; field: object }) {
  return (
    <label className="flex min-h-14 items-center gap-4 rounded-md border border-edge px-4 py-3 has-checked:border-accent has-checked:bg-accent-soft has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent">
      <input {...field} type="radio" value={String(batch.id)} className="size-4.5 shrink-0 accent-(--accent)" />
      <span className="min-w-0">
        <span className="block font-semibold">{formatPlainDay(batch.starts_at)}</span>
        <span className="block text-sm text-muted">
          {batch.batch_type}, {batch.time} with {batch.instructor_name}
        </span>
        {batch.seats_left !== null ? (
          <span className="block text-xs text-muted">
            {batch.seats_left} {batch.seats_left === 1 ? 'seat' : 'seats'} left
          </span>
        ) : null}
      </span>
    </label>
  )
}
