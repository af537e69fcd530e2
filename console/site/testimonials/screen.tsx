import { useFormContext, useWatch } from 'react-hook-form'
import { previewTestimonial, type TestimonialRecord, testimonials } from '#contract/site/staff/testimonials.ts'
import { DateField } from '#console/kit/fields/date-field.tsx'
import { Pair, Section } from '#console/kit/fields/section.tsx'
import { SwitchField } from '#console/kit/fields/switch-field.tsx'
import { TextareaField, TextField } from '#console/kit/fields/text-field.tsx'
import { Badge } from '#console/kit/parts/badge.tsx'
import { Details } from '#console/kit/resource/panel.tsx'
import { publication } from '#console/kit/resource/publication.tsx'
import { defineScreen, type FormValues } from '#console/kit/resource/screen.ts'
import { showDay } from '#console/kit/resource/show-day.tsx'
import { Readiness, Unready } from '#console/kit/resource/unready.tsx'
import { missingConsent } from '#console/site/consent/missing-consent.ts'

type Values = FormValues<typeof testimonials>

const nameOf = ({ name }: TestimonialRecord) => name

const missingOf = ({ consent, ...days }: Pick<TestimonialRecord, 'consent' | 'completed_on' | 'consented_on'>): string[] => [
  ...(consent ? [] : ['The written consent is missing.']),
  ...missingConsent(days),
]

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
      show: (record) => (missingOf(record).length > 0 ? <Badge tone="bad">Incomplete</Badge> : <Badge tone="good">Given</Badge>),
    },
    publication.column,
    { name: 'quote', hidden: true },
  ],
  filters: [publication.filter, { name: 'course', kind: 'text' }],
  empty: 'What students say about their course appears here and on the home page.',
  blank: { name: '', role: '', course: '', quote: '', consent: false, completed_on: null, consented_on: null },
  show: { ...publication.show, completed_on: showDay, consented_on: showDay },
  acts: publication.acts('pages:write', { read: 'pages:read', preview: previewTestimonial, nameOf, missing: missingOf }),
  Panel: TestimonialPanel,
  Form: TestimonialForm,
})

function TestimonialPanel({ record }: { record: TestimonialRecord }) {
  return (
    <div className="grid gap-5">
      {record.publication === 'published' ? null : <Unready one="testimonial" missing={missingOf(record)} />}
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

function ConsentState() {
  const { control } = useFormContext<Values>()
  const [consent, completed_on, consented_on] = useWatch({ control, name: ['consent', 'completed_on', 'consented_on'] })
  return <Readiness missing={missingOf({ consent, completed_on, consented_on })} />
}
