import { type CourseRecord, courses } from '#contract/catalog/staff/courses.ts'
import { call } from '#console/kit/api/client.ts'
import { hasStatus } from '#console/kit/api/error-text.ts'

/** Numbers that are tried for the short name of a copy. */
const tries = 20

/** Makes a draft with everything of a course but its reviews, which are about the other one. */
export async function duplicateCourse(record: CourseRecord, number = 1): Promise<CourseRecord> {
  const { id: _id, version: _version, amount: _amount, publication: _publication, ...copied } = record
  const suffix = number === 1 ? 'copy' : `copy-${number}`
  try {
    return await call(courses.endpoints.create, {
      body: {
        ...copied,
        title: `${record.title.slice(0, 120 - 7)} (copy)`,
        slug: `${record.slug.slice(0, 120 - 8).replace(/-$/, '')}-${suffix}`,
        reviews: [],
      },
    })
  } catch (error) {
    if (hasStatus(error, 409) && 'slug' in error.fields && number < tries) return duplicateCourse(record, number + 1)
    throw error
  }
}
