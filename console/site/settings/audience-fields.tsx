import type { SettingsInput } from '#contract/site/staff/settings.ts'
import { LinesField, ListField } from '#console/kit/fields/lines-field.tsx'
import { Section } from '#console/kit/fields/section.tsx'
import { TextareaField, TextField } from '#console/kit/fields/text-field.tsx'

/** The pages for those who seek work, hire or do research. */
export function AudienceFields() {
  return (
    <>
      <Section title="Job seekers" text="Their page. A part without a text is left out.">
        <TextField<SettingsInput> name="career_headline" empty="" maxLength={120} />
        <TextareaField<SettingsInput> name="career_line" empty="" />
        <ListField<SettingsInput, 'career_steps'> name="career_steps" one="month" blank={{ title: '', text: '', result: '' }}>
          {(path) => (
            <>
              <TextField<SettingsInput> name={`${path}.title`} label="Title" required maxLength={120} />
              <TextareaField<SettingsInput> name={`${path}.text`} label="Text" required />
              <TextField<SettingsInput> name={`${path}.result`} label="A student finishes with" required maxLength={200} />
            </>
          )}
        </ListField>
        <LinesField<SettingsInput> name="career_promises" one="promise" />
        <LinesField<SettingsInput> name="career_limits" one="limit" />
      </Section>
      <Section title="Companies" text="The pages for companies that hire. A part without a text is left out.">
        <TextField<SettingsInput> name="hiring_headline" empty="" maxLength={120} />
        <TextareaField<SettingsInput> name="hiring_line" empty="" />
        <TextItemsField name="hiring_reasons" one="reason" />
        <TextItemsField name="hiring_proofs" one="claim" />
        <TextItemsField name="hiring_steps" one="step" />
      </Section>
      <Section title="Research" text="The page for professors and students. A part without a text is left out.">
        <TextField<SettingsInput> name="research_headline" empty="" maxLength={120} />
        <TextareaField<SettingsInput> name="research_line" empty="" />
        <TextItemsField name="research_steps" one="step" />
        <TextItemsField name="research_facts" one="fact" />
      </Section>
    </>
  )
}

/** A list of titles with a text each. */
type TextItems = 'hiring_reasons' | 'hiring_proofs' | 'hiring_steps' | 'research_steps' | 'research_facts'

function TextItemsField({ name, one }: { name: TextItems; one: string }) {
  return (
    <ListField<SettingsInput, TextItems> name={name} one={one} blank={{ title: '', text: '' }}>
      {(path) => (
        <>
          <TextField<SettingsInput> name={`${path}.title`} label="Title" required maxLength={120} />
          <TextareaField<SettingsInput> name={`${path}.text`} label="Text" required />
        </>
      )}
    </ListField>
  )
}
