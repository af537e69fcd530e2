import { useQuery } from '@tanstack/react-query'
import { useId, useRef, useState } from 'react'
import { FormProvider, useForm, useWatch } from 'react-hook-form'
import { Link, useNavigate } from 'react-router'
import { type BatchRecord, duplicateBatch } from '#contract/classes/staff/batches.ts'
import { courses } from '#contract/catalog/staff/courses.ts'
import { schoolDay } from '#contract/filters.ts'
import { useAccess } from '#console/kit/api/access.ts'
import { call } from '#console/kit/api/client.ts'
import { errorText } from '#console/kit/api/error-text.ts'
import { addDays, dayOf, daysFrom, today, weekdayOf } from '#ui/days.ts'
import { planKey } from '#console/kit/calendar/plan-preview.tsx'
import { PlanWeeks } from '#console/kit/calendar/plan-weeks.tsx'
import { useRefresh } from '#console/kit/calendar/use-refresh.ts'
import { useCalendars } from '#console/kit/calendar/use-calendars.ts'
import { useSettled } from '#console/kit/calendar/use-settled.ts'
import { isTime } from '#console/kit/dates/time-text.ts'
import { PlainDateField, PlainTimeField } from '#console/kit/fields/plain-date-field.tsx'
import { ReferenceField } from '#console/kit/fields/reference-field.tsx'
import { instructorReference } from '#console/kit/fields/references.ts'
import { Button } from '#ui/button.tsx'
import { inputClass } from '#ui/field.tsx'
import { Dialog, DialogActions } from '#ui/dialog.tsx'
import { SkeletonLines } from '#console/kit/parts/states.tsx'
import { formatRupees } from '#ui/format.ts'
import { notify, notifyFailure } from '#console/kit/parts/toasts.tsx'
import { useRecord } from '#console/kit/resource/calls.ts'
import { isSame } from '#console/kit/resource/value.tsx'
import { screen } from './screen.tsx'

/** Days from now to the first day that is suggested. */
const notice = 14

/** The first class day in two weeks, or after the batch's own first day when that is later. */
function suggestedDay({ starts_at: start, weekdays }: BatchRecord): string {
  const ahead = addDays(today(), notice)
  const after = addDays(dayOf(start), 7)
  const from = after > ahead ? after : ahead
  return daysFrom(from, 7).find((day) => weekdays.includes(weekdayOf(day))) ?? from
}

/** Copies a batch to other dates as a draft: what differs, then its classes and the holidays that they meet, then the button. */
export function DuplicateDialog({ batch, onClose }: { batch: BatchRecord; onClose: () => void }) {
  const [day, setDay] = useState(() => suggestedDay(batch))
  const [running, setRunning] = useState(false)
  // Two presses in one moment come before the button is off.
  const isSending = useRef(false)
  const { may } = useAccess()
  const navigate = useNavigate()
  const refresh = useRefresh()
  const [calendar, setCalendar] = useState(batch.calendar)
  const [clock, setClock] = useState(batch.clock)
  const form = useForm<{ instructor_id: number | null }>({ defaultValues: { instructor_id: batch.instructor_id } })
  const instructor = useWatch({ control: form.control, name: 'instructor_id' })
  const asked = { starts_on: day, calendar, clock, instructor_id: instructor ?? batch.instructor_id }
  const settled = useSettled(asked)
  const params = { id: batch.id }
  const isReady = schoolDay.safeParse(settled.starts_on).success && isTime(settled.clock)
  const preview = useQuery({
    queryKey: [...planKey, 'duplicate', batch.id, settled],
    queryFn: () => call(duplicateBatch, { params, query: { preview: 'true' }, body: settled }),
    enabled: isReady,
    staleTime: 0,
    retry: false,
    placeholderData: (before) => before,
  })
  const plan = preview.data && 'sessions' in preview.data ? preview.data : undefined
  const save = async () => {
    if (isSending.current) return
    isSending.current = true
    setRunning(true)
    try {
      const made = await call(duplicateBatch, { params, query: {}, body: asked })
      if (!('id' in made)) throw new Error('the batch was not made')
      await refresh()
      onClose()
      await navigate(`${screen.path}/${made.id}`)
      notify(`${screen.nameOf(made)} is created as a draft. Publish it when it is ready.`)
    } catch (error) {
      notifyFailure(error)
      // The batch may be there after a lost answer: the preview then says so.
      void preview.refetch()
      isSending.current = false
      setRunning(false)
    }
  }
  return (
    <Dialog
      open
      wide
      onClose={onClose}
      title={`Duplicate batch ${batch.id}`}
      description={`${batch.course}. Same seats and topics. The copy is a draft: visitors see it once you publish it.`}
    >
      <form
        onSubmit={(event) => {
          event.preventDefault()
          void save()
        }}
      >
        <div className="grid gap-6 sm:grid-cols-[12rem_minmax(0,1fr)]">
          <div className="grid content-start gap-5">
            <PlainDateField
              label="First day"
              required
              min="2000-01-01"
              max="2099-12-31"
              value={day}
              onChange={setDay}
              hint="Or the next of its weekdays."
            />
            <PlainTimeField label="Time" required value={clock} onChange={setClock} />
            {may('instructors:read') ? (
              <FormProvider {...form}>
                <ReferenceField<{ instructor_id: number | null }>
                  name="instructor_id"
                  label="Instructor"
                  to={instructorReference}
                  required
                />
              </FormProvider>
            ) : null}
            <CalendarChoice value={calendar} onChange={setCalendar} />
            {may('courses:read') ? <Price courseId={batch.course_id} /> : null}
          </div>
          <div aria-busy={preview.isFetching} className="min-h-80 min-w-0">
            {isReady && preview.isError ? (
              <p role="alert" className="rounded-md bg-bad-soft px-3 py-2 font-medium text-bad">
                {errorText(preview.error)}
              </p>
            ) : plan ? (
              <PlanWeeks plan={plan} weekdays={batch.weekdays} compares={false} />
            ) : isReady ? (
              <SkeletonLines lines={5} />
            ) : (
              <p className="text-muted">Choose the first day and the time to see the classes.</p>
            )}
          </div>
        </div>
        <DialogActions>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            type="submit"
            variant="primary"
            pending={running && 'Creating…'}
            disabled={!isSame(asked, settled) || !isReady || !plan || preview.isFetching || preview.isError}
          >
            Create draft
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}

function CalendarChoice({ value, onChange }: { value: string | null; onChange: (calendar: string | null) => void }) {
  const id = useId()
  return (
    <div className="grid gap-1.5">
      <label htmlFor={id} className="font-semibold">
        Holidays to skip
      </label>
      <select id={id} value={value ?? ''} onChange={({ target }) => onChange(target.value || null)} className={inputClass}>
        <option value="">None</option>
        {useCalendars(value).map((name) => (
          <option key={name} value={name}>
            {name}
          </option>
        ))}
      </select>
    </div>
  )
}

/** What students will pay: the price of the course, which all of its batches have. */
function Price({ courseId }: { courseId: number }) {
  const { may } = useAccess()
  const { data } = useRecord(courses, courseId)
  return data ? (
    <p>
      <span className="block text-xs font-semibold text-muted">Price</span>
      <span className="figures">{formatRupees(data.amount)}</span>, as all batches of the course.
      {may('courses:write') ? (
        <Link to={`/courses/${courseId}/edit`} className="block text-accent hover:underline">
          Change it in the course
        </Link>
      ) : null}
    </p>
  ) : null
}
