import { readProfile, type Profile } from '#contract/people/accounts.ts'
import { listEnrolledCourses } from '#contract/enrolment/enrolment.ts'
import * as messages from '#contract/messages.ts'
import { call } from './api.ts'
import { outageText } from './error-message.ts'
import { readSession, updateSession } from './session.ts'
import { readStored, removeStored, store } from './storage.ts'
import { toast } from './toast.ts'

const notRestored = 'Authentication error'

/**
 * Loads profile and enrolled courses in parallel (SPEC section 4).
 * @param read the profile, by default with a call of its own
 */
export async function restoreSession(read: () => Promise<Profile> = () => call(readProfile)): Promise<void> {
  const [profile, courses] = await Promise.allSettled([read(), call(listEnrolledCourses)])
  if (profile.status === 'rejected' && courses.status === 'rejected') {
    // A failed token refresh has cleared an ended session; a lost connection does not end it.
    updateSession({ loading: false, enrolled: [], error: notRestored })
    const reason = outageText(profile.reason)
    // Alone, SPEC's words blame the login for a lost connection.
    toast.account('error', reason ? `${reason} (${notRestored})` : notRestored)
    return
  }
  // The student has logged out meanwhile.
  if (readStored('accessToken') === null) return
  // A server may answer with an empty body.
  const answer: Profile | null = profile.status === 'fulfilled' ? profile.value : null
  const student = answer?.student
  if (student) {
    const user = { full_name: student.user.first_name, email: student.user.email }
    store('user', JSON.stringify(user))
    updateSession({ user })
  } else {
    removeStored('user')
    updateSession({ user: null })
  }
  if (courses.status === 'fulfilled') updateSession({ enrolled: courses.value['enrolled courses'] })
  else coursesFailed()
  updateSession({ loading: false })
}

export async function loadEnrolled(): Promise<void> {
  try {
    const answer = await call(listEnrolledCourses)
    updateSession({ enrolled: answer['enrolled courses'], error: null })
  } catch {
    if (readSession().user) coursesFailed()
  }
}

function coursesFailed(): void {
  updateSession({ enrolled: [], error: messages.coursesNotFetched })
  toast.account('error', messages.coursesNotFetched)
}
