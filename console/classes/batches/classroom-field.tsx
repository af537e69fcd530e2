import { useFormContext, useWatch } from 'react-hook-form'
import type { batches } from '#contract/classes/staff/batches.ts'
import { classroomProviderNames, classroomProviders } from '#contract/classes/staff/sessions.ts'
import { SelectField } from '#console/kit/fields/select-field.tsx'
import { Value } from '#console/kit/resource/value.tsx'
import type { Blank, FormValues } from '#console/kit/resource/screen.ts'
import type { ClassWordsInput } from './class-words.ts'

const options = classroomProviders.map((value) => ({ value, label: classroomProviderNames[value] }))

/** A name of a classroom in words. */
export const showClassroom = (value: unknown) =>
  typeof value === 'string' && value in classroomProviderNames ? (
    classroomProviderNames[value as (typeof classroomProviders)[number]]
  ) : (
    <Value value={value} />
  )

/** Gigabytes that a class sends in an hour, at 1 Mbit/s a student: 1 Mbit/s are 0.45 GB an hour. */
const gigabytesAnHour = (students: number) => Math.round(students * 0.45)

/** Where the classes of a batch are held, with the line that this takes. */
export function ClassroomField({ isNew }: { isNew: boolean }) {
  const { control } = useFormContext<Blank<typeof batches>>()
  const [chosen, capacity] = useWatch({ control, name: ['classroom_provider', 'capacity'] })
  const students = typeof capacity === 'number' && capacity > 0 ? capacity : 30
  const line = `${students === 1 ? '1 student' : `${students} students`} at 1 Mbit/s are about ${gigabytesAnHour(students)} GB an hour out of your server.`
  return (
    <SelectField<FormValues<typeof batches>>
      name="classroom_provider"
      required={!isNew}
      options={options}
      placeholder="As usual in this school"
      none="As usual in this school"
      hint={chosen === 'link' ? 'A class can be held elsewhere than its batch.' : `Held here, ${line}`}
    />
  )
}

/** Where one class is held, when that differs from its batch. */
export function ClassroomOfClassField() {
  return (
    <SelectField<ClassWordsInput>
      name="classroom_provider"
      options={options}
      placeholder="Where the batch is held"
      none="Where the batch is held"
      hint="Held here, 30 students at 1 Mbit/s are about 14 GB an hour."
    />
  )
}
