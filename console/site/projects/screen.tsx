import { previewProject, type ProjectRecord, projects } from '#contract/site/staff/projects.ts'
import { ImageField } from '#console/kit/fields/image-field.tsx'
import { Pair, Section } from '#console/kit/fields/section.tsx'
import { TextareaField, TextField } from '#console/kit/fields/text-field.tsx'
import { publication } from '#console/kit/resource/publication.tsx'
import { defineScreen, type FormValues } from '#console/kit/resource/screen.ts'

type Values = FormValues<typeof projects>

const nameOf = ({ title }: ProjectRecord) => title

export const screen = defineScreen({
  resource: projects,
  title: 'Projects',
  one: 'project',
  labels: { title: 'Title', category: 'Category', ...publication.label, image: 'Picture', content: 'Description' },
  nameOf,
  columns: [{ name: 'title' }, { name: 'category' }, publication.column, { name: 'content', hidden: true }],
  filters: [publication.filter, { name: 'category', kind: 'text' }],
  empty: 'Projects that students build in the courses appear here.',
  blank: { title: '', category: '', content: '', image: null },
  show: publication.show,
  acts: publication.acts('pages:write', { read: 'pages:read', preview: previewProject, nameOf }),
  Form: ProjectForm,
})

function ProjectForm({ record }: { record: ProjectRecord | null }) {
  return (
    <Section title="Project" text="Visitors read this on the page of projects.">
      <Pair>
        <TextField<Values> name="title" required maxLength={120} />
        <TextField<Values> name="category" required maxLength={60} hint="Such as Full Stack or Data Science." />
      </Pair>
      <TextareaField<Values> name="content" required rows={5} />
      <ImageField<Values> name="image" drawn={record ? `media/art/project/${record.id}.svg` : undefined} />
    </Section>
  )
}
