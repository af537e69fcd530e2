import { getProfile, type Profile } from '#contract/accounts.ts'
import { listEnrolledCourses } from '#contract/enrolment.ts'
import * as messages from '#contract/messages.ts'
import { call } from './api.ts'
import { readSession, updateSession } from './session.ts'
import { forget, store } from './storage.ts'
import { toast } from './toast.ts'

const notRestored = 'Authentication error'

/** Profile and enrolled courses together, as SPEC section 4 has it, with its failures. */
export async function restoreSession(): Promise<void> {
  const [profile, courses] = await Promise.allSettled([call(getProfile), call(listEnrolledCourses)])
  if (profile.status === 'rejected' && courses.status === 'rejected') {
    // A session that has ended was forgotten by the refused refresh; a lost connection says nothing about it.
    updateSession({ loading: false, enrolled: [], error: notRestored })
    toast.account('error', notRestored)
    return
  }
  // Another server may answer with nothing at all.
  const answer: Profile | null = profile.status === 'fulfilled' ? profile.value : null
  const student = answer?.student
  if (student) {
    const user = { full_name: student.user.first_name, email: student.user.email }
    store('user', JSON.stringify(user))
    updateSession({ user })
  } else {
    forget('user')
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
