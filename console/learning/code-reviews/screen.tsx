import { useEffect } from 'react'
import { useFormContext, useWatch } from 'react-hook-form'
import { type CodeComment, codeOrigins, codeReviewLimits } from '#contract/learning/code-reviews.ts'
import { codeOriginNames, type CodeReviewRecord, codeReviews, previewCodeReview } from '#contract/learning/staff/code-reviews.ts'
import { DateField } from '#console/kit/fields/date-field.tsx'
import { ListField } from '#console/kit/fields/lines-field.tsx'
import { NumberField } from '#console/kit/fields/number-field.tsx'
import { ReferenceField } from '#console/kit/fields/reference-field.tsx'
import { courseReference } from '#console/kit/fields/references.ts'
import { Pair, Section } from '#console/kit/fields/section.tsx'
import { SelectField } from '#console/kit/fields/select-field.tsx'
import { TextareaField, TextField } from '#console/kit/fields/text-field.tsx'
import { publication } from '#console/kit/resource/publication.tsx'
import { type Blank, defineScreen, type FormValues } from '#console/kit/resource/screen.ts'
import { showDay } from '#console/kit/resource/show-day.tsx'
import { Readiness } from '#console/kit/resource/unready.tsx'
import { ReviewPanel } from './review-panel.tsx'
import { ShownCode } from './shown-code.tsx'
import { linesBeyond, missingForName } from './unready.ts'

type Values = FormValues<typeof codeReviews>

const nameOf = ({ title }: CodeReviewRecord) => title
const origins = codeOrigins.map((value) => ({ value, label: codeOriginNames[value] }))
const placeOf = ({ course }: Pick<CodeReviewRecord, 'course'>) => course ?? 'Home page'
const blankComment: CodeComment = { first_line: 1, last_line: 1, text: '', answer: null, answer_first: null, answer_last: null }

export const screen = defineScreen({
  resource: codeReviews,
  title: 'Code reviews',
  one: 'code review',
  labels: {
    title: 'Title',
    course: 'Shown on',
    course_id: 'Course',
    language: 'Language',
    task: 'Task',
    code_before: 'Code as it was handed in',
    comments: 'Comments by line',
    code_after: 'Mended code',
    origin: 'Where the code comes from',
    student_name: 'Name of the student',
    completed_on: 'Course completed on',
    consented_on: 'Consent given on',
    ...publication.label,
  },
  nameOf,
  columns: [
    { name: 'title' },
    { name: 'course', show: placeOf },
    { name: 'language', width: '9rem' },
    publication.column,
    { name: 'origin', hidden: true, show: ({ origin }) => codeOriginNames[origin] },
    { name: 'task', hidden: true },
  ],
  line: (review) => `${placeOf(review)} · ${review.language}`,
  filters: [
    publication.filter,
    { name: 'origin', kind: 'choice', choices: origins },
    { name: 'course', label: 'Course', kind: 'reference', to: courseReference, permission: 'courses:read' },
  ],
  empty: 'A review that visitors step through shows how this school teaches. Write one for the home page first.',
  blank: {
    title: '',
    language: '',
    course_id: null,
    task: '',
    code_before: '',
    comments: [blankComment],
    code_after: '',
    origin: 'written',
    student_name: null,
    completed_on: null,
    consented_on: null,
  },
  show: {
    ...publication.show,
    origin: (value) => origins.find((one) => one.value === value)?.label,
    completed_on: showDay,
    consented_on: showDay,
    code_before: showCode,
    code_after: showCode,
  },
  acts: publication.acts('pages:write', { read: 'pages:read', preview: previewCodeReview, nameOf, missing: missingForName }),
  Panel: ReviewPanel,
  Form: CodeReviewForm,
  Beside: WrittenReview,
})

function showCode(value: unknown) {
  return <pre className="overflow-x-auto font-mono text-sm [tab-size:2]">{String(value)}</pre>
}

function CodeReviewForm() {
  return (
    <>
      <Section title="Review" text="A page shows one review: the home page its own, and each course its own.">
        <TextField<Values> name="title" required maxLength={codeReviewLimits.title} hint="What the code is about." />
        <Pair>
          <TextField<Values> name="language" required maxLength={codeReviewLimits.language} placeholder="TypeScript" />
          <ReferenceField<Values> name="course_id" to={courseReference} hint="Without a course it stands on the home page." />
        </Pair>
        <TextareaField<Values> name="task" required hint="What the code should do." />
      </Section>
      <Section title="Code" text={`Twenty short lines are read to the end. At most ${codeReviewLimits.lines} lines.`}>
        <TextareaField<Values> name="code_before" required code rows={14} hint="Remove names, addresses, keys and passwords." />
        <TextareaField<Values> name="code_after" required code rows={14} />
      </Section>
      <Section title="Comments" text={`In the order in which they are read, at most ${codeReviewLimits.comments}.`}>
        <ListField<Values, 'comments'> name="comments" label="Comments" one="comment" blank={blankComment}>
          {(path) => (
            <>
              <Pair>
                <NumberField<Values> name={`${path}.first_line`} label="From line" required />
                <NumberField<Values> name={`${path}.last_line`} label="To line" required />
              </Pair>
              <TextareaField<Values>
                name={`${path}.text`}
                label="Comment"
                required
                hint="What goes wrong, and when. Code stands between `backticks`."
              />
              <TextareaField<Values> name={`${path}.answer`} label="What changed" rows={2} />
              <Pair>
                <NumberField<Values> name={`${path}.answer_first`} label="From line of the mended code" />
                <NumberField<Values> name={`${path}.answer_last`} label="To line of the mended code" />
              </Pair>
            </>
          )}
        </ListField>
      </Section>
      <Section
        title="Consent"
        text="The law asks for a written consent that was given after the course before a student is named. Without it the review stays a draft."
      >
        <SelectField<Values> name="origin" required options={origins} />
        <NamedStudent />
      </Section>
    </>
  )
}

function NamedStudent() {
  const { control, setValue } = useFormContext<Blank<typeof codeReviews>>()
  const [origin, student_name, completed_on, consented_on] = useWatch({
    control,
    name: ['origin', 'student_name', 'completed_on', 'consented_on'],
  })
  const isNamed = origin === 'named'
  // Other code keeps no name that nobody sees.
  useEffect(() => {
    if (isNamed) return
    for (const name of ['student_name', 'completed_on', 'consented_on'] as const) setValue(name, null, { shouldDirty: true })
  }, [isNamed, setValue])
  if (!isNamed) return null
  return (
    <>
      <TextField<Values> name="student_name" maxLength={codeReviewLimits.name} hint="As the student wants to be named." />
      <Pair>
        <DateField<Values> name="completed_on" />
        <DateField<Values> name="consented_on" />
      </Pair>
      <Readiness missing={missingForName({ origin, student_name, completed_on, consented_on })} />
    </>
  )
}

/** Both codes with the lines of the comments, while they are written. */
function WrittenReview() {
  const { control } = useFormContext<Blank<typeof codeReviews>>()
  const [code_before, comments, code_after] = useWatch({ control, name: ['code_before', 'comments', 'code_after'] })
  const beyond = linesBeyond({ code_before, comments, code_after })
  return (
    <section aria-label="Lines" className="border-t border-line pt-6 xl:border-t-0 xl:border-l xl:pt-2 xl:pl-8">
      <div className="grid gap-3 xl:sticky xl:top-4 xl:max-h-[calc(100dvh-10rem)] xl:overflow-y-auto">
        <h2 className="text-base">Lines of the comments</h2>
        <ul role="status" className="grid gap-1 text-sm text-bad empty:hidden">
          {beyond.map((text) => (
            <li key={text}>{text}</li>
          ))}
        </ul>
        <ShownCode code_before={code_before ?? ''} comments={comments ?? []} code_after={code_after ?? ''} />
      </div>
    </section>
  )
}
