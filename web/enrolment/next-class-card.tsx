import { lazyPart } from '#ui/lazy-part.tsx'
import { ButtonLink } from '#ui/button.tsx'
import { useSession } from '#web/lib/session.ts'

const toCourses = (
  <ButtonLink variant="primary" to="/enrolled-courses/" size="lg" className="justify-self-start">
    Go to my courses
  </ButtonLink>
)

/** A separate chunk, because only students load it. */
const NextClass = lazyPart(() => import('./next-class.tsx'), toCourses)

/** A student's next class over all courses. Without a class: the way to the courses. */
export function NextClassCard() {
  const { enrolled } = useSession()
  // One height in every state, so that nothing below moves when the session is restored.
  return (
    <div className="grid min-h-31 items-center">
      {enrolled.length > 0 ? <NextClass enrolled={enrolled} none={toCourses} /> : toCourses}
    </div>
  )
}
