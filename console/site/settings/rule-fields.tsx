import { certificateRuleOptions } from '#contract/certificate-rules.ts'
import type { SettingsInput } from '#contract/site/staff/settings.ts'
import { MoneyField, NumberField } from '#console/kit/fields/number-field.tsx'
import { ImageField } from '#console/kit/fields/image-field.tsx'
import { Pair, Section } from '#console/kit/fields/section.tsx'
import { SelectField } from '#console/kit/fields/select-field.tsx'
import { SwitchField } from '#console/kit/fields/switch-field.tsx'
import { TextField } from '#console/kit/fields/text-field.tsx'

/** Refunds, and acts that two persons decide. */
export function MoneyFields() {
  return (
    <>
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
      <Section title="Coupons" text="Staff make coupons under Coupons.">
        <SwitchField<SettingsInput>
          name="coupons_return"
          hint="After a full refund the use counts as never made, and the same student or another one can have it."
        />
      </Section>
      <Section title="Payment in parts" text="Staff make plans under Payment plans.">
        <Pair>
          <NumberField<SettingsInput>
            name="instalment_grace_days"
            required
            hint="After these days recordings, joining and certificates wait for the part. Work and documents stay open."
          />
          <NumberField<SettingsInput>
            name="instalment_end_days"
            required
            hint="After these days the place ends and its seat is free. 0 for never."
          />
        </Pair>
      </Section>
      <Section title="Waitlist" text="A seat that comes free in a full batch is offered to the people who wait, in turn.">
        <NumberField<SettingsInput>
          name="waitlist_offer_hours"
          required
          hint="Hours for which a seat is held for one person, from 1 to 168. An offer ends before the first class in any case."
        />
      </Section>
      <Section
        title="Unfinished payments"
        text="For students who have ticked at the registration, or in the profile, that they want this mail."
      >
        <SwitchField<SettingsInput>
          name="unfinished_mails"
          hint="One mail with the chosen batch, an hour after the seat is no longer held. It never has a discount."
        />
      </Section>
      <Section title="Cheques" text="A cheque enrols its student when it clears.">
        <NumberField<SettingsInput>
          name="cheque_hold_days"
          required
          hint="Days for which a cheque at the bank holds a seat, from 0 to 7. It is free again when the cheque bounces."
        />
      </Section>
    </>
  )
}

/** Attendance, certificates and recordings. */
export function ClassFields() {
  return (
    <>
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
        title="Look of a certificate"
        text="A change shows on issued certificates too. Each keeps the name of who signed it."
      >
        <Pair>
          <TextField<SettingsInput> name="signatory_name" empty="" maxLength={80} hint="Nobody signs while this is empty." />
          <TextField<SettingsInput> name="signatory_title" empty="" maxLength={80} hint="Such as Director of Studies." />
        </Pair>
        <Pair>
          <ImageField<SettingsInput>
            name="signature"
            shape="whole"
            unset="A line without a signature."
            hint="Dark ink on white or on clear ground. Shown on certificates that carry this name."
          />
          <ImageField<SettingsInput>
            name="seal"
            shape="square"
            unset="The site draws a seal with the name and mark of the school."
            hint="A square picture, best round on clear ground."
          />
        </Pair>
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
        <SwitchField<SettingsInput>
          name="recording_downloads"
          hint="For their own use, while they have a place in the batch. What plays from YouTube, Vimeo or another site can't be downloaded here."
        />
      </Section>
    </>
  )
}

/** How long data stays, and when it is backed up. */
export function DataFields() {
  return (
    <>
      <Section
        title="Backups"
        text="Each night a backup is made, restored beside the school and compared. The person who runs the server says where to: BACKUP_DIR."
      >
        <NumberField<SettingsInput> name="backup_hour" required hint="In India, from 0 to 23. 2 is 2:00 AM." />
        <Pair>
          <NumberField<SettingsInput> name="backup_keep_sets" required hint="So many of the newest, whatever their age." />
          <NumberField<SettingsInput>
            name="backup_keep_days"
            required
            hint="The school can be brought back to any moment of these days, unless BACKUP_KEEP_DAYS says otherwise."
          />
        </Pair>
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
    </>
  )
}
