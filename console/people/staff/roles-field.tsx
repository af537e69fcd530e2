import type { FieldValues } from 'react-hook-form'
import { type Role, roleNames, roles, sortedRoles } from '#contract/permissions.ts'
import { type Common, GroupFrame, useLabel } from '#console/kit/fields/frame.tsx'
import { useField } from '#console/kit/fields/use-field.ts'

const whatRolesDo: Readonly<Record<Role, string>> = {
  owner: 'Everything, staff and settings too. Content, Support and Finance are included.',
  content: 'Courses, batches, pages and pictures.',
  support: 'Enquiries, students, enrolments and messages. Sees payments, moves no money.',
  finance: 'Payments, refunds, documents and exports.',
  instructor: 'Classes, attendance and recordings of their own batches.',
}

/** One or more roles, with what each may do, and the sum of the chosen ones. */
export function RolesField<Values extends FieldValues = never>({ name, label }: Common<Values>) {
  const shown = useLabel({ name, ...(label ? { label } : {}) })
  const { id, value, set, ref, onBlur, error } = useField<readonly Role[] | null>(name)
  const given = value ?? []
  const toggle = (role: Role) => set(sortedRoles(given.includes(role) ? given.filter((one) => one !== role) : [...given, role]))
  return (
    <GroupFrame id={id} label={shown} error={error}>
      <div className="grid overflow-hidden rounded-md border border-edge bg-surface">
        {roles.map((role, place) => (
          <label
            key={role}
            className="grid cursor-pointer grid-cols-[1rem_minmax(0,1fr)] items-start gap-x-3 border-line px-3 py-2.5 not-first:border-t has-checked:bg-accent-soft sm:grid-cols-[1rem_5.5rem_minmax(0,1fr)]"
          >
            <input
              ref={place === 0 ? ref : undefined}
              type="checkbox"
              checked={given.includes(role)}
              onChange={() => toggle(role)}
              onBlur={onBlur}
              aria-labelledby={`${id}-${role}`}
              aria-describedby={`${id}-${role}-acts`}
              className="mt-0.5 size-4 accent-accent"
            />
            <span id={`${id}-${role}`} className="font-semibold">
              {roleNames[role]}
            </span>
            <span id={`${id}-${role}-acts`} className="text-muted max-sm:col-start-2">
              {whatRolesDo[role]}
            </span>
          </label>
        ))}
      </div>
      <p aria-live="polite" className="text-sm text-muted">
        {sumOf(given)}
      </p>
    </GroupFrame>
  )
}

const acts: Readonly<Record<Role, string>> = {
  owner: 'do everything in the console',
  content: 'edit courses, batches and pages',
  support: 'look after enquiries, students and enrolments',
  finance: 'take, refund and export money',
  instructor: 'teach their own batches',
}
/** What an owner may do without them too. */
const included: ReadonlySet<Role> = new Set(['content', 'support', 'finance'])
const decideMoney: readonly Role[] = ['owner', 'support', 'finance']
const list = new Intl.ListFormat('en-GB')

/** What the roles allow together, in words. */
function sumOf(given: readonly Role[]): string {
  if (given.length === 0) return 'Without a role this person can do nothing.'
  const counted = given.includes('owner') ? given.filter((role) => !included.has(role)) : given
  const sum = `This person may ${list.format(counted.map((role) => acts[role]))}.`
  const decides = given.some((role) => decideMoney.includes(role))
  return decides ? `${sum} What they ask for above the limit is approved by somebody else, whatever their roles.` : sum
}
