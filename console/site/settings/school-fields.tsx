import { statesByName } from '#contract/indian-states.ts'
import type { SettingsInput } from '#contract/site/staff/settings.ts'
import { LinesField, ListField } from '#console/kit/fields/lines-field.tsx'
import { PercentField } from '#console/kit/fields/number-field.tsx'
import { Pair, Section } from '#console/kit/fields/section.tsx'
import { SelectField } from '#console/kit/fields/select-field.tsx'
import { TextField, UrlField } from '#console/kit/fields/text-field.tsx'

const stateOptions = statesByName.map(({ code, name }) => ({ value: code, label: `${name} (${code})` }))
const networkOptions = [
  { value: 'facebook', label: 'Facebook' },
  { value: 'instagram', label: 'Instagram' },
  { value: 'linkedin', label: 'LinkedIn' },
  { value: 'x', label: 'X' },
  { value: 'youtube', label: 'YouTube' },
]
const dialHint = 'With the country code, such as +912055500142.'

/** Who the school is, how it is reached, and what receipts and policies say of it. */
export function SchoolFields() {
  return (
    <>
      <Section title="School" text="The name is on every page, in every mail and on every receipt.">
        <TextField<SettingsInput> name="brand" required maxLength={60} />
        <TextField<SettingsInput> name="tagline" required maxLength={120} />
        <TextField<SettingsInput>
          name="subjects"
          empty=""
          maxLength={120}
          hint="Such as: physics and mathematics. Pages say: live classes in …"
        />
      </Section>
      <Section title="Contact" text="What is empty is left out of the site and of mails.">
        <TextField<SettingsInput> name="email" type="email" empty="" maxLength={254} hint="Enquiries and replies come here." />
        <Pair>
          <TextField<SettingsInput> name="phone_display" empty="" maxLength={30} hint="Such as 020 5550 0142." />
          <TextField<SettingsInput> name="phone_e164" type="tel" empty="" maxLength={16} hint={dialHint} />
        </Pair>
        <Pair>
          <TextField<SettingsInput> name="whatsapp_e164" type="tel" maxLength={16} hint={dialHint} />
          <TextField<SettingsInput>
            name="support_hours"
            empty=""
            maxLength={120}
            hint="Such as Monday to Saturday, 9 am to 7 pm IST."
          />
        </Pair>
        <LinesField<SettingsInput> name="address" one="line" hint="At most six lines." />
      </Section>
      <Section title="Social networks" text="They are at the foot of every page.">
        <ListField<SettingsInput, 'socials'> name="socials" one="link" blank={{ network: 'instagram', url: '' }}>
          {(path) => (
            <Pair>
              <SelectField<SettingsInput> name={`${path}.network`} label="Network" required options={networkOptions} />
              <UrlField<SettingsInput> name={`${path}.url`} label="Address" required />
            </Pair>
          )}
        </ListField>
      </Section>
      <Section title="Legal" text="Receipts and the pages of policies use these.">
        <TextField<SettingsInput> name="legal_name" required maxLength={160} hint="As it is registered." />
        <Pair>
          <TextField<SettingsInput> name="gstin" maxLength={15} hint="15 characters. Its check digit is tried." />
          <SelectField<SettingsInput> name="state_code" options={stateOptions} hint="The school's own State, for its GST." />
        </Pair>
        <Pair>
          <TextField<SettingsInput>
            name="sac_code"
            required
            maxLength={6}
            inputMode="numeric"
            hint="999293 is commercial training."
          />
          <PercentField<SettingsInput> name="gst_rate" required />
        </Pair>
        <Pair>
          <TextField<SettingsInput> name="grievance_name" empty="" maxLength={120} />
          <TextField<SettingsInput> name="grievance_email" type="email" empty="" maxLength={254} />
        </Pair>
      </Section>
    </>
  )
}
