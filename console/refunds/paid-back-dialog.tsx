import { FormProvider, useWatch } from 'react-hook-form'
import { offlineMethods } from '#contract/staff/approvals.ts'
import { paidBack, recordPaidBack, type RefundListed } from '#contract/staff/refunds.ts'
import { call } from '../api/client.ts'
import { today } from '../calendar/days.ts'
import { DateField } from '../fields/date-field.tsx'
import { FormError } from '../fields/plain-field.tsx'
import { SelectField } from '../fields/select-field.tsx'
import { TextField } from '../fields/text-field.tsx'
import { useActForm, useMoneyRefresh } from '../money/use-act-form.ts'
import { type Method, methodChoices, payBackHint, referenceHint } from '../money/words.ts'
import { formatPaise } from '../parts/money.ts'
import { Button } from '../parts/button.tsx'
import { Dialog, DialogActions } from '../parts/dialog.tsx'
import { notify } from '../parts/toasts.tsx'

interface Values {
  method: Method | null
  reference: string
  paid_on: string | null
}

/** Records how an offline payment was paid back. The refund note goes out at once. */
export function PaidBackDialog({ refund, onClose }: { refund: RefundListed; onClose: () => void }) {
  const refresh = useMoneyRefresh()
  const act = useActForm<Values>({
    schema: paidBack,
    blank: { method: offlineMethods.find((one) => one === refund.paid_by) ?? null, reference: '', paid_on: today() },
    async send(_key, { method, reference, paid_on }) {
      if (method === null || paid_on === null) return
      await call(recordPaidBack, { params: { id: refund.id }, body: { method, reference, paid_on } })
      onClose()
      notify(`${formatPaise(refund.amount_paise)} is paid back to ${refund.student}.`)
      await refresh()
    },
  })
  const method = useWatch({ control: act.form.control, name: 'method' })
  return (
    <Dialog
      open
      onClose={onClose}
      title={`Record ${formatPaise(refund.amount_paise)} paid back`}
      description={`${payBackHint(refund.paid_by)} ${refund.student} gets the refund note by mail at once.`}
    >
      <FormProvider {...act.form}>
        <form noValidate onSubmit={act.onSubmit}>
          <div className="grid gap-4">
            <SelectField name="method" label="Paid back by" options={methodChoices} required />
            <TextField name="reference" label="Reference" required maxLength={60} hint={referenceHint(method)} />
            <DateField name="paid_on" label="Paid back on" required max={today()} />
            <FormError>{act.error}</FormError>
          </div>
          <DialogActions>
            <Button onClick={onClose}>Cancel</Button>
            <Button type="submit" variant="primary" pending={act.running && 'Recording…'}>
              Record {formatPaise(refund.amount_paise)}
            </Button>
          </DialogActions>
        </form>
      </FormProvider>
    </Dialog>
  )
}
