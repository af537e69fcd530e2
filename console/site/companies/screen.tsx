import { companies, type CompanyRecord, previewCompany } from '#contract/site/staff/companies.ts'
import { SwitchField } from '#console/kit/fields/switch-field.tsx'
import { Pair, Section } from '#console/kit/fields/section.tsx'
import { TextareaField, TextField } from '#console/kit/fields/text-field.tsx'
import { publication } from '#console/kit/resource/publication.tsx'
import { defineScreen, type FormValues } from '#console/kit/resource/screen.ts'

type Values = FormValues<typeof companies>

const nameOf = ({ name }: CompanyRecord) => name

export const screen = defineScreen({
  resource: companies,
  title: 'Companies',
  one: 'company',
  labels: {
    name: 'Name',
    industry: 'Industry',
    city: 'City',
    why: 'Why they hire here',
    is_partner: 'Hiring partner',
    is_alumni_employer: 'Employs alumni',
    ...publication.label,
  },
  nameOf,
  columns: [
    { name: 'name' },
    { name: 'industry' },
    { name: 'city' },
    publication.column,
    { name: 'is_partner', width: '9rem' },
    { name: 'is_alumni_employer', width: '9rem' },
    { name: 'why', hidden: true },
  ],
  filters: [
    publication.filter,
    { name: 'is_partner', kind: 'flag' },
    { name: 'is_alumni_employer', kind: 'flag' },
    { name: 'industry', kind: 'text' },
    { name: 'city', kind: 'text' },
  ],
  empty: 'Companies that hire our students appear here and on the page of hiring partners.',
  blank: { name: '', industry: '', city: '', why: '', is_partner: false, is_alumni_employer: false },
  show: publication.show,
  acts: publication.acts('companies:write', { read: 'companies:read', preview: previewCompany, nameOf }),
  Form: CompanyForm,
  bulk: [
    { label: 'Mark as partner', done: 'marked as hiring partner', fields: { is_partner: true } },
    { label: 'Unmark', done: 'no longer marked as hiring partner', fields: { is_partner: false } },
  ],
})

function CompanyForm() {
  return (
    <>
      <Section title="Company" text="Visitors read this on the page of companies.">
        <TextField<Values> name="name" required maxLength={120} />
        <Pair>
          <TextField<Values> name="industry" required maxLength={120} />
          <TextField<Values> name="city" required maxLength={120} />
        </Pair>
        <TextareaField<Values> name="why" required hint="One or two sentences." />
      </Section>
      <Section title="Where it appears" text="A company can be in both lists.">
        <SwitchField<Values> name="is_partner" hint="It hires from the school." />
        <SwitchField<Values> name="is_alumni_employer" hint="Former students work there." />
      </Section>
    </>
  )
}
