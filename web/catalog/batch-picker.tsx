import type { Course } from '#contract/catalog/catalog.ts'
import { DocumentDialog } from '#ui/document-dialog.tsx'
import { formatRupees } from '#ui/format.ts'
import { lazyPart } from '#ui/lazy-part.tsx'
import { Skeleton } from '#ui/skeleton.tsx'

export const pickerId = 'batch-picker'

const PickerForm = lazyPart(() => import('./picker-form.tsx'), <Skeleton className="h-96 rounded-lg" />)

/** The batches of a course in a dialog. The document has all of it; the schemas of its fields come with a lazy chunk. */
export function BatchPicker({ course }: { course: Course }) {
  return (
    <DocumentDialog
      id={pickerId}
      title="Choose your batch"
      description={`${course.title}. Total fee ${formatRupees(course.amount)}`}
    >
      <PickerForm course={course} />
    </DocumentDialog>
  )
}
