import { useFormContext, useWatch } from 'react-hook-form'
import { previewProject, type ProjectRecord, projects } from '#contract/site/staff/projects.ts'
import { DateField } from '#console/kit/fields/date-field.tsx'
import { ImageField } from '#console/kit/fields/image-field.tsx'
import { Pair, Section } from '#console/kit/fields/section.tsx'
import { TextareaField, TextField, UrlField } from '#console/kit/fields/text-field.tsx'
import { Details } from '#console/kit/resource/panel.tsx'
import { publication } from '#console/kit/resource/publication.tsx'
import { type Blank, defineScreen, type FormValues } from '#console/kit/resource/screen.ts'
import { showDay } from '#console/kit/resource/show-day.tsx'
import { Readiness, Unready } from '#console/kit/resource/unready.tsx'
import { missingConsent } from '#console/site/consent/missing-consent.ts'

type Values = FormValues<typeof projects>

const nameOf = ({ title }: ProjectRecord) => title
const missingOf = ({
  student_name,
  live_url,
  ...days
}: Partial<Pick<ProjectRecord, 'student_name' | 'live_url' | 'completed_on' | 'consented_on'>>): string[] =>
  student_name || live_url ? missingConsent(days) : []

export const screen = defineScreen({
  resource: projects,
  title: 'Projects',
  one: 'project',
  labels: {
    title: 'Title',
    category: 'Category',
    ...publication.label,
    image: 'Picture',
    content: 'Description',
    student_name: 'Name of the student',
    learnt: 'What the student learnt',
    live_url: 'Live address',
    completed_on: 'Course completed on',
    consented_on: 'Consent given on',
  },
  nameOf,
  columns: [
    { name: 'title' },
    { name: 'category' },
    { name: 'student_name' },
    publication.column,
    { name: 'content', hidden: true },
  ],
  filters: [publication.filter, { name: 'category', kind: 'text' }],
  empty: 'Projects that students build in the courses appear here.',
  blank: {
    title: '',
    category: '',
    content: '',
    image: null,
    student_name: null,
    learnt: null,
    live_url: null,
    completed_on: null,
    consented_on: null,
  },
  show: { ...publication.show, completed_on: showDay, consented_on: showDay },
  acts: publication.acts('pages:write', { read: 'pages:read', preview: previewProject, nameOf, missing: missingOf }),
  Panel: ProjectPanel,
  Form: ProjectForm,
})

function ProjectPanel({ record }: { record: ProjectRecord }) {
  return (
    <div className="grid gap-5">
      {record.publication === 'published' ? null : <Unready one="project" missing={missingOf(record)} />}
      <Details screen={screen} record={{ ...record }} />
    </div>
  )
}

function ProjectForm({ record }: { record: ProjectRecord | null }) {
  return (
    <>
      <Section title="Project" text="Visitors read this on the page of projects.">
        <Pair>
          <TextField<Values> name="title" required maxLength={120} />
          <TextField<Values> name="category" required maxLength={60} hint="Such as Full Stack or Data Science." />
        </Pair>
        <TextareaField<Values> name="content" required rows={5} />
        <ImageField<Values> name="image" drawn={record ? `media/art/project/${record.id}.svg` : undefined} />
      </Section>
      <Section
        title="The student"
        text="The law asks for a written consent that was given after the course. Without it a project with a name or a live address stays a draft."
      >
        <Pair>
          <TextField<Values> name="student_name" maxLength={80} hint="As the student wants to be named." />
          <UrlField<Values> name="live_url" hint="Where the project runs." />
        </Pair>
        <TextareaField<Values> name="learnt" rows={3} hint="The student's own words." />
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
  const { control } = useFormContext<Blank<typeof projects>>()
  const [student_name, live_url, completed_on, consented_on] = useWatch({
    control,
    name: ['student_name', 'live_url', 'completed_on', 'consented_on'],
  })
  return <Readiness missing={missingOf({ student_name, live_url, completed_on, consented_on })} />
}
