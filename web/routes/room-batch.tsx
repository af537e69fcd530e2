import { CurriculumTab } from '#web/catalog/curriculum-tab.tsx'
import { RoomBatch } from '#web/classes/room/room-batch.tsx'
import { RoomFrame } from '#web/classes/room/room-frame.tsx'
import { CertificateCard } from '#web/learning/certificates/certificate-card.tsx'
import { ReviewCard } from '#web/learning/reviews/review-card.tsx'
import { PartsSection } from '#web/money/parts/parts-section.tsx'
import { PurchaseSection } from '#web/money/purchase-section.tsx'
import type { Route } from './+types/room-batch'
import { checkRoom, roomMeta, roomStatus } from './read-room.ts'

export const loader = (args: Route.LoaderArgs) => roomStatus(args)
export const clientLoader = ({ params }: Route.ClientLoaderArgs) => checkRoom(params)
export const meta: Route.MetaFunction = ({ matches, params }) => roomMeta(matches[0]?.loaderData, params.courseId)

export default function RoomBatchPage({ params: { courseId } }: Route.ComponentProps) {
  return (
    <RoomFrame courseId={courseId} view="room-batch">
      {({ course, batch, attendance }) => (
        <>
          <RoomBatch
            batch={batch}
            attendance={attendance}
            purchase={
              <>
                {batch.payment_due_on === null ? null : <PartsSection batchId={batch.batch_id} className="mb-10" />}
                <PurchaseSection courseId={course.id} batchId={batch.batch_id} />
              </>
            }
          >
            <CertificateCard batchId={batch.batch_id} course={course.title}>
              <ReviewCard courseId={course.id} />
            </CertificateCard>
          </RoomBatch>
          {/* Classes with a module show the curriculum by themselves. */}
          {course.curriculum.length > 0 && !batch.classes.some(({ module }) => module !== '') ? (
            <section aria-label="Curriculum" className="mt-14 max-w-[65rem]">
              <CurriculumTab sections={course.curriculum} />
            </section>
          ) : null}
        </>
      )}
    </RoomFrame>
  )
}
