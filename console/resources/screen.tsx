import { previewResource, resources, type UtilityRecord } from '#contract/staff/utilities.ts'
import { ImageField } from '../fields/image-field.tsx'
import { Section } from '../fields/section.tsx'
import { SectionsField } from '../fields/sections-field.tsx'
import { TextareaField, TextField } from '../fields/text-field.tsx'
import { PageSections } from '../parts/page-sections.tsx'
import {
  publicationActs,
  publicationColumn,
  publicationFilter,
  publicationLabel,
  showPublication,
} from '../resource/publication.tsx'
import { defineScreen } from '../resource/screen.ts'

const nameOf = ({ title }: UtilityRecord) => title

export const screen = defineScreen({
  resource: resources,
  title: 'Resources',
  one: 'resource',
  labels: { title: 'Title', summary: 'Summary', ...publicationLabel, image: 'Picture', content: 'Text' },
  nameOf,
  columns: [{ name: 'title' }, { name: 'summary' }, publicationColumn],
  filters: [publicationFilter],
  empty: 'Material that is free for everyone stands here, such as roadmaps and checklists.',
  blank: { title: '', summary: '', content: [], image: null },
  show: { ...showPublication, content: (value) => <PageSections sections={value as UtilityRecord['content']} /> },
  acts: publicationActs('pages:write', { read: 'pages:read', preview: previewResource, nameOf }),
  Form: ResourceForm,
})

function ResourceForm({ record }: { record: UtilityRecord | null }) {
  return (
    <>
      <Section title="Resource" text="Visitors read this on the page of resources.">
        <TextField name="title" required maxLength={120} />
        <TextareaField name="summary" required hint="One or two sentences. Lists and search engines show them." />
        <ImageField name="image" drawn={record ? `media/art/resource/${record.id}.svg` : undefined} />
      </Section>
      <Section title="Text" text="The parts of the page, in this order.">
        <SectionsField name="content" />
      </Section>
    </>
  )
}
