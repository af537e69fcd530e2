import type { SettingsInput } from '#contract/site/staff/settings.ts'
import { statesByName } from '#contract/indian-states.ts'
import { LinesField, ListField } from '#console/kit/fields/lines-field.tsx'
import { MoneyField, NumberField, PercentField } from '#console/kit/fields/number-field.tsx'
import { Pair, Section } from '#console/kit/fields/section.tsx'
import { SelectField } from '#console/kit/fields/select-field.tsx'
import { SwitchField } from '#console/kit/fields/switch-field.tsx'
import { TextareaField, TextField, UrlField } from '#console/kit/fields/text-field.tsx'
import { certificateRuleOptions } from '#contract/certificate-rules.ts'
import type { FormPart } from '#console/kit/resource/screen.ts'
import { IconField } from './icon-field.tsx'

const stateOptions = statesByName.map(({ code, name }) => ({ value: code, label: `${name} (${code})` }))
const networkOptions = [
  { value: 'facebook', label: 'Facebook' },
  { value: 'instagram', label: 'Instagram' },
  { value: 'linkedin', label: 'LinkedIn' },
  { value: 'x', label: 'X' },
  { value: 'youtube', label: 'YouTube' },
]
const dialHint = 'With the country code, such as +912055500142.'

/** The sections below, for the index beside them. */
export const settingsParts: readonly FormPart<keyof SettingsInput>[] = [
  { title: 'School', fields: ['brand', 'tagline', 'subjects', 'program_line', 'instructor_line'] },
  {
    title: 'Contact',
    fields: ['email', 'phone_display', 'phone_e164', 'whatsapp_e164', 'support_hours', 'address'],
  },
  { title: 'Social networks', fields: ['socials'] },
  { title: 'Headlines', fields: ['headlines'] },
  { title: 'Offerings', fields: ['offerings'] },
  { title: 'Outcomes', fields: ['outcomes'] },
  { title: 'Questions', fields: ['questions'] },
  { title: 'Live class', fields: ['class_steps'] },
  { title: 'Job seekers', fields: ['career_headline', 'career_line', 'career_steps', 'career_promises', 'career_limits'] },
  { title: 'Companies', fields: ['hiring_headline', 'hiring_line', 'hiring_reasons', 'hiring_proofs', 'hiring_steps'] },
  { title: 'Research', fields: ['research_headline', 'research_line', 'research_steps', 'research_facts'] },
  { title: 'Refunds', fields: ['refund_line'] },
  { title: 'Approval', fields: ['approval_above_paise'] },
  { title: 'Attendance', fields: ['attendance_threshold_percent', 'attendance_late_minutes', 'attendance_notices'] },
  { title: 'Certificates', fields: ['certificate_rule', 'certificate_percent', 'certificates_automatic'] },
  { title: 'Recordings', fields: ['recording_due_hour'] },
  { title: 'Retention', fields: ['keep_events_days', 'keep_log_years', 'keep_money_log_years'] },
  {
    title: 'Legal',
    fields: ['legal_name', 'gstin', 'state_code', 'sac_code', 'gst_rate', 'grievance_name', 'grievance_email'],
  },
]

export function SettingsFields() {
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
        <TextField<SettingsInput>
          name="program_line"
          empty=""
          maxLength={300}
          hint="On the home page, such as how long a program takes."
        />
        <TextField<SettingsInput> name="instructor_line" empty="" maxLength={300} hint="On the home page, about all who teach." />
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
      <Section title="Headlines" text="They take turns at the top of the home page.">
        <ListField<SettingsInput, 'headlines'> name="headlines" one="headline" blank={{ headline: '', slogan: '' }}>
          {(path) => (
            <>
              <TextField<SettingsInput> name={`${path}.headline`} label="Headline" required maxLength={80} />
              <TextareaField<SettingsInput> name={`${path}.slogan`} label="Slogan" required />
            </>
          )}
        </ListField>
      </Section>
      <Section title="Offerings" text="What a student gets. The home page shows up to six.">
        <ListField<SettingsInput, 'offerings'> name="offerings" one="offering" blank={{ title: '', text: '', icon: 'radio' }}>
          {(path) => (
            <>
              <TextField<SettingsInput> name={`${path}.title`} label="Title" required maxLength={60} />
              <TextareaField<SettingsInput> name={`${path}.text`} label="Text" required />
              <IconField<SettingsInput> name={`${path}.icon`} label="Sign" />
            </>
          )}
        </ListField>
      </Section>
      <Section title="Outcomes" text="What students can do after a course. The home page shows up to eight.">
        <LinesField<SettingsInput> name="outcomes" one="outcome" />
      </Section>
      <Section title="Questions" text="Questions that people ask before they enrol, at the end of the home page.">
        <ListField<SettingsInput, 'questions'> name="questions" one="question" blank={{ question: '', answer: '' }}>
          {(path) => (
            <>
              <TextField<SettingsInput> name={`${path}.question`} label="Question" required maxLength={200} />
              <TextareaField<SettingsInput> name={`${path}.answer`} label="Answer" required />
            </>
          )}
        </ListField>
      </Section>
      <Section title="Live class" text="What happens before, in and after a class. The home page shows it.">
        <ListField<SettingsInput, 'class_steps'> name="class_steps" one="step" blank={{ when: '', title: '', text: '' }}>
          {(path) => (
            <>
              <Pair>
                <TextField<SettingsInput>
                  name={`${path}.when`}
                  label="When"
                  required
                  maxLength={60}
                  hint="Such as: the day before."
                />
                <TextField<SettingsInput> name={`${path}.title`} label="Title" required maxLength={120} />
              </Pair>
              <TextareaField<SettingsInput> name={`${path}.text`} label="Text" required />
            </>
          )}
        </ListField>
      </Section>
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
      <Section title="Refunds" text="The refund policy itself is under Policies.">
        <TextField<SettingsInput>
          name="refund_line"
          empty=""
          maxLength={160}
          hint="The policy in one line, shown beside every price."
        />
      </Section>
      <Section title="Approval" text="For refunds, offline payments and enrolments by hand that staff make in the console.">
        <MoneyField<SettingsInput>
          name="approval_above_paise"
          hint="The amounts of one student and day are added. Leave it empty when one person is enough for any amount."
        />
      </Section>
      <Section title="Attendance" text="A change counts for classes of the past too. What a person has marked stays.">
        <Pair>
          <NumberField<SettingsInput>
            name="attendance_threshold_percent"
            required
            hint="From this share on a student was present."
          />
          <NumberField<SettingsInput>
            name="attendance_late_minutes"
            required
            hint="Who comes later than this after the start is late."
          />
        </Pair>
        <SwitchField<SettingsInput>
          name="attendance_notices"
          hint="Students get a mail the morning after a class that they missed, unless they are excused or have switched it off."
        />
      </Section>
      <Section title="Certificates" text="For courses without a rule of their own.">
        <Pair>
          <SelectField<SettingsInput>
            name="certificate_rule"
            required
            options={certificateRuleOptions}
            hint="What a student does for a certificate."
          />
          <NumberField<SettingsInput> name="certificate_percent" required hint="Of the classes or exercises." />
        </Pair>
        <SwitchField<SettingsInput>
          name="certificates_automatic"
          hint="A day after the last class, those who meet the rule get it by themselves. Otherwise staff issue it on the page of the batch."
        />
      </Section>
      <Section
        title="Recordings"
        text="A recording that is not there by then is late: staff get a mail, and students read that you know of it."
      >
        <NumberField<SettingsInput>
          name="recording_due_hour"
          required
          hint="In India, from 0 to 23. 10 is 10:00 AM on the day after the class."
        />
      </Section>
      <Section title="Retention" text="What is older is deleted. Documents and payments stay.">
        <NumberField<SettingsInput>
          name="keep_events_days"
          required
          hint="Reports of the payment provider that are done. At least 30."
        />
        <Pair>
          <NumberField<SettingsInput>
            name="keep_log_years"
            required
            hint="Who changed what. Laws ask for one year of security logs."
          />
          <NumberField<SettingsInput> name="keep_money_log_years" required hint="Payments, prices and documents. At least 8." />
        </Pair>
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
