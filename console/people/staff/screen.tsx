import { shownAddresses } from '#contract/shown-addresses.ts'
import { type StaffRecord, staff, staffStatus, staffStatusNames } from '#contract/people/staff/staff.ts'
import { namesOfRoles, type Role, roles, roleNames } from '#contract/permissions.ts'
import type { z } from 'zod'
import { useFormContext, useWatch } from 'react-hook-form'
import { ReferenceField } from '#console/kit/fields/reference-field.tsx'
import { Section } from '#console/kit/fields/section.tsx'
import { TextField } from '#console/kit/fields/text-field.tsx'
import { Badge } from '#console/kit/parts/badge.tsx'
import { formatMoment } from '#console/kit/parts/time.ts'
import { instructorReference } from '#console/kit/fields/references.ts'
import { ReferenceName } from '#console/kit/resource/reference-choice.tsx'
import { RolesField } from './roles-field.tsx'
import { type Blank, defineScreen, type FormValues } from '#console/kit/resource/screen.ts'

type Values = FormValues<typeof staff>

type Status = z.output<typeof staffStatus>

const statusTones = { invited: 'signal', active: 'good', disabled: 'neutral' } as const
const roleChoices = roles.map((value) => ({ value, label: roleNames[value] }))
const nameOf = ({ name, email }: StaffRecord) => name || shownAddresses(email)
const showMoment = (value: unknown) => (typeof value === 'string' ? formatMoment(value) : 'Never')

export const screen = defineScreen({
  resource: staff,
  title: 'Staff',
  one: 'member of staff',
  labels: {
    name: 'Name',
    email: 'E-mail',
    roles: 'Roles',
    status: 'State',
    instructor_id: 'Instructor',
    totp: 'Authenticator app',
    passkeys: 'Passkeys',
    recovery_codes_left: 'Recovery codes left',
    last_seen_at: 'Last seen',
    invitation_expires_at: 'Invitation ends',
    created_at: 'Invited on',
  },
  nameOf,
  columns: [
    { name: 'name', show: nameOf },
    { name: 'email' },
    { name: 'roles', width: '11rem', show: ({ roles: given }) => namesOfRoles(given) },
    { name: 'status', width: '8rem', atEnd: true, show: ({ status }) => <Status status={status} /> },
    { name: 'last_seen_at', show: ({ last_seen_at }) => showMoment(last_seen_at) },
    { name: 'instructor_id', hidden: true, show: ({ instructor_name }) => instructor_name },
    { name: 'passkeys', hidden: true, align: 'right' },
  ],
  filters: [
    { name: 'role', label: 'Role', kind: 'choice', choices: roleChoices },
    { name: 'status', kind: 'choice', choices: staffStatus.options.map((value) => ({ value, label: staffStatusNames[value] })) },
  ],
  empty: 'Nobody works here yet.',
  making: {
    title: 'Invite a member of staff',
    button: 'Send invitation',
    done: ({ email }) => `The invitation is on its way to ${shownAddresses(email)}.`,
  },
  blank: { email: '', roles: ['content'], instructor_id: null },
  Form: StaffForm,
  show: {
    roles: (value) => namesOfRoles(value as Role[]),
    status: (value) => <Status status={value as Status} />,
    instructor_id: (value) => (typeof value === 'number' ? <ReferenceName to={instructorReference} id={value} /> : 'None'),
    last_seen_at: showMoment,
    invitation_expires_at: (value) => (typeof value === 'string' ? formatMoment(value) : 'No open invitation'),
    created_at: showMoment,
  },
  acts: [
    {
      label: 'Send the invitation again',
      permission: 'staff:write',
      when: ({ status }) => status === 'invited',
      run: 'invite-again',
      done: (record) => `${nameOf(record)} gets a new link. The one before it no longer works.`,
    },
    {
      label: 'Reset second factors',
      permission: 'staff:write',
      when: ({ status }) => status === 'active',
      run: 'reset',
      done: (record) => `${nameOf(record)} gets a new invitation by mail.`,
      confirm: (record) => ({
        title: `Reset the second factors of ${nameOf(record)}?`,
        text: 'Their app, passkeys and recovery codes stop working, they are signed out everywhere, and a new invitation goes to their e-mail.',
        action: 'Reset and invite again',
      }),
    },
    {
      label: 'Disable',
      permission: 'staff:write',
      when: ({ status }) => status !== 'disabled',
      run: 'disable',
      undo: 'enable',
      done: (record) => `${nameOf(record)} is signed out and can not sign in.`,
    },
    {
      label: 'Enable',
      permission: 'staff:write',
      primary: true,
      when: ({ status }) => status === 'disabled',
      run: 'enable',
      undo: 'disable',
      done: (record) => `${nameOf(record)} can sign in again.`,
    },
  ],
})

function Status({ status }: { status: Status }) {
  return <Badge tone={statusTones[status]}>{staffStatusNames[status]}</Badge>
}

function StaffForm({ record }: { record: StaffRecord | null }) {
  const { control } = useFormContext<Blank<typeof staff>>()
  const [given, instructorId] = useWatch({ control, name: ['roles', 'instructor_id'] })
  return (
    <Section
      title={record ? 'Person' : 'Invitation'}
      text={record ? 'Other roles count at the next call.' : 'The link goes by mail. It works once, within 24 hours.'}
    >
      {record ? null : <TextField<Values> name="email" type="email" required maxLength={254} />}
      <TextField<Values> name="name" required={record !== null} maxLength={120} />
      <RolesField<Values> name="roles" />
      {/* A chosen instructor stays in sight, because the server refuses one without the role. */}
      {given?.includes('instructor') || instructorId ? (
        <ReferenceField<Values>
          name="instructor_id"
          to={instructorReference}
          hint="The instructor whose batches this person teaches."
        />
      ) : null}
    </Section>
  )
}
