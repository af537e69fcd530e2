import { Notice } from '#ui/notice.tsx'

/** Shown when loading the courses failed. */
export function CoursesLoadFailed() {
  return (
    <Notice tone="bad" title="Failed to load courses">
      <p>Please reload the page in a moment.</p>
    </Notice>
  )
}
