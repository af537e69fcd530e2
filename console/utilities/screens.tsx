import { previewResource, previewService, resources, services, type UtilityRecord } from '#contract/staff/utilities.ts'
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

const shared = {
  labels: { title: 'Title', summary: 'Summary', ...publicationLabel, image: 'Picture', content: 'Text' },
  nameOf,
  columns: [{ name: 'title' }, { name: 'summary' }, publicationColumn],
  filters: [publicationFilter],
  blank: { title: '', summary: '', content: [], image: null },
  show: {
    ...showPublication,
    content: (value: unknown) => <PageSections sections={value as UtilityRecord['content']} />,
  },
}

export const serviceScreen = defineScreen({
  ...shared,
  resource: services,
  title: 'Services',
  one: 'service',
  empty: 'What the school offers besides courses appears here, such as mock interviews.',
  acts: publicationActs('pages:write', { read: 'pages:read', preview: previewService, nameOf }),
  Form: ({ record }) => <UtilityForm record={record} kind="service" />,
})

export const resourceScreen = defineScreen({
  ...shared,
  resource: resources,
  title: 'Resources',
  one: 'resource',
  empty: 'Material that is free for everyone appears here, such as roadmaps and checklists.',
  acts: publicationActs('pages:write', { read: 'pages:read', preview: previewResource, nameOf }),
  Form: ({ record }) => <UtilityForm record={record} kind="resource" />,
})

function UtilityForm({ record, kind }: { record: UtilityRecord | null; kind: 'service' | 'resource' }) {
  return (
    <>
      <Section
        title={kind === 'service' ? 'Service' : 'Resource'}
        text={`Visitors read this on the page of ${kind === 'service' ? 'services' : 'resources'}.`}
      >
        <TextField name="title" required maxLength={120} />
        <TextareaField name="summary" required hint="One or two sentences. Lists and search engines show them." />
        <ImageField name="image" drawn={record ? `media/art/${kind}/${record.id}.svg` : undefined} />
      </Section>
      <Section title="Text" text="The parts of the page, in this order.">
        <SectionsField name="content" />
      </Section>
    </>
  )
}
