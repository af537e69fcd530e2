import { blanksOf, policies, type PolicyRecord, previewPolicy } from '#contract/site/staff/policies.ts'
import { policyIds } from '#contract/rules.ts'
import { today } from '#ui/days.ts'
import { formatPlainDay } from '#ui/format.ts'
import { DateField } from '#console/kit/fields/date-field.tsx'
import { Section } from '#console/kit/fields/section.tsx'
import { SectionsField } from '#console/kit/fields/sections-field.tsx'
import { TextField } from '#console/kit/fields/text-field.tsx'
import { PageSections } from '#console/kit/parts/page-sections.tsx'
import { publication, type PublicationAct } from '#console/kit/resource/publication.tsx'
import { defineScreen, type FormValues } from '#console/kit/resource/screen.ts'
import { PolicyPanel } from './panel.tsx'
import { policyName, policyNames } from './policy-state.tsx'
import { PolicyVersions } from './versions.tsx'

type Values = FormValues<typeof policies>

const nameOf = ({ title, effective_on }: PolicyRecord) => `${title}, ${formatPlainDay(effective_on)}`

const acts = publication
  .acts('pages:write', { read: 'pages:read', preview: previewPolicy, nameOf })
  // A version that is in effect stays as it is. A new one replaces it.
  .map(
    ({ undo: _undo, ...act }): PublicationAct<PolicyRecord> => ({
      ...act,
      when: (record) => !record.in_effect && (act.when?.(record) ?? true),
      ...(act.run === 'publish'
        ? {
            // The panel names the blanks that are left.
            when: (record) => !record.in_effect && blanksOf(record).length === 0 && (act.when?.(record) ?? true),
            confirm: askToPublish,
            done: published,
          }
        : {}),
    }),
  )

function published({ title, effective_on }: PolicyRecord): string {
  return effective_on <= today() ? `${title} is in effect.` : `${title} takes effect on ${formatPlainDay(effective_on)}.`
}

function askToPublish({ title, effective_on }: PolicyRecord) {
  const day = formatPlainDay(effective_on)
  const isNow = effective_on <= today()
  return {
    title: `Publish this version of ${title}?`,
    text: isNow
      ? `Its day is ${day}, so it takes effect at once. Students agree to it from now on, and nobody can change it any more.`
      : `It takes effect on ${day}. Until then the version before it holds, and this one can be changed or taken back. From that day on nobody can change it.`,
    action: isNow ? 'Publish now' : `Publish for ${day}`,
    danger: false,
  }
}

export const screen = defineScreen({
  resource: policies,
  title: 'Policies',
  one: 'version',
  labels: { title: 'Title', effective_on: 'Takes effect on', content: 'Text' },
  nameOf,
  columns: [{ name: 'title' }],
  filters: [],
  empty: 'No version exists yet.',
  List: PolicyVersions,
  Panel: PolicyPanel,
  locked: ({ in_effect }) =>
    in_effect ? 'This version is in effect. Students agreed to it, so it stays as it is. Make a new version instead.' : null,
  making: { title: 'New policy', button: 'Save as draft', done: (record) => `${nameOf(record)} is saved as a draft.` },
  blank: (asked) => {
    const policy_id = policyNames.find(({ id }) => String(id) === asked.get('policy'))?.id ?? policyIds.terms
    return {
      policy_id: policy_id as typeof policyIds.terms,
      title: policyName(policy_id),
      content: [{ title: '', description: '' }],
      // The first version of a policy: the school has none until then.
      effective_on: today(),
    }
  },
  acts,
  show: {
    effective_on: (value) => formatPlainDay(String(value)),
    content: (value) => <PageSections sections={value as PolicyRecord['content']} />,
  },
  Form: PolicyForm,
})

function PolicyForm() {
  return (
    <>
      <Section title="Version" text="It holds from its day on, once it is published.">
        <TextField<Values> name="title" required maxLength={120} />
        <DateField<Values> name="effective_on" required hint="The first day on which this version holds." />
      </Section>
      <Section title="Text" text="The parts of the policy, in this order.">
        <SectionsField<Values> name="content" />
      </Section>
    </>
  )
}
