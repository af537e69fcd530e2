import { ButtonLink } from '#ui/button.tsx'
import type { BatchPage } from './batch-chooser.tsx'
import { type BatchChoice, batchCount, choicePath } from './batch-choice.ts'
import { BatchTable } from './batch-table.tsx'

/** The end of the finder: batches that fit all answers, then those that come close. */
export function FoundBatches({ page, choice }: { page: BatchPage; choice: BatchChoice }) {
  const fitting = page.items.slice(0, page.fitting)
  const close = page.items.slice(page.fitting)
  const list = { ...choice, compare: [], after: null, find: undefined }
  return (
    <>
      <p role="status" className="figures text-muted">
        {page.total === 0
          ? 'No batch fits all your answers.'
          : `${batchCount(page.total)} ${page.total === 1 ? 'fits' : 'fit'} all your answers.`}
      </p>
      {fitting.length > 0 ? (
        <section className="mt-6">
          <h2 className="mb-3 text-2xl">{fitting.length === 1 ? 'The next one' : `The next ${fitting.length}`}</h2>
          <BatchTable label="Batches that fit" rows={fitting} showsMonth />
        </section>
      ) : null}
      {close.length > 0 ? (
        <section className="mt-8">
          <h2 className="mb-3 text-2xl">Close to what you asked for</h2>
          <BatchTable label="Batches that come close" rows={close} showsMonth />
        </section>
      ) : null}
      <div className="mt-6 flex flex-wrap gap-2">
        {page.items.length > 1 ? (
          <ButtonLink
            variant="primary"
            to={`${choicePath({ ...list, compare: page.items.map(({ batch }) => batch.id) })}#compare`}
            rel="nofollow"
          >
            Compare them side by side
          </ButtonLink>
        ) : null}
        {page.total > fitting.length ? (
          <ButtonLink to={choicePath(list)} rel="nofollow">
            See all {batchCount(page.total)}
          </ButtonLink>
        ) : null}
        <ButtonLink variant="quiet" to={choicePath({ ...list, filters: {}, find: 'days' })} rel="nofollow">
          Start again
        </ButtonLink>
      </div>
    </>
  )
}
