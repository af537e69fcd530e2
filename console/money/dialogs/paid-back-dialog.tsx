import { FormProvider, useWatch } from 'react-hook-form'
import { offlineMethods } from '#contract/money/staff/approvals.ts'
import { paidBack, type PaidBack } from '#contract/money/staff/refunds.ts'
import { today } from '#ui/days.ts'
import { DateField } from '#console/kit/fields/date-field.tsx'
import { FormError } from '#console/kit/fields/form-error.tsx'
import { SelectField } from '#console/kit/fields/select-field.tsx'
import { TextField } from '#console/kit/fields/text-field.tsx'
import { Button } from '#ui/button.tsx'
import { Dialog, DialogActions } from '#ui/dialog.tsx'
import { formatPaise } from '#console/kit/parts/money.ts'
import { notify } from '#console/kit/parts/toasts.tsx'
import type { OfflineMethod } from '#contract/money/staff/approvals.ts'
import { useActForm, useMoneyRefresh } from './use-act-form.ts'
import { methodChoices, payBackHint, referenceHint } from './dialog-texts.ts'

interface Values {
  method: OfflineMethod | null
  reference: string
  paid_on: string | null
}

interface Props {
  amountPaise: number
  student: string
  /** How the money came, such as `upi`. */
  paidBy: string | null
  /** The day on which it came, when that is known. */
  receivedOn?: string
  /** What happens when it is recorded. */
  consequence: string
  record: (body: PaidBack) => Promise<unknown>
  onClose: () => void
}

/** Records how money that the school received itself was paid back. */
export function PaidBackDialog({ amountPaise, student, paidBy, receivedOn, consequence, record, onClose }: Props) {
  const refresh = useMoneyRefresh()
  const amount = formatPaise(amountPaise)
  const act = useActForm<Values>({
    schema: paidBack,
    blank: { method: offlineMethods.find((one) => one === paidBy) ?? null, reference: '', paid_on: today() },
    async send(_key, { method, reference, paid_on }) {
      if (method === null || paid_on === null) return
      await record({ method, reference, paid_on })
      onClose()
      notify(`${amount} is paid back to ${student}.`)
      await refresh()
    },
  })
  const method = useWatch({ control: act.form.control, name: 'method' })
  return (
    <Dialog open onClose={onClose} title={`Record ${amount} paid back`} description={`${payBackHint(paidBy)} ${consequence}`}>
      <FormProvider {...act.form}>
        <form noValidate onSubmit={act.onSubmit}>
          <div className="grid gap-4">
            <SelectField<Values> name="method" label="Paid back by" options={methodChoices} required />
            <TextField<Values> name="reference" label="Reference" required maxLength={60} hint={referenceHint(method)} />
            <DateField<Values> name="paid_on" label="Paid back on" required min={receivedOn} max={today()} />
            <FormError>{act.error}</FormError>
          </div>
          <DialogActions>
            <Button onClick={onClose}>Cancel</Button>
            <Button type="submit" variant="primary" pending={act.running && 'Recording…'}>
              Record {amount}
            </Button>
          </DialogActions>
        </form>
      </FormProvider>
    </Dialog>
  )
}
