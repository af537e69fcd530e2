import type { MetaDescriptor } from 'react-router'
import { readProfile } from '#contract/people/accounts.ts'
import { listEnrolledCourses } from '#contract/enrolment/enrolment.ts'
import { pageMeta } from './page-meta.ts'

/**
 * Builds the `head` of a student's page, which is not for search engines.
 * @param firstCalls paths below the API root that need no other answer; the calls that restore the session are always first
 */
export function ownPageMeta(
  root: Parameters<typeof pageMeta>[0],
  page: { title: string; description?: string },
  ...firstCalls: string[]
): MetaDescriptor[] {
  return [
    ...pageMeta(root, { description: '', ...page }),
    { name: 'first-calls', content: [readProfile.path, listEnrolledCourses.path, ...firstCalls].join(' ') },
  ]
}
