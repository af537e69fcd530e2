import { useFormContext, useWatch } from 'react-hook-form'
import { previewTestimonial, type TestimonialRecord, testimonials } from '#contract/site/staff/testimonials.ts'
import { formatPlainDay } from '#ui/format.ts'
import { DateField } from '#console/kit/fields/date-field.tsx'
import { Pair, Section } from '#console/kit/fields/section.tsx'
import { SwitchField } from '#console/kit/fields/switch-field.tsx'
import { TextareaField, TextField } from '#console/kit/fields/text-field.tsx'
import { Badge } from '#console/kit/parts/badge.tsx'
import { Details } from '#console/kit/resource/panel.tsx'
import { publication, type PublicationAct } from '#console/kit/resource/publication.tsx'
import { defineScreen, type FormValues } from '#console/kit/resource/screen.ts'
import { missingConsent } from './missing-consent.ts'

type Values = FormValues<typeof testimonials>

const nameOf = ({ name }: TestimonialRecord) => name
const showDay = (value: unknown) =>
  typeof value === 'string' ? formatPlainDay(value) : <span className="text-muted">Not given</span>

/** Publishing waits for a full consent, and the panel says what is missing. */
const acts = publication
  .acts('pages:write', { read: 'pages:read', preview: previewTestimonial, nameOf })
  .map(
    (act): PublicationAct<TestimonialRecord> =>
      act.run === 'publish'
        ? { ...act, when: (record) => record.publication !== 'published' && missingConsent(record).length === 0 }
        : act,
  )

export const screen = defineScreen({
  resource: testimonials,
  title: 'Testimonials',
  one: 'testimonial',
  labels: {
    name: 'Name',
    role: 'Role',
    course: 'Course',
    quote: 'What was said',
    consent: 'Written consent',
    completed_on: 'Course completed on',
    consented_on: 'Consent given on',
    ...publication.label,
  },
  nameOf,
  columns: [
    { name: 'name' },
    { name: 'course' },
    { name: 'role' },
    {
      name: 'consent',
      width: '9rem',
      show: (record) =>
        missingConsent(record).length > 0 ? <Badge tone="bad">Incomplete</Badge> : <Badge tone="good">Given</Badge>,
    },
    publication.column,
    { name: 'quote', hidden: true },
  ],
  filters: [publication.filter, { name: 'course', kind: 'text' }],
  empty: 'What students say about their course appears here and on the home page.',
  blank: { name: '', role: '', course: '', quote: '', consent: false, completed_on: null, consented_on: null },
  show: { ...publication.show, completed_on: showDay, consented_on: showDay },
  acts,
  Panel: TestimonialPanel,
  Form: TestimonialForm,
})

function TestimonialPanel({ record }: { record: TestimonialRecord }) {
  const missing = missingConsent(record)
  return (
    <div className="grid gap-5">
      {missing.length > 0 && record.publication !== 'published' ? (
        <div className="rounded-md bg-signal-soft p-3 text-signal">
          <p className="font-semibold">This testimonial can not be published yet.</p>
          <ul className="mt-1 list-disc pl-5">
            {missing.map((text) => (
              <li key={text}>{text}</li>
            ))}
          </ul>
        </div>
      ) : null}
      <Details screen={screen} record={{ ...record }} />
    </div>
  )
}

function TestimonialForm() {
  return (
    <>
      <Section title="Testimonial" text="Visitors read this on the home page.">
        <Pair>
          <TextField<Values> name="name" required maxLength={80} hint="As the person wants to be named." />
          <TextField<Values> name="role" required maxLength={120} hint="What the person does now." />
        </Pair>
        <TextField<Values> name="course" required maxLength={160} />
        <TextareaField<Values> name="quote" required rows={4} hint="The person's own words." />
      </Section>
      <Section
        title="Consent"
        text="The law asks for a written consent that was given after the course. Without it the testimonial stays a draft."
      >
        <SwitchField<Values> name="consent" hint="The person agreed in writing, and the school keeps the text." />
        <Pair>
          <DateField<Values> name="completed_on" />
          <DateField<Values> name="consented_on" />
        </Pair>
        <ConsentState />
      </Section>
    </>
  )
}

/** Tells while somebody types whether the testimonial can be published. */
function ConsentState() {
  const { control } = useFormContext<Values>()
  const [consent, completed_on, consented_on] = useWatch({ control, name: ['consent', 'completed_on', 'consented_on'] })
  const missing = missingConsent({ consent, completed_on, consented_on })
  return (
    <p role="status" className="text-sm">
      {missing.length === 0 ? (
        <Badge tone="good">It can be published</Badge>
      ) : (
        <span className="text-muted">Before it can be published: {missing.join(' ')}</span>
      )}
    </p>
  )
}
