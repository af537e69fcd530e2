import { Notice } from '#ui/notice.tsx'

/** Shown when loading the batches failed. */
export function BatchesLoadFailed() {
  return (
    <Notice tone="bad" title="Failed to load upcoming batches">
      <p>Please reload the page in a moment.</p>
    </Notice>
  )
}
