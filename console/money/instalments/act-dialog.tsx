import { FormProvider } from 'react-hook-form'
import { z } from 'zod'
import { schoolDay } from '#contract/filters.ts'
import { actReason } from '#contract/money/staff/approvals.ts'
import { today } from '#ui/days.ts'
import { Button } from '#ui/button.tsx'
import { Dialog, DialogActions } from '#ui/dialog.tsx'
import { DateField } from '#console/kit/fields/date-field.tsx'
import { FormError } from '#console/kit/fields/form-error.tsx'
import { TextareaField } from '#console/kit/fields/text-field.tsx'
import { useActForm } from '#console/money/dialogs/use-act-form.ts'

interface Values {
  day: string | null
  reason: string
}

interface Props {
  title: string
  text: string
  /** The label of the day; null when none is asked. */
  dayLabel: string | null
  /** Where the server names the day. */
  dayName?: string
  day: string | null
  action: string
  send: (key: string, values: { day: string; reason: string }) => Promise<void>
  onClose: () => void
}

const withDay = z.object({ day: schoolDay, reason: actReason })
const withoutDay = z.object({ day: z.null(), reason: actReason })

/** Asks for a day and a reason before an act about a part. */
export function ActDialog({ title, text, dayLabel, dayName, day, action, send, onClose }: Props) {
  const act = useActForm<Values>({
    schema: (dayLabel === null ? withoutDay : withDay) as z.ZodType<Values, Values>,
    blank: { day: dayLabel === null ? null : day, reason: '' },
    pathOf: (name) => (name === dayName ? 'day' : name),
    async send(key, values) {
      await send(key, { day: values.day ?? '', reason: values.reason })
      onClose()
    },
  })
  return (
    <Dialog open onClose={onClose} title={title} description={text}>
      <FormProvider {...act.form}>
        <form noValidate onSubmit={act.onSubmit}>
          <div className="grid gap-4">
            {dayLabel === null ? null : <DateField<Values> name="day" label={dayLabel} required min={today()} />}
            <TextareaField<Values>
              name="reason"
              label="Reason"
              required
              hint="Staff read it. The student reads it in a copy of their data."
            />
            <FormError>{act.error}</FormError>
          </div>
          <DialogActions>
            <Button onClick={onClose}>Cancel</Button>
            <Button type="submit" variant="primary" pending={act.running && 'Saving…'}>
              {action}
            </Button>
          </DialogActions>
        </form>
      </FormProvider>
    </Dialog>
  )
}
