import { FormProvider, useWatch } from 'react-hook-form'
import { z } from 'zod'
import { line } from '#contract/fields.ts'
import { schoolDay } from '#contract/filters.ts'
import { type OfflineMethod, offlineMethods } from '#contract/money/staff/approvals.ts'
import { type InstalmentListed, takeInstalment } from '#contract/money/staff/instalments.ts'
import { cashLimitPaise, offlineDays } from '#contract/staff-rules.ts'
import { addDays, today } from '#ui/days.ts'
import { Button } from '#ui/button.tsx'
import { Dialog, DialogActions } from '#ui/dialog.tsx'
import { useAccess } from '#console/kit/api/access.ts'
import { call } from '#console/kit/api/client.ts'
import { DateField } from '#console/kit/fields/date-field.tsx'
import { FormError } from '#console/kit/fields/form-error.tsx'
import { ReferenceField } from '#console/kit/fields/reference-field.tsx'
import { receiverReference } from '#console/kit/fields/references.ts'
import { SelectField } from '#console/kit/fields/select-field.tsx'
import { SwitchField } from '#console/kit/fields/switch-field.tsx'
import { TextField } from '#console/kit/fields/text-field.tsx'
import { formatPaise } from '#console/kit/parts/money.ts'
import { notify } from '#console/kit/parts/toasts.tsx'
import { methodChoices, needsSecondPerson, referenceHint } from '#console/money/dialogs/dialog-texts.ts'
import { Consequence, SecondPerson } from '#console/money/dialogs/parts.tsx'
import { usePlace } from '#console/money/dialogs/place-summary.tsx'
import { useActForm, useMoneyRefresh } from '#console/money/dialogs/use-act-form.ts'

interface Values {
  rest: boolean
  method: OfflineMethod | null
  reference: string
  received_on: string | null
  received_by: number | null
}

const schema = z.object({
  rest: z.boolean(),
  method: z.enum(offlineMethods, 'Please choose how it was paid.'),
  reference: line(60, 'Please give the reference.'),
  received_on: schoolDay,
  received_by: z.int('Please choose who received it.'),
})

interface Props {
  /** The next part of a place. */
  part: InstalmentListed
  /** All parts of the place that are open, with this one. */
  open: readonly InstalmentListed[]
  onClose: () => void
}

/** Records money that the school received for a part, or for all that is left of a price. */
export function TakePartDialog({ part, open, onClose }: Props) {
  const { staff } = useAccess()
  const refresh = useMoneyRefresh()
  const place = usePlace(part.batch_id, part.student_id)
  const amountOf = (rest: boolean) => (rest ? open.reduce((sum, one) => sum + one.amount_paise, 0) : part.amount_paise)
  const act = useActForm<Values>({
    schema,
    blank: { rest: false, method: null, reference: '', received_on: today(), received_by: staff.id },
    async send(key, { rest, method, reference, received_on, received_by }) {
      if (method === null || received_on === null || received_by === null) return
      const amount_paise = amountOf(rest)
      const body = { key, rest, method, reference, amount_paise, received_on, received_by }
      const done = await call(takeInstalment, { params: { id: part.id }, body })
      onClose()
      notify(
        done.state === 'waiting'
          ? `${formatPaise(amount_paise)} of ${part.student} waits for a second person.`
          : method === 'cheque'
            ? 'The cheque is recorded. The part is paid when it clears.'
            : `${formatPaise(amount_paise)} of ${part.student} is recorded. The receipt is on its way.`,
      )
      await refresh()
    },
  })
  const [rest, method] = useWatch({ control: act.form.control, name: ['rest', 'method'] })
  const amount = amountOf(rest)
  const isTooMuchCash = method === 'cash' && amount >= cashLimitPaise
  const waits = place.data !== undefined && needsSecondPerson(place.data, amount)
  return (
    <Dialog
      open
      onClose={onClose}
      title={`Take part ${part.number} of ${part.student}`}
      description={`For money that has reached the school: ${part.course}, part ${part.number} of ${part.of}.`}
    >
      <FormProvider {...act.form}>
        <form noValidate onSubmit={act.onSubmit}>
          <div className="grid gap-4">
            <p className="flex items-baseline justify-between gap-4 rounded-md bg-sunken px-3.5 py-2.5">
              <span>To receive</span>
              <span className="figures text-xl font-semibold">{formatPaise(amount)}</span>
            </p>
            {open.length > 1 ? (
              <SwitchField<Values> name="rest" label={`All that is left was paid: ${formatPaise(amountOf(true))}`} />
            ) : null}
            <div className="grid gap-4 sm:grid-cols-2">
              <SelectField<Values> name="method" label="Paid by" options={methodChoices} required />
              <TextField<Values> name="reference" label="Reference" required maxLength={60} hint={referenceHint(method)} />
              <DateField<Values>
                name="received_on"
                label="Received on"
                required
                min={addDays(today(), -offlineDays)}
                max={today()}
              />
              <ReferenceField<Values> name="received_by" label="Received by" to={receiverReference} required />
            </div>
            {isTooMuchCash ? (
              <Consequence tone="refused">
                Cash of {formatPaise(cashLimitPaise)} or more from one person is not allowed (section 269ST). Ask for a transfer.
              </Consequence>
            ) : waits && place.data ? (
              <SecondPerson given={place.data} paise={amount}>
                The part is paid when it is approved{method === 'cheque' ? ' and the cheque clears' : ''}. If it is declined, the
                money goes back.
              </SecondPerson>
            ) : (
              <Consequence>
                {method === 'cheque'
                  ? `The part is paid, and ${part.student} gets the receipt, when the cheque clears.`
                  : `The part is paid at once, and ${part.student} gets the receipt by mail.${part.is_paused ? ' Joining and recordings open.' : ''}`}
              </Consequence>
            )}
            <FormError>{act.error}</FormError>
          </div>
          <DialogActions>
            <Button onClick={onClose}>Cancel</Button>
            <Button type="submit" variant="primary" pending={act.running && 'Recording…'} disabled={isTooMuchCash}>
              {waits ? `Ask for approval of ${formatPaise(amount)}` : `Record ${formatPaise(amount)}`}
            </Button>
          </DialogActions>
        </form>
      </FormProvider>
    </Dialog>
  )
}
