import type { SettingsInput } from '#contract/site/staff/settings.ts'
import type { FormPart } from '#console/kit/resource/screen.ts'
import { AudienceFields } from './audience-fields.tsx'
import { HomePageFields } from './home-page-fields.tsx'
import { RuleFields } from './rule-fields.tsx'
import { LegalFields, SchoolFields } from './school-fields.tsx'

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
      <SchoolFields />
      <HomePageFields />
      <AudienceFields />
      <RuleFields />
      <LegalFields />
    </>
  )
}
