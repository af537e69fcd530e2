import { Notice } from '#ui/notice.tsx'

/** In place of a list of courses that could not be read. */
export function CoursesNotRead() {
  return (
    <Notice tone="bad" title="Failed to load courses">
      <p>Please reload the page in a moment.</p>
    </Notice>
  )
}
