import type { leadKinds } from '#contract/desk/staff/leads.ts'

export const leadKindNames: Record<(typeof leadKinds)[number], string> = {
  callback: 'Call back',
  hire: 'Hiring',
  professor: 'Research, professor',
  student: 'Research, student',
  contact: 'Contact',
  trial: 'Guest in a class',
  checkout: 'Left checkout',
}
