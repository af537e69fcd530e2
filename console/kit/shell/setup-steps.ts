import { policyIds } from '#contract/rules.ts'
import { batches } from '#contract/classes/staff/batches.ts'
import { courses } from '#contract/catalog/staff/courses.ts'
import { instructors } from '#contract/catalog/staff/instructors.ts'
import { policies } from '#contract/site/staff/policies.ts'
import { readSettingsForStaff } from '#contract/site/staff/settings.ts'
import { call } from '#console/kit/api/client.ts'

/** A step of a new school, and where it is done. */
export interface Step {
  title: string
  text: string
  action: string
  to: string
  done: boolean
}

const one = { limit: '1' } as const

/** Reads which steps are done, in the order in which they are possible. */
export async function readSteps(): Promise<Step[]> {
  const [settings, policy, instructor, course, published, batch] = await Promise.all([
    call(readSettingsForStaff),
    call(policies.endpoints.list, { query: { publication: 'published', limit: '100' } }),
    call(instructors.endpoints.list, { query: { ...one, archived: 'false' } }),
    call(courses.endpoints.list, { query: one }),
    call(courses.endpoints.list, { query: { ...one, publication: 'published' } }),
    call(batches.endpoints.list, { query: one }),
  ])
  const inEffect = new Set(policy.items.flatMap((version) => (version.in_effect ? [version.policy_id] : []))).size
  const allPolicies = Object.keys(policyIds).length
  const draft = course.items[0]
  return [
    {
      title: 'Describe the school',
      text: 'Name, contact, headline, and the legal name and State for receipts.',
      action: 'Fill in the settings',
      to: '/settings',
      done: settings.version > 0,
    },
    {
      title: 'Publish the three policies',
      text: `Students agree to them when they register. ${inEffect} of ${allPolicies} are in effect.`,
      action: 'Write the policies',
      to: '/policies',
      done: inEffect === allPolicies,
    },
    {
      title: 'Add an instructor',
      text: 'Each batch has one. Visitors read the name on the page of the course.',
      action: 'New instructor',
      to: '/instructors/new',
      done: instructor.total > 0,
    },
    {
      title: 'Write a course',
      text: 'Its price, its texts and its curriculum. It stays a draft until you publish it.',
      action: 'New course',
      to: '/courses/new',
      done: course.total > 0,
    },
    {
      title: 'Open a batch',
      text: 'The days, the time and the seats of a course. Students buy a batch.',
      action: 'New batch',
      to: '/batches/new',
      done: batch.total > 0,
    },
    {
      title: 'Publish the course',
      text: 'The site shows it at once, with its batches and prices.',
      action: 'Publish a course',
      to: draft && published.total === 0 ? `/courses/${draft.id}` : '/courses',
      done: published.total > 0,
    },
  ]
}
