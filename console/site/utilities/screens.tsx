import type { Endpoint } from '#contract/endpoint.ts'
import { previewResource, previewService, resources, services, type UtilityRecord } from '#contract/site/staff/utilities.ts'
import { ImageField } from '#console/kit/fields/image-field.tsx'
import { Section } from '#console/kit/fields/section.tsx'
import { SectionsField } from '#console/kit/fields/sections-field.tsx'
import { TextareaField, TextField } from '#console/kit/fields/text-field.tsx'
import { PageSections } from '#console/kit/parts/page-sections.tsx'
import { publication } from '#console/kit/resource/publication.tsx'
import { defineScreen, type FormValues, type Screen } from '#console/kit/resource/screen.ts'

type Values = FormValues<typeof services>

const nameOf = ({ title }: UtilityRecord) => title

function utilityScreen(
  kind: 'service' | 'resource',
  own: { resource: typeof services | typeof resources; preview: Endpoint; title: string; empty: string },
): Screen {
  const { preview, ...rest } = own
  return defineScreen({
    ...rest,
    one: kind,
    labels: { title: 'Title', summary: 'Summary', ...publication.label, image: 'Picture', content: 'Text' },
    nameOf,
    columns: [{ name: 'title' }, { name: 'summary' }, publication.column],
    filters: [publication.filter],
    blank: { title: '', summary: '', content: [], image: null },
    show: {
      ...publication.show,
      content: (value) => <PageSections sections={value as UtilityRecord['content']} />,
    },
    acts: publication.acts('pages:write', { read: 'pages:read', preview, nameOf }),
    Form: ({ record }) => <UtilityForm record={record} kind={kind} />,
  })
}

export const serviceScreen = utilityScreen('service', {
  resource: services,
  preview: previewService,
  title: 'Services',
  empty: 'What the school offers besides courses appears here, such as mock interviews.',
})

export const resourceScreen = utilityScreen('resource', {
  resource: resources,
  preview: previewResource,
  title: 'Resources',
  empty: 'Material that is free for everyone appears here, such as roadmaps and checklists.',
})

function UtilityForm({ record, kind }: { record: UtilityRecord | null; kind: 'service' | 'resource' }) {
  return (
    <>
      <Section
        title={kind === 'service' ? 'Service' : 'Resource'}
        text={`Visitors read this on the page of ${kind === 'service' ? 'services' : 'resources'}.`}
      >
        <TextField<Values> name="title" required maxLength={120} />
        <TextareaField<Values> name="summary" required hint="One or two sentences. Lists and search engines show them." />
        <ImageField<Values> name="image" drawn={record ? `media/art/${kind}/${record.id}.svg` : undefined} />
      </Section>
      <Section title="Text" text="The parts of the page, in this order.">
        <SectionsField<Values> name="content" />
      </Section>
    </>
  )
}
