import type { Course } from '#contract/catalog/catalog.ts'
import { DocumentDialog } from '#ui/document-dialog.tsx'
import { formatRupees } from '#ui/format.ts'
import { lazyPart } from '#ui/lazy-part.tsx'
import type { ShownPrice } from '#web/lib/own-price/shown-price.ts'
import type { OwnPrices } from '#web/lib/own-price/use-own-prices.ts'
import { Skeleton } from '#ui/skeleton.tsx'

export const pickerId = 'batch-picker'

const PickerForm = lazyPart(() => import('./picker-form.tsx'), <Skeleton className="h-96 rounded-lg" />)

interface Props {
  course: Course
  /** What it costs with the coupon of this visit, or this student; null where it is the price of everybody. */
  price: ShownPrice | null
  /** What batches cost this student, where that is less. */
  own: OwnPrices
}

/** The batches of a course in a dialog. The document has all of it; the schemas of its fields come with a lazy chunk. */
export function BatchPicker({ course, price, own }: Props) {
  return (
    <DocumentDialog
      id={pickerId}
      title="Choose your batch"
      description={`${course.title}. Total fee ${formatRupees(price ? price.total_paise / 100 : course.amount)}`}
    >
      <PickerForm course={course} prices={own} />
    </DocumentDialog>
  )
}
